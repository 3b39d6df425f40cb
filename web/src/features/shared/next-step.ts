// What a user does next on a work request. Today, the lists and the page of the request ask this.
import {
  assignmentRules,
  materialRules,
  type reports,
  type users,
  type workrequests,
} from '@reelay/api/contract'
import { translationPart } from './translation-part.ts'

type WorkRequest = workrequests.WorkRequest
export type TaskUser = Pick<users.User, '_id'> & {
  permissions: ReadonlySet<string>
  groups: readonly string[]
}

/** In order of precedence: a work request gives a user at most one task. */
export const TASK_KINDS = [
  'answer-assignment',
  'rework-translation',
  'translate',
  'fix-encode',
  'review-offline',
  'approve',
  'approve-translation',
  'approve-material',
  'assign-translation',
  'upload-material',
  'start',
  'send-to-review',
  'upload-offline',
  'upload-new-offline',
  'complete',
  'await-checks',
  'upload-deliverables',
  'submit',
  'finish-draft',
  'reassign',
  'find-blocker',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export type NextStep = {
  kind: TaskKind
  /** The page on which the step is done. */
  location:
    | { page: 'translate'; textTrack: 'dialogue' | 'graphics' }
    | { page: 'review'; offline: string }
    | { page: 'request' }
}

type TaskContext = { request: WorkRequest; user: TaskUser; risk: reports.RequestAtRisk | undefined }

/** Undefined if others have to act. */
export function nextStepFor(
  user: TaskUser,
  request: WorkRequest,
  risk: reports.RequestAtRisk | undefined,
): NextStep | undefined {
  const kind = TASK_KINDS.find((candidate) => APPLIES[candidate]({ request, user, risk }))
  return kind && { kind, location: locationOf(kind, request, user) }
}

const isOwner = ({ request, user }: TaskContext) => request.from._id === user._id
/**
 * The home office may do everything, but that does not make everything its task. Vendors work and
 * territories approve; the home office watches for delays.
 */
const isStudio = ({ user }: TaskContext) => user.permissions.has('studio.manage')
const isVendor = (context: TaskContext) =>
  context.user.permissions.has('workrequest.work') && !isStudio(context)
const isApprover = (context: TaskContext) =>
  isOwner(context) || (context.user.permissions.has('workrequest.approve') && !isStudio(context))
/** An assigned person is asked instead of everybody who may. */
const isAsked = (context: TaskContext, person: WorkRequest['reviewer']) =>
  person ? person._id === context.user._id : isApprover(context)
const mayMoveTo = ({ request }: TaskContext, to: workrequests.Status) =>
  request.$statuses.includes(to)
const hasStatus = ({ request }: TaskContext, ...statuses: workrequests.Status[]) =>
  statuses.includes(request.status)

/** A draft is a task for its owner only. */
const isSubmitted = (context: TaskContext) => !hasStatus(context, 'incomplete')
const orderedTranslations = ({ request }: TaskContext) => materialRules.orderedTranslations(request)
const ownTranslations = (context: TaskContext) =>
  orderedTranslations(context).filter(({ translator }) => translator?._id === context.user._id)

const APPLIES: Record<TaskKind, (context: TaskContext) => boolean> = {
  'answer-assignment': (context) =>
    isSubmitted(context) && assignmentRules.isAsked(context.request, context.user),
  'rework-translation': (context) =>
    isSubmitted(context) && ownTranslations(context).some(({ status }) => status === 'rejected'),
  translate: (context) =>
    isSubmitted(context) && ownTranslations(context).some(({ status }) => status === 'incomplete'),
  'fix-encode': (context) =>
    (isVendor(context) || isStudio(context)) &&
    newestEncodes(context.request).some(({ status }) => status === 'failed'),
  'review-offline': (context) =>
    hasStatus(context, 'for-review') &&
    isAsked(context, context.request.reviewer ?? context.request.approver) &&
    mayMoveTo(context, 'rejected') &&
    context.request.offlines[0]?.decision === null,
  approve: (context) =>
    hasStatus(context, 'for-review') &&
    isAsked(context, context.request.approver) &&
    mayMoveTo(context, 'approved'),
  'approve-translation': (context) =>
    context.user.permissions.has('translation.approve') &&
    isSubmitted(context) &&
    orderedTranslations(context).some(({ status }) => status === 'submitted'),
  'approve-material': (context) =>
    (context.request.approver
      ? isAsked(context, context.request.approver)
      : isOwner(context) || context.user.permissions.has('workrequest.approve')) &&
    isSubmitted(context) &&
    needsMaterialApproval(context.request),
  'assign-translation': (context) =>
    isVendor(context) &&
    hasStatus(context, 'submitted', 'awaiting-materials') &&
    orderedTranslations(context).some(
      ({ translator, status }) => !translator && status !== 'submitted' && status !== 'approved',
    ),
  'upload-material': (context) =>
    isVendor(context) &&
    hasStatus(context, 'submitted', 'awaiting-materials') &&
    context.request.materials.some(
      ({ name, complete }) => !complete && name !== materialRules.SUBTITLES_MATERIAL,
    ),
  start: (context) =>
    isVendor(context) &&
    hasStatus(context, 'submitted', 'awaiting-materials') &&
    materialRules.openMaterials(context.request).length === 0,
  'send-to-review': (context) =>
    isVendor(context) && hasStatus(context, 'in-progress') && mayMoveTo(context, 'for-review'),
  'upload-offline': (context) =>
    isVendor(context) &&
    hasStatus(context, 'in-progress') &&
    !isCreatedByService(context.request) &&
    context.request.offlines.length === 0,
  'upload-new-offline': (context) =>
    isVendor(context) &&
    hasStatus(context, 'in-progress', 'rejected') &&
    !mayMoveTo(context, 'for-review') &&
    !isCreatedByService(context.request) &&
    context.request.offlines.length > 0,
  complete: (context) =>
    isVendor(context) && hasStatus(context, 'approved') && mayMoveTo(context, 'complete'),
  'await-checks': (context) =>
    isVendor(context) && hasStatus(context, 'approved') && filesInCheck(context.request) > 0,
  'upload-deliverables': (context) =>
    isVendor(context) && hasStatus(context, 'approved') && !isCreatedByService(context.request),
  submit: (context) =>
    isOwner(context) && hasStatus(context, 'incomplete') && mayMoveTo(context, 'submitted'),
  'finish-draft': (context) => isOwner(context) && hasStatus(context, 'incomplete'),
  reassign: (context) => isStudio(context) && context.request.assignment?.decision === 'declined',
  'find-blocker': (context) =>
    isStudio(context) &&
    isSubmitted(context) &&
    context.risk !== undefined &&
    context.risk.risk !== 'on-track',
}

/** How many files the service is checking, if nothing else is missing. */
export const filesInCheck = ({ $missing }: WorkRequest): number =>
  $missing.every(({ step }) => step === 'deliverable.checking')
    ? $missing.reduce((sum, { of }) => sum + Number(of), 0)
    : 0

function locationOf(kind: TaskKind, request: WorkRequest, user: TaskUser): NextStep['location'] {
  if (kind === 'review-offline') return { page: 'review', offline: request.offlines[0]!._id }
  const context = { request, user, risk: undefined }
  const translation =
    kind === 'approve-translation'
      ? orderedTranslations(context).find(({ status }) => status === 'submitted')
      : kind === 'translate' || kind === 'rework-translation'
        ? ownTranslations(context).find(
            ({ status }) => status === (kind === 'translate' ? 'incomplete' : 'rejected'),
          )
        : undefined
  return translation
    ? {
        page: 'translate',
        textTrack: translationPart(request, translation),
      }
    : { page: 'request' }
}

/** The last attempt at each encode. The service lists the newest first. */
function newestEncodes({ encodes }: WorkRequest): workrequests.Encode[] {
  const newest = new Map<string, workrequests.Encode>()
  for (const encode of encodes) {
    const key = `${encode.kind} ${encode.use} ${encode.value}`
    if (!newest.has(key)) newest.set(key, encode)
  }
  return [...newest.values()]
}

const isCreatedByService = (request: WorkRequest) =>
  request.autosubs ||
  newestEncodes(request).some(({ status }) => status === 'waiting' || status === 'making')

const needsMaterialApproval = (request: WorkRequest) => {
  const open = materialRules.openMaterials(request)
  return request.materials.some(({ name, complete }) => complete && open.includes(name))
}
