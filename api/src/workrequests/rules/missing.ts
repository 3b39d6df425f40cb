// What stands in the way of a move: each thing in words that say what to do next, and who can do it.
import { openMaterials, translationsOrdered, FOLLOWS } from './materials.ts'
import type { StoredWorkRequest } from './stored.ts'

export type Missing = { code: string; message: string; who: string }
export type Asked = { reason?: string | undefined; code?: string | undefined }
type Request = StoredWorkRequest

const OWNERS = 'its owner or the studio'
const WORKERS = 'the vendor or the studio'
const APPROVERS = 'its owner, its territory or the studio'

export const hasReason = ({ reason }: Asked) => Boolean(reason?.trim())
export const aReason = (asked: Asked): Missing[] => (hasReason(asked) ? [] : [{ code: 'reason', message: 'a reason is needed: say why', who: 'you' }])
export const aCode = ({ code }: Asked): Missing[] => (code ? [] : [{ code: 'code', message: 'a code is needed: say what is wrong', who: 'you' }])

type Ordered = Pick<Request, 'language' | 'dng' | 'uses' | 'dcp'> & { facts: Pick<Request['facts'], 'languages' | 'dueInTime' | 'leadTimeHours'> }

export function orderFaults({ language, facts, dng, uses, dcp }: Ordered): Missing[] {
  const chosen = Object.values(dng).flat().some((choice) => choice !== 'OV')
  return [
    ...(facts.languages === null ? [{ code: 'territory', message: 'a territory is needed: choose one', who: OWNERS }] : []),
    ...(!facts.languages?.includes(language) ? [{ code: 'language', message: 'a language of the territory is needed: choose one', who: OWNERS }] : []),
    ...(!chosen && uses.items.length === 0 ? [{ code: 'dng', message: 'a choice of dialogue, graphics or narration other than OV is needed', who: OWNERS }] : []),
    ...(uses.items.length === 0 && dcp.items.length === 0 ? [{ code: 'uses', message: 'a use or a DCP is needed: choose what the version is for', who: OWNERS }] : []),
    ...(!facts.dueInTime ? [{ code: 'due', message: `a due date at least ${facts.leadTimeHours} hours ahead is needed`, who: OWNERS }] : []),
  ]
}

export function anOpenMaterial(request: Request): Missing[] {
  return openMaterials(request).length ? [] : [{ code: 'material', message: 'no material is open: reopen the one that is not right, with a reason', who: WORKERS }]
}

export function everyMaterial(request: Request): Missing[] {
  return openMaterials(request).flatMap((name) => {
    const translations = name === FOLLOWS ? handIn(request) : []
    return translations.length ? translations : [openMaterial(request, name)]
  })
}

function openMaterial({ materials }: Request, name: string): Missing {
  return materials.some((material) => material.name === name && material.complete)
    ? { code: 'material', message: `the material ${name} is open: it is complete and waits for its approval`, who: APPROVERS }
    : { code: 'material', message: `the material ${name} is open: attach its files and mark it as complete`, who: WORKERS }
}

/** The material Subtitled is there when these are handed in. */
function handIn(request: Request): Missing[] {
  const open = translationsOrdered(request).filter(({ status }) => status !== 'submitted' && status !== 'approved')
  return open.map((translation) => ({ code: 'material', message: `the material ${FOLLOWS} is open: hand in the translation into ${translation.language}`, who: translator(translation) }))
}

const translator = ({ translator: given }: Request['translation']) => given?.name ?? 'the vendor, who gives it to a translator'

export function aFreshOffline({ facts, encodes }: Request): Missing[] {
  if (facts.freshOffline) return []
  const newest = encodes.find(({ kind }) => kind === 'offline')
  return newest && (newest.status === 'waiting' || newest.status === 'making')
    ? [{ code: 'offline', message: 'the offline is still being made', who: 'the service' }]
    : [{ code: 'offline', message: 'an offline newer than the last rejection is needed: bring one', who: 'the vendor' }]
}

export function noOffline({ offlines }: Request): Missing[] {
  return offlines.length === 0 ? [] : [{ code: 'offline', message: 'there is an offline already: cancel the order, and give it anew', who: 'the studio' }]
}

export function approvals(request: Request): Missing[] {
  const [newest] = request.offlines
  const decided = newest?.decision === 'approved' || !request.asset.workflow.definition.requireOfflineApproval
  return [
    ...(decided ? [] : [{ code: 'offline', message: 'the newest offline is not approved: look at it and decide', who: APPROVERS }]),
    ...translationsOrdered(request).filter(({ status }) => status !== 'approved').map(unapproved),
  ]
}

function unapproved(translation: Request['translation']): Missing {
  const { language, status } = translation
  return status === 'submitted'
    ? { code: 'translation', message: `the translation into ${language} is not approved: read it and decide`, who: 'its territory or the studio' }
    : { code: 'translation', message: `the translation into ${language} is not approved: it is ${status} and must be handed in first`, who: translator(translation) }
}

/** Each ordered use, and a DCP where one was ordered beside them. The studio may take what would be sent back, and says why. */
export function everyDeliverable({ uses, dcp, facts, encodes }: Request, excused: boolean): Missing[] {
  const ordered = new Set<string>([...uses.items, ...(dcp.items.length ? ['Dcp'] : [])])
  const making = encodes.filter(({ kind, status }) => kind === 'deliverable' && (status === 'waiting' || status === 'making'))
  return [
    ...[...ordered].filter((use) => !facts.delivered.includes(use)).map((use) => ({ code: 'deliverable', message: `${use} has no verified file: attach one to the order`, who: 'the vendor' })),
    ...making.map(({ use, value }) => ({ code: 'encode', message: `${[use, value].filter(Boolean).join(' ')} is still being made`, who: 'the service' })),
    ...(excused ? [] : facts.faulty.map((use) => ({ code: 'lint', message: `${use} has a file that would be sent back: bring one without the faults its warnings name, or let the studio complete the order with a reason`, who: WORKERS }))),
  ]
}
