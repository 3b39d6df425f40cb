// How limits, findings and fixes of @reelay/subtitles look on the wire.
import { LIMITS, RULE_IDS, SEVERITIES, type LimitName } from '@reelay/subtitles/checks'
import type * as checks from '@reelay/subtitles/checks'
import { Type } from 'typebox'
import { Nullable, StrictPartial, StrictObject } from '../kernel/http/contract/schema.ts'

export { RULE_IDS, SEVERITIES }

export const RuleId = Type.Enum([...RULE_IDS])
export type RuleId = checks.RuleId

export const Severity = Type.Enum([...SEVERITIES])
export type Severity = checks.Severity

const limit = ({ whole, ...bounds }: (typeof LIMITS)[LimitName]) =>
  whole ? Type.Integer(bounds) : Type.Number(bounds)

/** A check whose limit is absent does not run. */
export const Limits = StrictPartial(
  StrictObject(
    Object.fromEntries(
      Object.entries(LIMITS).map(([name, bounds]) => [name, limit(bounds)]),
    ) as Record<LimitName, ReturnType<typeof limit>>,
  ),
)
export type Limits = checks.Limits

/** The new text of a line, or its new times in milliseconds. */
export const Fix = StrictPartial(
  StrictObject({ text: Type.String(), start: Type.Integer(), stop: Type.Integer() }),
)
export type Fix = checks.Fix

/** With up to five similar words of the dictionary. */
export const MisspelledWord = StrictObject({
  word: Type.String(),
  suggestions: Type.Array(Type.String(), { maxItems: 5 }),
})

const Measure = Type.Union([Type.Number(), Type.String()])
export const Finding = StrictObject({
  rule: RuleId,
  severity: Type.Enum(['error', 'warning']),
  line: Type.Integer({ minimum: 1 }),
  value: Measure,
  limit: Nullable(Measure),
  message: Type.String(),
  fix: Type.Optional(Fix),
  words: Type.Optional(Type.Array(MisspelledWord)),
})
export type Finding = checks.Finding
