import { Type, type Static } from 'typebox'
import {
  Id,
  Nullable,
  Ref,
  Seconds,
  StrictObject,
  Text,
} from '../../kernel/http/contract/schema.ts'

export const ASSIGNMENT_DECISIONS = ['accepted', 'declined'] as const
const Decision = Type.Enum([...ASSIGNMENT_DECISIONS])

/** What a rule of the studio is for. Empty fields match every work request. */
const AssignmentOrigin = StrictObject({
  territory: Nullable(Type.String()),
  project: Nullable(Id),
  language: Nullable(Type.String()),
})
export type AssignmentOrigin = Static<typeof AssignmentOrigin>

/**
 * A work request given to a vendor. `automatic`: a rule of the studio chose the vendor; `rule` says
 * which. `ended`: when another vendor got the request.
 */
export const Assignment = StrictObject({
  _id: Id,
  vendor: Id,
  automatic: Type.Boolean(),
  rule: Nullable(AssignmentOrigin),
  respondBy: Nullable(Seconds),
  decision: Nullable(Decision),
  reason: Type.String(),
  decided: Nullable(Seconds),
  created: Seconds,
  ended: Nullable(Seconds),
})
export type Assignment = Static<typeof Assignment>

/** Without `respondBy`, the studio's time to respond applies. */
export const NewAssignment = StrictObject({
  vendor: Nullable(Ref),
  respondBy: Type.Optional(Nullable(Seconds)),
})
export type NewAssignment = Static<typeof NewAssignment>

export const AssignmentAnswer = StrictObject({
  decision: Decision,
  reason: Type.Optional(Text),
})
export type AssignmentAnswer = Static<typeof AssignmentAnswer>
