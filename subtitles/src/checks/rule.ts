import type { CheckedCue } from './checked-cue.ts'
import type { CheckContext, TrackKind } from './context.ts'
import type { Finding } from './finding.ts'
import type { RuleId } from './rule-ids.ts'

/** The first safe fix is offered. */
export type RuleResult = Pick<Finding, 'value' | 'limit' | 'message'> & {
  severity?: 'warning'
  words?: NonNullable<Finding['words']>
  fixes?: () => readonly NonNullable<Finding['fix']>[]
}
export type Rule = {
  id: RuleId
  title: string
  kinds: readonly TrackKind[]
  about: 'time' | 'text' | 'both'
  find: (line: CheckedCue, context: CheckContext) => RuleResult | undefined
}
