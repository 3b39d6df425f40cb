// The steps of a demo work request. Each step calls the API as the person who does it.
import { createComment, createOffline, decideOffline } from '../src/offlines/contract.ts'
import type { NewLine } from '../src/lines/contract.ts'
import {
  changeTranslation,
  translationLines,
  type TranslationEmbedded,
} from '../src/translations/contract.ts'
import {
  answerAssignment,
  assignReviewers,
  assignVendor,
  changeWorkRequest,
  createWorkRequest,
  getWorkRequest,
  type WorkRequest,
  type WorkRequestChange,
} from '../src/workrequests/contract.ts'
import { pictureBytes } from './films.ts'
import { linesOf } from './lines.ts'
import { subtitleFile, toneWav } from './sample-files.ts'
import type { DemoCalendar } from './calendar.ts'
import type { DemoPerson } from './sign-in-as.ts'
import type { DemoAsset } from './data/assets.ts'
import type { DemoNote, DemoOrder } from './data/order.ts'
import { DETAILS, TREATMENTS } from './data/treatments.ts'
import { PEOPLE } from './data/people.ts'
import { ZONES } from './data/studios.ts'
import { TRANSLATORS } from './data/scripts.ts'
import { uploadFile, uploadFilm } from './uploads.ts'
import { vendorGroupOf, type Staff } from './people.ts'

/** A demo work request: its plan, its asset and the people involved. `create` sets the `id`. */
export type DemoOrderState = {
  id: string
  asset: string
  plan: DemoOrder
  demoAsset: DemoAsset
  owner: DemoPerson
  /** The manager of the project. */
  studio: DemoPerson
  vendor: DemoPerson
  staff: Staff
  calendar: DemoCalendar
}
export type DemoStep = (order: DemoOrderState) => Promise<unknown>

const DUE_IN_DAYS = 30
/** The frame rate of the shipped films. */
const FRAME_RATE = 24
const RED = '#e5484d'

export const create: DemoStep = async (order) => {
  const { asset, plan, owner } = order
  const territory = plan.territory ?? PEOPLE[plan.by].territory!
  const created = await owner.call(createWorkRequest, {
    body: {
      asset,
      territory,
      language: plan.language,
      dng: TREATMENTS[plan.treatment],
      instructions: plan.instructions,
      autosubs: plan.autosubs ?? false,
      tags: [plan.language],
      uses: {
        items: plan.uses,
        details: Object.fromEntries(
          plan.uses.map((use) => [use, [{ value: DETAILS[use], ship: use === 'Dcp' }]]),
        ),
      },
      due:
        plan.due === null
          ? null
          : { date: Math.floor(Date.now() / 1000) + DUE_IN_DAYS * 86_400, tz: ZONES[territory]! },
      ...(plan.recipients && { recipients: { Online: plan.recipients } }),
    },
  })
  order.id = created._id
}

export const submit: DemoStep = ({ id, owner }) => change(owner, id, { status: 'submitted' })
/** To a vendor, and to the person who ordered for review and approval. */
export const assign: DemoStep = async ({ id, studio, vendor, staff, owner }) => {
  await studio.call(assignVendor, {
    params: { id },
    body: { vendor: vendorGroupOf(staff, vendor) },
  })
  await studio.call(assignReviewers, {
    params: { id },
    body: { reviewer: owner._id, approver: owner._id },
  })
}
export const accept: DemoStep = ({ id, vendor }) =>
  vendor.call(answerAssignment, { params: { id }, body: { decision: 'accepted' } })
export const decline: DemoStep = ({ id, vendor, plan: { assignment } }) =>
  vendor.call(answerAssignment, {
    params: { id },
    body: { decision: 'declined', reason: (assignment as { declined: string }).declined },
  })
export const cancel: DemoStep = ({ id, plan: { cancelled }, staff }) =>
  change(staff.person[cancelled!.by], id, { status: 'cancelled', reason: cancelled!.reason })
export const resume: DemoStep = ({ id, vendor }) => change(vendor, id, { status: 'in-progress' })

/** Completes the translations and materials. After the last one, the service moves the request. */
export const prepare: DemoStep = async (order) => {
  const request = await read(order)
  for (const part of orderedParts(request)) await translate(order, part, request[part])
  for (const { name } of request.materials.filter((material) => material.name !== 'Subtitled')) {
    const file = await uploadVendorFile(order, name === 'Dubbed' ? 'dialogue.wav' : 'cards.jpg')
    await change(order.vendor, order.id, {
      materials: [{ name, complete: true, approved: false, files: [file] }],
    })
    if (name === 'Graphics')
      await change(order.owner, order.id, {
        materials: [{ name, complete: true, approved: true, files: [file] }],
      })
  }
}

export const startTranslating: DemoStep = async (order) => {
  const request = await read(order)
  const translator = await assignTranslator(order, request.translation)
  const lines = linesOf(order.demoAsset.film!, 'spoken', order.plan.language)
  const untranslated = (line: NewLine): NewLine => ({ ...line, text: '', auto: true })
  await translator.call(translationLines.put, {
    params: { id: request.translation._id },
    body: lines.map((line, index) =>
      index < lines.length - order.plan.missingLines! ? line : untranslated(line),
    ),
  })
}

export const uploadOffline: DemoStep = async (order) => {
  const version = (await read(order)).offlines.length + 1
  const { asset, demoAsset, calendar, vendor, plan } = order
  const { film, code } = demoAsset
  const file = film
    ? await uploadFilm(
        calendar,
        vendor,
        { name: `${code}_${plan.language}_v${version}.mp4`, asset, tags: ['offline'] },
        plan.offlines?.[version - 1] ?? film,
      )
    : await uploadVendorFile(order, `v${version}.jpg`)
  await vendor.call(createOffline, { body: { workRequest: order.id, file } })
  await change(vendor, order.id, { status: 'for-review' })
}

/** The comments on the newest offline. */
export const annotate: DemoStep = async (order) => {
  const { offlines } = await read(order)
  for (const note of order.plan.notes ?? [])
    if (note.version === offlines.length)
      await order[note.by].call(createComment, {
        params: { id: offlines[0]!._id },
        body: { text: note.text, ...positionOf(note) },
      })
}

function positionOf({ at, until, circle }: DemoNote) {
  const first = Math.round(at * FRAME_RATE)
  return {
    ...(until ? { range: { first, last: Math.round(until * FRAME_RATE) } } : { frame: first }),
    ...(circle && { drawing: [{ colour: RED, width: 0.006, points: drawCircle(circle) }] }),
  }
}

/** As by hand: a little wider than high, and not quite closed. */
const drawCircle = ([x, y, radius]: [number, number, number]): [number, number][] =>
  Array.from({ length: 40 }, (_, n) => [
    x + Math.cos(n * 0.165 - 1.4) * radius,
    y + Math.sin(n * 0.165 - 1.4) * radius * 1.1,
  ])

export const reject: DemoStep = async (order) => {
  const { offlines } = await read(order)
  await order.owner.call(decideOffline, {
    params: { id: offlines[0]!._id },
    body: { decision: 'rejected', ...order.plan.rejected! },
  })
}

export const approveLines: DemoStep = async (order) => {
  const request = await read(order)
  for (const part of orderedParts(request))
    await order.owner.call(changeTranslation, {
      params: { id: request[part]._id },
      body: { status: 'approved' },
    })
}

export const approve: DemoStep = async (order) => {
  await approveLines(order)
  const { offlines } = await read(order)
  await order.owner.call(decideOffline, {
    params: { id: offlines[0]!._id },
    body: { decision: 'approved' },
  })
  await change(order.owner, order.id, { status: 'approved' })
}

/**
 * Delivers a file for each use. They are no films, so the home office completes the request.
 */
export const deliver: DemoStep = async (order) => {
  const extension = { graphics: 'jpg', dub: 'wav' }[order.plan.treatment as string] ?? 'srt'
  const files: NonNullable<WorkRequestChange['files']> = []
  for (const use of order.plan.uses)
    files.push({ name: use, files: [await uploadVendorFile(order, `${use}.${extension}`)] })
  await change(order.vendor, order.id, { files })
  await change(order.staff.person.mirela, order.id, {
    status: 'complete',
    reason: 'The lab adds these files to the film.',
  })
}

const change = (by: DemoPerson, id: string, body: WorkRequestChange) =>
  by.call(changeWorkRequest, { params: { id }, body })
const read = ({ id, owner }: DemoOrderState): Promise<WorkRequest> =>
  owner.call(getWorkRequest, { params: { id } })

type Part = 'translation' | 'graphicsTranslation'

const orderedParts = ({ dng }: WorkRequest): Part[] => [
  ...(dng.dialogue.includes('Subtitled') ? ['translation' as const] : []),
  ...(dng.graphics.includes('Subtitled') ? ['graphicsTranslation' as const] : []),
]

async function translate(order: DemoOrderState, part: Part, translation: TranslationEmbedded) {
  const translator = await assignTranslator(order, translation)
  await translator.call(translationLines.put, {
    params: { id: translation._id },
    body: linesOf(
      order.demoAsset.film!,
      part === 'translation' ? 'spoken' : 'cards',
      order.plan.language,
    ),
  })
  await translator.call(changeTranslation, {
    params: { id: translation._id },
    body: { status: 'submitted' },
  })
}

/** Assigns the translator for the language. Without one, the vendor translates. */
async function assignTranslator(
  { plan, vendor, staff }: DemoOrderState,
  { _id }: TranslationEmbedded,
): Promise<DemoPerson> {
  const key = TRANSLATORS[plan.language as keyof typeof TRANSLATORS]
  if (!key) return vendor
  await vendor.call(changeTranslation, {
    params: { id: _id },
    body: { translator: staff.person[key]._id },
  })
  return staff.person[key]
}

function uploadVendorFile(order: DemoOrderState, suffix: string): Promise<string> {
  const {
    asset,
    demoAsset,
    plan: { language },
    vendor,
  } = order
  const kind = suffix.split('.').at(-1)!
  const bytes =
    kind === 'jpg'
      ? pictureBytes(demoAsset.picture ?? 'velmarra-card-german')
      : kind === 'wav'
        ? toneWav(330)
        : subtitleFile(linesOf(demoAsset.film!, 'spoken', language))
  return uploadFile(
    order.calendar,
    vendor,
    { name: `${demoAsset.code}_${language}_${suffix}`, asset, language, tags: [kind] },
    bytes,
  )
}
