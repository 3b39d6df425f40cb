// One engine for the service, the web page and the terminal.
import type { Finding, Fix } from './finding.ts'
import type { Cue } from '../cue.ts'
import {
  createContext,
  type CheckOptions,
  type RuleResult,
  type CheckContext,
  type Rule,
} from './context.ts'
import { linesOf, mendedLine, type Line } from './line.ts'
import { RULES } from './rules.ts'

type Told = { rule: Rule; found: RuleResult; severity: 'error' | 'warning' }

/**
 * What there is to say about these lines, from the first line to the last. A line is told of a rule
 * at most once.
 */
export function check(cues: readonly Cue[], asked: CheckOptions): Finding[] {
  const given = createContext(asked)
  const rules = RULES.filter(
    ({ id, kinds }) => kinds.includes(asked.kind) && asked.profile.severities[id] !== 'off',
  )
  return linesOf(cues, given).flatMap((line) => {
    const told = tell(line, rules, given)
    return told.map(({ rule, found: { value, limit, message, fixes }, severity }): Finding => {
      const fix = fixes?.().find((one) => isSafe(line, one, { told, rule, severity }, rules, given))
      const finding = { rule: rule.id, severity, line: line.number, value, limit, message }
      return fix ? Object.assign(finding, { fix }) : finding
    })
  })
}

function tell(line: Line, rules: readonly Rule[], given: CheckContext): Told[] {
  const told: Told[] = []
  for (const rule of rules) {
    if (line.fault !== undefined && rule.about !== 'time' && rule.id !== 'TAGS') continue
    const found = rule.find(line, given)
    if (found)
      told.push({
        rule,
        found,
        severity: found.severity ?? (given.profile.severities[rule.id] as 'error' | 'warning'),
      })
  }
  return told
}

/**
 * It ends what it is for, and makes nothing worse that is as bad, on its own line or on those
 * beside it.
 */
function isSafe(
  line: Line,
  fix: Fix,
  { told, rule, severity }: Pick<Told, 'rule' | 'severity'> & { told: readonly Told[] },
  rules: readonly Rule[],
  given: CheckContext,
): boolean {
  const mended = mendedLine(line, fix, given)
  if (!(mended.cue.start < mended.cue.stop) && line.cue.start < line.cue.stop) return false
  const asked = rules.filter(
    ({ about }) => about === 'both' || (about === 'text') === (fix.text !== undefined),
  )
  const keeps = (now: readonly Told[], then: readonly Told[]) =>
    now.every(
      (one) =>
        (one.severity === 'warning' && severity === 'error') ||
        then.some((other) => isNoWorse(one, other)),
    )
  const now = tell(mended, asked, given)
  if (now.some((one) => one.rule === rule) || !keeps(now, told)) return false
  if (fix.start === undefined) return true
  const stays = (beside: Line, changed: Line) =>
    keeps(tell(changed, asked, given), tell(beside, asked, given))
  return (
    (!line.before || stays(line.before, { ...line.before, after: mended })) &&
    (!line.below || stays(line.below, { ...line.below, above: mended }))
  )
}

function isNoWorse(now: Told, then: Told): boolean {
  const far = ({ found: { value, limit } }: Told) =>
    typeof value === 'number' && typeof limit === 'number' ? Math.abs(value - limit) : 0
  return now.rule === then.rule && now.severity === then.severity && far(now) <= far(then)
}
