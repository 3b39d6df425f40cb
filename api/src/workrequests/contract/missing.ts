import { Type, type Static } from 'typebox'
import { StrictObject } from '../../kernel/http/contract/schema.ts'

/**
 * Something that blocks a move. `message` is for people. `step` and its subject `of` let programs
 * show their own text.
 */
export const MissingItem = StrictObject({
  code: Type.String(),
  step: Type.String(),
  of: Type.String(),
  message: Type.String(),
  who: Type.String(),
})
export type MissingItem = Static<typeof MissingItem>
