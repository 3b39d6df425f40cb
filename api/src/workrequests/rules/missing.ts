// What a move still needs. `message` says what to do next, and `who` says who can do it.
import type { MissingItem } from '../contract.ts'
import { openMaterials, orderedTranslations, SUBTITLES_MATERIAL } from './materials.ts'
import type { MovableRequest } from './stored.ts'

export type MoveInput = { reason?: string | undefined; code?: string | undefined }
type Request = MovableRequest

/** Who can provide a missing item. An assigned translator, reviewer or approver is named instead. */
export const RESPONSIBLE = {
  owners: 'the owner or the studio',
  workers: 'the vendor or the studio',
  approvers: 'the owner, the territory or the studio',
  translationApprovers: 'the territory or the studio',
  studio: 'the studio',
  vendor: 'the vendor',
  assigner: 'the vendor, who must assign a translator',
  admin: 'an admin',
  service: 'the service',
  you: 'you',
} as const

/** Everything that can be missing. The word before the dot is the code, except for checks. */
export const MISSING_STEPS = [
  'assignment',
  'reason',
  'code',
  'territory',
  'language',
  'dng',
  'uses',
  'due',
  'material.none',
  'material.approve',
  'material.attach',
  'material.translate',
  'offline.making',
  'offline.bring',
  'offline.there',
  'offline.decide',
  'translation.approve',
  'translation.hand-in',
  'deliverable',
  'deliverable.upload',
  'deliverable.checking',
  'deliverable.studio',
  'encode',
  'encode.failed',
  'lint',
] as const
export type MissingStep = (typeof MISSING_STEPS)[number]

export const missing = (step: MissingStep, message: string, who: string, of = ''): MissingItem => ({
  code: step === 'deliverable.checking' ? step : step.split('.')[0]!,
  step,
  of,
  message,
  who,
})

/** One sentence for each message, with the people who can act on it. */
export const describeMissing = (items: readonly MissingItem[]): string =>
  items
    .map(({ message, who }) => (who === RESPONSIBLE.you ? `${message}.` : `${message} (${who}).`))
    .join(' ')

export const hasReason = ({ reason }: MoveInput) => Boolean(reason?.trim())
export const requireReason = (input: MoveInput): MissingItem[] =>
  hasReason(input) ? [] : [missing('reason', 'Give a reason', RESPONSIBLE.you)]
export const requireCode = ({ code }: MoveInput): MissingItem[] =>
  code ? [] : [missing('code', 'Choose a rejection code', RESPONSIBLE.you)]

type Order = Pick<Request, 'language' | 'dng' | 'uses' | 'dcp'> & {
  conditions: Pick<Request['conditions'], 'languages' | 'isDueInTime' | 'leadTimeHours'>
}

export function requireOrderFields({ language, conditions, dng, uses, dcp }: Order): MissingItem[] {
  const { leadTimeHours } = conditions
  const items: MissingItem[] = []
  const add = (step: MissingStep, message: string, of?: string) =>
    items.push(missing(step, message, RESPONSIBLE.owners, of))
  const isTreated = Object.values(dng)
    .flat()
    .some((choice) => choice !== 'OV')

  if (conditions.languages === null) add('territory', 'Choose a territory')
  if (!conditions.languages?.includes(language))
    add('language', 'Choose a language of the territory')
  if (!isTreated && uses.items.length === 0)
    add('dng', 'Choose a treatment other than OV for dialogue, graphics or narration')
  if (uses.items.length === 0 && dcp.items.length === 0) add('uses', 'Choose a use or a DCP')
  if (!conditions.isDueInTime)
    add('due', `Set a due date at least ${leadTimeHours} hours ahead`, String(leadTimeHours))
  return items
}

export const requireOpenMaterial = (request: Request): MissingItem[] =>
  openMaterials(request).length
    ? []
    : [
        missing(
          'material.none',
          'Reopen the material that needs more work, with a reason',
          RESPONSIBLE.workers,
        ),
      ]

export const requireAllMaterials = (request: Request): MissingItem[] =>
  openMaterials(request).flatMap((name) => {
    const translations = name === SUBTITLES_MATERIAL ? missingTranslations(request) : []
    return translations.length ? translations : [missingMaterial(request, name)]
  })

function missingMaterial({ materials, approver }: Request, name: string): MissingItem {
  const isComplete = materials.some((material) => material.name === name && material.complete)
  return isComplete
    ? missing(
        'material.approve',
        `Approve the material ${name}`,
        approver?.name ?? RESPONSIBLE.approvers,
        name,
      )
    : missing(
        'material.attach',
        `Upload the files of the material ${name} and mark it as complete`,
        RESPONSIBLE.workers,
        name,
      )
}

/** The translations that complete the material `Subtitled` once they are submitted. */
const missingTranslations = (request: Request): MissingItem[] =>
  orderedTranslations(request)
    .filter(({ status }) => status !== 'submitted' && status !== 'approved')
    .map((translation) =>
      missing(
        'material.translate',
        `Submit the translation into ${translation.language}`,
        translatorOf(translation),
        translation.language,
      ),
    )

const translatorOf = ({ translator }: Request['translation']) =>
  translator?.name ?? RESPONSIBLE.assigner

export function requireFreshOffline({ conditions, encodes, offlines }: Request): MissingItem[] {
  if (conditions.hasFreshOffline) return []
  const newest = encodes.find(({ kind }) => kind === 'offline')
  if (newest && isRendering(newest))
    return [missing('offline.making', 'Wait until the offline is rendered', RESPONSIBLE.service)]
  const message = offlines.length
    ? 'Upload a new offline to replace the rejected one'
    : 'Upload an offline'
  return [missing('offline.bring', message, RESPONSIBLE.vendor)]
}

export const isRendering = ({ status }: Pick<Request['encodes'][number], 'status'>) =>
  status === 'waiting' || status === 'making'

export const requireNoOffline = ({ offlines }: Request): MissingItem[] =>
  offlines.length === 0
    ? []
    : [
        missing(
          'offline.there',
          'Cancel this work request and create a new one, because it has an offline',
          RESPONSIBLE.studio,
        ),
      ]

export function requireApprovals(request: Request): MissingItem[] {
  const [newest] = request.offlines
  const isDecided =
    newest?.decision === 'approved' || !request.asset.workflow.definition.requireOfflineApproval
  const reviewer = request.reviewer?.name ?? request.approver?.name
  const offline = missing(
    'offline.decide',
    'Approve the newest offline',
    reviewer ?? RESPONSIBLE.approvers,
  )
  const translations = orderedTranslations(request).filter(({ status }) => status !== 'approved')
  return [...(isDecided ? [] : [offline]), ...translations.map(unapprovedTranslation)]
}

function unapprovedTranslation(translation: Request['translation']): MissingItem {
  const { language, status } = translation
  return status === 'submitted'
    ? missing(
        'translation.approve',
        `Approve the translation into ${language}`,
        RESPONSIBLE.translationApprovers,
        language,
      )
    : missing(
        'translation.hand-in',
        `Submit the translation into ${language} for approval`,
        translatorOf(translation),
        language,
      )
}
