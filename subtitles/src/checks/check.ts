import type { Finding, Fix } from './finding.ts'
import type { Cue } from '../cue.ts'
import { contextOf, type CheckContext, type CheckOptions } from './context.ts'
import type { Rule, RuleResult } from './rule.ts'
import { toCheckedCues, withFix, type CheckedCue } from './checked-cue.ts'
import { RULES } from './rules.ts'

type RuleHit = { rule: Rule; found: RuleResult; severity: 'error' | 'warning' }

/** A fix runs the rules again. For texts longer than any subtitle, that takes too long. */
const MAX_FIXED_LENGTH = 500

/** All findings, in cue order. A rule reports a cue at most once. */
export function check(cues: readonly Cue[], options: CheckOptions): Finding[] {
  const context = contextOf(options)
  const rules = RULES.filter(
    ({ id, kinds }) => kinds.includes(options.kind) && options.profile.severities[id] !== 'off',
  )
  return toCheckedCues(cues, context).flatMap((line) => {
    const hits = runRules(line, rules, context)
    return hits.map(
      ({ rule, found: { value, limit, message, fixes, words }, severity }): Finding => {
        const options = line.cue.text.length > MAX_FIXED_LENGTH ? [] : (fixes?.() ?? [])
        const fix = options.find((one) =>
          isSafe(line, one, { hits, rule, severity }, rules, context),
        )
        return {
          rule: rule.id,
          severity,
          line: line.number,
          value,
          limit,
          message,
          ...(fix && { fix }),
          ...(words && { words }),
        }
      },
    )
  })
}

function runRules(line: CheckedCue, rules: readonly Rule[], context: CheckContext): RuleHit[] {
  const hits: RuleHit[] = []
  for (const rule of rules) {
    if (line.error !== undefined && rule.about !== 'time' && rule.id !== 'TAGS') continue
    const found = rule.find(line, context)
    if (found)
      hits.push({
        rule,
        found,
        severity: found.severity ?? (context.profile.severities[rule.id] as 'error' | 'warning'),
      })
  }
  return hits
}

/**
 * A fix is safe if it resolves its finding and causes no other finding of the same or higher
 * severity, on this cue or on its neighbours.
 */
function isSafe(
  line: CheckedCue,
  fix: Fix,
  { hits, rule, severity }: Pick<RuleHit, 'rule' | 'severity'> & { hits: readonly RuleHit[] },
  rules: readonly Rule[],
  context: CheckContext,
): boolean {
  const fixed = withFix(line, fix, context)
  if (!(fixed.cue.start < fixed.cue.stop) && line.cue.start < line.cue.stop) return false
  const options = rules.filter(
    ({ about }) => about === 'both' || (about === 'text') === (fix.text !== undefined),
  )
  const keeps = (now: readonly RuleHit[], then: readonly RuleHit[]) =>
    now.every(
      (one) =>
        (one.severity === 'warning' && severity === 'error') ||
        then.some((other) => isNoWorse(one, other)),
    )
  const now = runRules(fixed, options, context)
  if (now.some((one) => one.rule === rule) || !keeps(now, hits)) return false
  if (fix.start === undefined) return true
  const stays = (beside: CheckedCue, changed: CheckedCue) =>
    keeps(runRules(changed, options, context), runRules(beside, options, context))
  return (
    (!line.before || stays(line.before, { ...line.before, after: fixed })) &&
    (!line.below || stays(line.below, { ...line.below, above: fixed }))
  )
}

function isNoWorse(now: RuleHit, then: RuleHit): boolean {
  const far = ({ found: { value, limit } }: RuleHit) =>
    typeof value === 'number' && typeof limit === 'number' ? Math.abs(value - limit) : 0
  return now.rule === then.rule && now.severity === then.severity && far(now) <= far(then)
}
