// What stands in the way of a move: each thing in words that say what to do next, and who can do
// it.
import type { MissingItem } from '../contract.ts'
import { openMaterials, orderedTranslations, SUBTITLES_MATERIAL } from './materials.ts'
import type { StoredWorkRequest } from './stored.ts'

export type MoveInput = { reason?: string | undefined; code?: string | undefined }
type Request = StoredWorkRequest

/** Everybody who can be waited for, besides a translator, who is named. */
export const RESPONSIBLE = {
  owners: 'its owner or the studio',
  workers: 'the vendor or the studio',
  approvers: 'its owner, its territory or the studio',
  readers: 'its territory or the studio',
  studio: 'the studio',
  vendor: 'the vendor',
  giver: 'the vendor, who gives it to a translator',
  admin: 'an admin',
  service: 'the service',
  you: 'you',
} as const

/** Each thing that can be missing. The first word is its code. */
export const MISSING_STEPS = [
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
  'encode',
  'lint',
] as const
export type MissingStep = (typeof MISSING_STEPS)[number]

const missing = (step: MissingStep, message: string, who: string, of = ''): MissingItem => ({
  code: step.split('.')[0]!,
  step,
  of,
  message,
  who,
})

export const hasReason = ({ reason }: MoveInput) => Boolean(reason?.trim())
export const requireReason = (asked: MoveInput): MissingItem[] =>
  hasReason(asked) ? [] : [missing('reason', 'a reason is needed: say why', RESPONSIBLE.you)]
export const requireCode = ({ code }: MoveInput): MissingItem[] =>
  code ? [] : [missing('code', 'a code is needed: say what is wrong', RESPONSIBLE.you)]

type Ordered = Pick<Request, 'language' | 'dng' | 'uses' | 'dcp'> & {
  facts: Pick<Request['facts'], 'languages' | 'dueInTime' | 'leadTimeHours'>
}

export function requireOrderFields({ language, facts, dng, uses, dcp }: Ordered): MissingItem[] {
  const chosen = Object.values(dng)
    .flat()
    .some((choice) => choice !== 'OV')
  return [
    ...(facts.languages === null
      ? [missing('territory', 'a territory is needed: choose one', RESPONSIBLE.owners)]
      : []),
    ...(!facts.languages?.includes(language)
      ? [
          missing(
            'language',
            'a language of the territory is needed: choose one',
            RESPONSIBLE.owners,
          ),
        ]
      : []),
    ...(!chosen && uses.items.length === 0
      ? [
          missing(
            'dng',
            'a choice of dialogue, graphics or narration other than OV is needed',
            RESPONSIBLE.owners,
          ),
        ]
      : []),
    ...(uses.items.length === 0 && dcp.items.length === 0
      ? [
          missing(
            'uses',
            'a use or a DCP is needed: choose what the version is for',
            RESPONSIBLE.owners,
          ),
        ]
      : []),
    ...(!facts.dueInTime
      ? [
          missing(
            'due',
            `a due date at least ${facts.leadTimeHours} hours ahead is needed`,
            RESPONSIBLE.owners,
            String(facts.leadTimeHours),
          ),
        ]
      : []),
  ]
}

export function requireOpenMaterial(request: Request): MissingItem[] {
  return openMaterials(request).length
    ? []
    : [
        missing(
          'material.none',
          'no material is open: reopen the one that is not right, with a reason',
          RESPONSIBLE.workers,
        ),
      ]
}

export function requireAllMaterials(request: Request): MissingItem[] {
  return openMaterials(request).flatMap((name) => {
    const translations = name === SUBTITLES_MATERIAL ? missingTranslations(request) : []
    return translations.length ? translations : [missingMaterial(request, name)]
  })
}

function missingMaterial({ materials }: Request, name: string): MissingItem {
  return materials.some((material) => material.name === name && material.complete)
    ? missing(
        'material.approve',
        `the material ${name} is open: it is complete and waits for its approval`,
        RESPONSIBLE.approvers,
        name,
      )
    : missing(
        'material.attach',
        `the material ${name} is open: attach its files and mark it as complete`,
        RESPONSIBLE.workers,
        name,
      )
}

/** The material Subtitled is there when these are handed in. */
function missingTranslations(request: Request): MissingItem[] {
  const open = orderedTranslations(request).filter(
    ({ status }) => status !== 'submitted' && status !== 'approved',
  )
  return open.map((translation) =>
    missing(
      'material.translate',
      `the material ${SUBTITLES_MATERIAL} is open: hand in the translation into ${translation.language}`,
      translatorOf(translation),
      translation.language,
    ),
  )
}

const translatorOf = ({ translator: given }: Request['translation']) =>
  given?.name ?? RESPONSIBLE.giver

export function requireFreshOffline({ facts, encodes }: Request): MissingItem[] {
  if (facts.freshOffline) return []
  const newest = encodes.find(({ kind }) => kind === 'offline')
  return newest && (newest.status === 'waiting' || newest.status === 'making')
    ? [missing('offline.making', 'the offline is still being made', RESPONSIBLE.service)]
    : [
        missing(
          'offline.bring',
          'an offline newer than the last rejection is needed: bring one',
          RESPONSIBLE.vendor,
        ),
      ]
}

export function requireNoOffline({ offlines }: Request): MissingItem[] {
  return offlines.length === 0
    ? []
    : [
        missing(
          'offline.there',
          'there is an offline already: cancel the order, and give it anew',
          RESPONSIBLE.studio,
        ),
      ]
}

export function requireApprovals(request: Request): MissingItem[] {
  const [newest] = request.offlines
  const decided =
    newest?.decision === 'approved' || !request.asset.workflow.definition.requireOfflineApproval
  return [
    ...(decided
      ? []
      : [
          missing(
            'offline.decide',
            'the newest offline is not approved: look at it and decide',
            RESPONSIBLE.approvers,
          ),
        ]),
    ...orderedTranslations(request)
      .filter(({ status }) => status !== 'approved')
      .map(unapprovedTranslation),
  ]
}

function unapprovedTranslation(translation: Request['translation']): MissingItem {
  const { language, status } = translation
  return status === 'submitted'
    ? missing(
        'translation.approve',
        `the translation into ${language} is not approved: read it and decide`,
        RESPONSIBLE.readers,
        language,
      )
    : missing(
        'translation.hand-in',
        `the translation into ${language} is not approved: it is ${status} and must be handed in first`,
        translatorOf(translation),
        language,
      )
}

/**
 * Each ordered use, and a DCP where one was ordered beside them. The studio may take what would be
 * sent back, and says why.
 */
export function requireDeliverables(
  { uses, dcp, facts, encodes }: Request,
  excused: boolean,
): MissingItem[] {
  const ordered = new Set<string>([...uses.items, ...(dcp.items.length ? ['Dcp'] : [])])
  const making = encodes.filter(
    ({ kind, status }) => kind === 'deliverable' && (status === 'waiting' || status === 'making'),
  )
  return [
    ...[...ordered]
      .filter((use) => !facts.delivered.includes(use))
      .map((use) =>
        missing(
          'deliverable',
          `${use} has no verified file: attach one to the order`,
          RESPONSIBLE.vendor,
          use,
        ),
      ),
    ...making
      .map(({ use, value }) => [use, value].filter(Boolean).join(' '))
      .map((what) => missing('encode', `${what} is still being made`, RESPONSIBLE.service, what)),
    ...(excused
      ? []
      : facts.faulty.map((use) =>
          missing(
            'lint',
            `${use} has a file that would be sent back: bring one without the faults its warnings name, or let the studio complete the order with a reason`,
            RESPONSIBLE.workers,
            use,
          ),
        )),
  ]
}
