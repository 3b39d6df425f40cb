export { check } from './check.ts'
export type { Finding, Fix, MisspelledWord } from './finding.ts'
export type { CheckOptions, TrackKind } from './context.ts'
export { LIMITS, type LimitName, type Limits } from './limits.ts'
export { countCharacters, roundSpeed } from './measure.ts'
export { replaceInRow } from './rows.ts'
export { RULE_IDS, SEVERITIES, type RuleId, type Severity } from './rule-ids.ts'
export { RULES } from './rules.ts'
export { findMisspelledIn } from './spelling.ts'
export {
  foldText,
  containsTerm,
  findTerms,
  buildTermIndex,
  type ListedTerm,
  type Term,
  type TermIndex,
} from './term-index.ts'
