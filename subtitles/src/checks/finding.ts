import type { RuleId } from './rule-ids.ts'

/** The new text of a cue, or its new times in milliseconds. */
export type Fix = { text?: string; start?: number; stop?: number }

export type Finding = {
  rule: RuleId
  severity: 'error' | 'warning'
  /** Number of the cue, counted from 1. */
  line: number
  value: number | string
  limit: number | string | null
  message: string
  fix?: Fix
}
