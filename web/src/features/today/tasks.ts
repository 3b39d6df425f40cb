// What waits for whom. Pure: the same requests and the same person give the same list, so it is
// tested without a page.
import { materialRules, type reports, type users, type workrequests } from '@reelay/api/contract'

type WorkRequest = workrequests.WorkRequest
export type TaskUser = Pick<users.User, '_id'> & { permissions: ReadonlySet<string> }

export const TASK_KINDS = [
  'rework-translation',
  'translate',
  'mend',
  'decide',
  'approve',
  'approve-translation',
  'approve-material',
  'give-translation',
  'bring-material',
  'begin',
  'send-to-review',
  'bring-offline',
  'bring-offline-again',
  'complete',
  'bring-files',
  'hand-in',
  'fill-in',
  'chase',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export type Task = {
  request: WorkRequest
  step: TaskKind
  /** Where it is done: the translation, the offline, or the request's own page. */
  at:
    | { place: 'translate'; sheet: 'dialogue' | 'graphics' }
    | { place: 'review'; offline: string }
    | { place: 'request' }
  risk: reports.RequestAtRisk | undefined
}

type Case = { request: WorkRequest; person: TaskUser; risk: reports.RequestAtRisk | undefined }

/** One line for each request that waits for this person, in the order in which they came. */
export function tasksFor(
  person: TaskUser,
  requests: WorkRequest[],
  risks: reports.RequestAtRisk[],
): Task[] {
  const byRequest = new Map(risks.map((risk) => [risk.request, risk]))
  return requests.flatMap((request) => {
    const risk = byRequest.get(request._id)
    const step = TASK_KINDS.find((candidate) => WAITS[candidate]({ request, person, risk }))
    return step ? [{ request, step, at: placeOf(step, request, person), risk }] : []
  })
}

const owns = ({ request, person }: Case) => request.from._id === person._id
/**
 * The home office may do everything, so what it could do says nothing of what waits for it: others
 * work and decide, it keeps watch.
 */
const watches = ({ person }: Case) => person.permissions.has('studio.manage')
const works = (given: Case) => given.person.permissions.has('workrequest.work') && !watches(given)
const decides = (given: Case) =>
  owns(given) || (given.person.permissions.has('workrequest.approve') && !watches(given))
const may = ({ request }: Case, to: workrequests.Status) => request.$statuses.includes(to)
const is = ({ request }: Case, ...statuses: workrequests.Status[]) =>
  statuses.includes(request.status)

/** Before it is handed in nobody else has anything to do with it. */
const isOrdered = (given: Case) => !is(given, 'incomplete')
const translations = ({ request }: Case) => materialRules.orderedTranslations(request)
const mine = (given: Case) =>
  translations(given).filter(({ translator }) => translator?._id === given.person._id)

const WAITS: Record<TaskKind, (given: Case) => boolean> = {
  'rework-translation': (given) =>
    isOrdered(given) && mine(given).some(({ status }) => status === 'rejected'),
  translate: (given) =>
    isOrdered(given) && mine(given).some(({ status }) => status === 'incomplete'),
  mend: (given) =>
    (works(given) || watches(given)) &&
    newestEncodes(given.request).some(({ status }) => status === 'failed'),
  decide: (given) =>
    is(given, 'for-review') &&
    decides(given) &&
    may(given, 'rejected') &&
    given.request.offlines[0]?.decision === null,
  approve: (given) => is(given, 'for-review') && decides(given) && may(given, 'approved'),
  'approve-translation': (given) =>
    given.person.permissions.has('translation.approve') &&
    isOrdered(given) &&
    translations(given).some(({ status }) => status === 'submitted'),
  'approve-material': (given) =>
    (owns(given) || given.person.permissions.has('workrequest.approve')) &&
    isOrdered(given) &&
    waitsForApproval(given.request),
  'give-translation': (given) =>
    works(given) &&
    is(given, 'submitted', 'awaiting-materials') &&
    translations(given).some(
      ({ translator, status }) => !translator && status !== 'submitted' && status !== 'approved',
    ),
  'bring-material': (given) =>
    works(given) &&
    is(given, 'submitted', 'awaiting-materials') &&
    given.request.materials.some(
      ({ name, complete }) => !complete && name !== materialRules.SUBTITLES_MATERIAL,
    ),
  begin: (given) =>
    works(given) &&
    is(given, 'submitted', 'awaiting-materials') &&
    materialRules.openMaterials(given.request).length === 0,
  'send-to-review': (given) => works(given) && is(given, 'in-progress') && may(given, 'for-review'),
  'bring-offline': (given) =>
    works(given) &&
    is(given, 'in-progress') &&
    !isMadeByService(given.request) &&
    given.request.offlines.length === 0,
  'bring-offline-again': (given) =>
    works(given) &&
    is(given, 'in-progress', 'rejected') &&
    !may(given, 'for-review') &&
    !isMadeByService(given.request) &&
    given.request.offlines.length > 0,
  complete: (given) => works(given) && is(given, 'approved') && may(given, 'complete'),
  'bring-files': (given) =>
    works(given) && is(given, 'approved') && !isMadeByService(given.request),
  'hand-in': (given) => owns(given) && is(given, 'incomplete') && may(given, 'submitted'),
  'fill-in': (given) => owns(given) && is(given, 'incomplete'),
  chase: (given) =>
    watches(given) &&
    isOrdered(given) &&
    given.risk !== undefined &&
    given.risk.risk !== 'on-track',
}

function placeOf(step: TaskKind, request: WorkRequest, person: TaskUser): Task['at'] {
  if (step === 'decide') return { place: 'review', offline: request.offlines[0]!._id }
  const given = { request, person, risk: undefined }
  const wanted =
    step === 'approve-translation'
      ? translations(given).find(({ status }) => status === 'submitted')
      : step === 'translate' || step === 'rework-translation'
        ? mine(given).find(
            ({ status }) => status === (step === 'translate' ? 'incomplete' : 'rejected'),
          )
        : undefined
  return wanted
    ? {
        place: 'translate',
        sheet: wanted._id === request.graphicsTranslation._id ? 'graphics' : 'dialogue',
      }
    : { place: 'request' }
}

/** Each thing as it was tried last; the service lists the newest first. */
function newestEncodes({ encodes }: WorkRequest): workrequests.Encode[] {
  const newest = new Map<string, workrequests.Encode>()
  for (const encode of encodes) {
    const key = `${encode.kind} ${encode.use} ${encode.value}`
    if (!newest.has(key)) newest.set(key, encode)
  }
  return [...newest.values()]
}

const isMadeByService = (request: WorkRequest) =>
  request.autosubs ||
  newestEncodes(request).some(({ status }) => status === 'waiting' || status === 'making')

const waitsForApproval = (request: WorkRequest) => {
  const open = materialRules.openMaterials(request)
  return request.materials.some(({ name, complete }) => complete && open.includes(name))
}
