import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  Links,
  Nullable,
  IdParams,
  StrictPartial,
  Ref,
  SlugRef,
  Seconds,
  StrictObject,
  Text,
  ShortText,
} from '../kernel/http/contract/schema.ts'
import { ProjectSummary } from '../projects/contract.ts'
import { TranslationEmbedded } from '../translations/contract.ts'
import { UserSummary } from '../users/contract.ts'
import { Assignment, AssignmentAnswer, NewAssignment } from './contract/assignment.ts'
import { AutomaticCause } from './contract/automatic.ts'
import { Encode } from './contract/encode.ts'
import { Estimate } from './contract/estimate.ts'
import { ListFilter, REQUEST_GROUPINGS, RequestGroup } from './contract/list.ts'
import { MissingItem } from './contract/missing.ts'
import { orderSchemas } from './contract/order-fields.ts'
import { RejectionCode, Status, StatusInput } from './contract/status.ts'
import { ReviewerCandidate, ReviewersChange } from './contract/reviewers.ts'
import { TranslatorCandidate } from './contract/translators.ts'
import { WorkAsset, sameFields } from './contract/work-asset.ts'

export type { Assignment } from './contract/assignment.ts'
export { Encode } from './contract/encode.ts'
export { Estimate } from './contract/estimate.ts'
export { REQUEST_GROUPINGS, RequestGroup, type RequestGrouping } from './contract/list.ts'
export { MissingItem } from './contract/missing.ts'
export type { ReviewerCandidate } from './contract/reviewers.ts'
export type { TranslatorCandidate } from './contract/translators.ts'
export { REJECTION_CODES, RejectionCode, STATUSES, Status } from './contract/status.ts'
export { RECIPIENT_USES, USES } from './contract/uses.ts'

const Bundle = StrictObject({ name: ShortText, files: BoundedArray(Id) })
const Material = StrictObject({
  name: ShortText,
  complete: Type.Boolean(),
  approved: Type.Boolean(),
  files: BoundedArray(Id),
})
/**
 * `automatic`: the service made this move by itself, for this `cause`. The `user` is the one whose
 * action came before it.
 */
const HistoryEntry = StrictObject({
  date: Seconds,
  user: UserSummary,
  status: Status,
  reason: Type.String(),
  automatic: Type.Boolean(),
  cause: Type.Optional(AutomaticCause),
})
const Rejection = StrictObject({
  date: Seconds,
  user: UserSummary,
  reason: Type.String(),
  code: Nullable(Type.String()),
})
const OfflineSummary = StrictObject({
  _id: Id,
  file: Nullable(Id),
  from: Id,
  decision: Nullable(Type.String()),
  reason: Type.String(),
  code: Nullable(Type.String()),
  created: Seconds,
})
export const Urls = StrictObject(
  sameFields(['view', 'manage', 'invite', 'translate'] as const, Type.String()),
)
export const WorkRequest = StrictObject({
  _id: Id,
  studio: Id,
  /** The vendor group that works on it. Null: all vendors of the studio see it. */
  vendor: Nullable(Id),
  assignment: Nullable(Assignment),
  project: ProjectSummary,
  asset: WorkAsset,
  assetType: Type.String(),
  assetCategory: Type.String(),
  from: UserSummary,
  /** Who is asked to review the versions, and to approve. Null: everybody who may. */
  reviewer: Nullable(UserSummary),
  approver: Nullable(UserSummary),
  ...orderSchemas('reply'),
  status: Status,
  history: Type.Array(HistoryEntry),
  estimate: StrictObject({
    base: Type.String(),
    applied: Type.String(),
    currency: Type.String(),
  }),
  translation: TranslationEmbedded,
  graphicsTranslation: TranslationEmbedded,
  urls: Urls,
  rejections: Type.Array(Rejection),
  encodes: Type.Array(Encode),
  offlines: Type.Array(OfflineSummary),
  graphicsAutomationJobs: Type.Array(Encode),
  files: Type.Array(Bundle),
  materials: Type.Array(Material),
  reason: Type.String(),
  created: Seconds,
  $links: Links('project', 'asset', 'from', 'graphicsTranslation', 'translation'),
  $statuses: Type.Array(Status),
  /** What the next status still needs. */
  $missing: Type.Array(MissingItem),
})
export type WorkRequest = Static<typeof WorkRequest>

const OrderFields = StrictObject(orderSchemas('body'))
export const NewWorkRequestBody = StrictObject({
  ...StrictPartial(OrderFields).properties,
  asset: SlugRef,
  project: Type.Optional(SlugRef),
  from: Type.Optional(Ref),
  status: Type.Optional(StatusInput),
  reason: Type.Optional(Text),
})
export type NewWorkRequest = Static<typeof NewWorkRequestBody>

export const MAX_BATCH_ORDERS = 200
/** Checked one by one, so that a bad order does not stop the others. */
const BatchedOrder = Type.Unsafe<Partial<NewWorkRequest>>(
  Type.Object(
    {},
    { description: 'Fields of the body of POST /workrequests.', title: 'BatchedOrder' },
  ),
)
/** What became of an order: a record as in a list, or why there is none. */
const PlacedOrder = Type.Union([
  StrictObject({ status: Type.Literal(200), record: WorkRequest }),
  StrictObject({
    status: Type.Integer(),
    problem: Type.Object({ status: Type.Integer(), code: Type.String(), detail: Type.String() }),
  }),
])
export type PlacedOrder = Static<typeof PlacedOrder>
/**
 * A status that can follow the current one. `may`: the caller can make the move now, with a reason
 * or a code where needed. `missing` is the same for every caller; a reason may override it.
 */
export const PossibleMove = StrictObject({
  to: Status,
  may: Type.Boolean(),
  detail: Type.String(),
  missing: Type.Array(MissingItem),
  needsReason: Type.Boolean(),
  needsCode: Type.Boolean(),
})
export type PossibleMove = Static<typeof PossibleMove>
const WorkRequestChangeBody = StrictPartial(
  StrictObject({
    ...OrderFields.properties,
    status: StatusInput,
    reason: Text,
    code: RejectionCode,
    /** Ignored: the service updates encodes, so a copy in the body is outdated. */
    encodes: Type.Unknown(),
    graphicsAutomationJobs: Type.Unknown(),
    materials: BoundedArray(StrictObject({ ...Material.properties, files: BoundedArray(Ref) })),
    files: BoundedArray(StrictObject({ name: ShortText, files: BoundedArray(Ref) })),
  }),
)
export type WorkRequestChange = Static<typeof WorkRequestChangeBody>

export const listWorkRequests = endpoint({
  method: 'GET',
  path: '/workrequests',
  access: 'signed-in',
  summary: 'List work requests, without the lines of their translations',
  list: true,
  query: StrictPartial(StrictObject({ ...ListFilter.properties, order: ShortText })),
  reply: WorkRequest,
})
export const groupWorkRequests = endpoint({
  method: 'GET',
  path: '/workrequests/groups',
  access: 'signed-in',
  summary: 'Count work requests in groups, in the order of a list sorted by the same field',
  query: StrictObject({
    ...StrictPartial(ListFilter).properties,
    by: Type.Enum([...REQUEST_GROUPINGS]),
  }),
  reply: Type.Array(RequestGroup),
})
export const getWorkRequest = endpoint({
  method: 'GET',
  path: '/workrequests/:id',
  access: 'signed-in',
  summary: 'Read a work request and everything that belongs to it',
  params: IdParams,
  reply: WorkRequest,
})
export const createWorkRequest = endpoint({
  method: 'POST',
  path: '/workrequests',
  access: 'workrequest.create',
  summary: 'Create a work request; with status submitted it is submitted at once',
  body: NewWorkRequestBody,
  record: WorkRequest,
  reply: WorkRequest,
})
export const createWorkRequests = endpoint({
  method: 'POST',
  path: '/workrequests/batch',
  access: 'workrequest.create',
  cost: 20,
  summary: 'Create up to 200 work requests; each is answered on its own, in the order of the body',
  body: StrictObject({
    /** Fields that all orders share. An order may have others. */
    template: Type.Optional(BatchedOrder),
    orders: Type.Array(BatchedOrder, { minItems: 1, maxItems: MAX_BATCH_ORDERS }),
  }),
  reply: Type.Array(PlacedOrder),
})
export const estimateWorkRequest = endpoint({
  unaudited: 'changes nothing',
  method: 'POST',
  path: '/workrequests/estimate',
  access: 'workrequest.create',
  summary: 'Estimate the price of a work request without creating it',
  body: NewWorkRequestBody,
  record: WorkRequest,
  reply: Estimate,
})
export const changeWorkRequest = endpoint({
  method: 'PUT',
  path: '/workrequests/:id',
  access: 'signed-in',
  auditsRefusals: true,
  summary: 'Change a work request; a status in the body moves it',
  params: IdParams,
  body: WorkRequestChangeBody,
  record: WorkRequest,
  reply: WorkRequest,
})
export const listMoves = endpoint({
  method: 'GET',
  path: '/workrequests/:id/moves',
  access: 'signed-in',
  summary: 'List the possible next statuses, whether you may choose them, and what is missing',
  params: IdParams,
  reply: Type.Array(PossibleMove),
})
export const listTranslators = endpoint({
  method: 'GET',
  path: '/workrequests/:id/translators',
  access: 'signed-in',
  summary: 'List who can translate a work request, with their open translations; best first',
  params: IdParams,
  reply: Type.Array(TranslatorCandidate),
})
export const listReviewers = endpoint({
  method: 'GET',
  path: '/workrequests/:id/reviewers',
  access: 'signed-in',
  summary: 'List who can review and approve a work request',
  params: IdParams,
  reply: Type.Array(ReviewerCandidate),
})
export const assignReviewers = endpoint({
  method: 'PUT',
  path: '/workrequests/:id/reviewers',
  access: 'signed-in',
  summary: 'Assign who reviews and who approves a work request; null for everybody who may',
  params: IdParams,
  body: ReviewersChange,
  reply: WorkRequest,
})
export const assignVendor = endpoint({
  method: 'POST',
  path: '/workrequests/:id/assignment',
  access: 'signed-in',
  summary: 'Assign a work request to a vendor, or take it from the pool; null opens it to all',
  params: IdParams,
  body: NewAssignment,
  reply: WorkRequest,
})
export const answerAssignment = endpoint({
  method: 'PUT',
  path: '/workrequests/:id/assignment',
  access: 'signed-in',
  summary: 'Accept or decline an assignment as the vendor; you no longer see what you declined',
  // A vendor that declines ends its own access, which row-level security would refuse.
  acrossStudios: true,
  params: IdParams,
  body: AssignmentAnswer,
  reply: WorkRequest,
})
export const listAssignments = endpoint({
  method: 'GET',
  path: '/workrequests/:id/assignments',
  access: 'signed-in',
  summary: 'List the assignments of a work request, newest first; vendors see their own',
  list: true,
  params: IdParams,
  reply: Assignment,
})
