import { Type, type Static } from 'typebox'
import {
  Id,
  Nullable,
  Ref,
  StrictObject,
  StrictPartial,
} from '../../kernel/http/contract/schema.ts'

/** Somebody who may approve the work request and sees it. */
export const ReviewerCandidate = StrictObject({ _id: Id, name: Type.String() })
export type ReviewerCandidate = Static<typeof ReviewerCandidate>

/** Null: everybody who may approve. What is left out stays. */
export const ReviewersChange = StrictPartial(
  StrictObject({ reviewer: Nullable(Ref), approver: Nullable(Ref) }),
)
export type ReviewersChange = Static<typeof ReviewersChange>
