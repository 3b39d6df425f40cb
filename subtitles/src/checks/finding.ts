import type { RuleId } from './rule-ids.ts'

/** The new text of a cue, or its new times in milliseconds. */
export type Fix = { text?: string; start?: number; stop?: number }

/** With up to five similar words of the dictionary. */
export type MisspelledWord = { word: string; suggestions: string[] }

export type Finding = {
  rule: RuleId
  severity: 'error' | 'warning'
  /** Number of the cue, counted from 1. */
  line: number
  value: number | string
  limit: number | string | null
  message: string
  fix?: Fix
  /** Of the rule SPELLING. */
  words?: MisspelledWord[]
}
