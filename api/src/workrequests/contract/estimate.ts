import { Type, type Static } from 'typebox'
import { StrictObject } from '../../kernel/http/contract/schema.ts'

/** `base` is the full price; `applied` leaves out work that is already translated. */
export const Estimate = StrictObject({
  base: Type.String(),
  applied: Type.String(),
  currency: Type.String(),
  minutes: Type.Number(),
  lines: Type.Array(
    StrictObject({
      what: Type.Enum(['translation', 'graphics', 'use', 'detail', 'rush']),
      of: Type.String(),
      base: Type.String(),
      applied: Type.String(),
    }),
  ),
})
export type Estimate = Static<typeof Estimate>
