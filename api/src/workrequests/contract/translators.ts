import { Type, type Static } from 'typebox'
import { Id, Nullable, Seconds, StrictObject } from '../../kernel/http/contract/schema.ts'

/**
 * Somebody who can translate a work request. `fits`: they have translated into its language, or
 * belong to its territory or to one with its language. `languages`, `open` and `nextDue` count the
 * translations that the caller can see.
 */
export const TranslatorCandidate = StrictObject({
  _id: Id,
  name: Type.String(),
  fits: Type.Boolean(),
  languages: Type.Array(Type.String()),
  open: Type.Integer(),
  nextDue: Nullable(Seconds),
})
export type TranslatorCandidate = Static<typeof TranslatorCandidate>
