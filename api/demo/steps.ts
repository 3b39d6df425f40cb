// The steps of a demo work request. Each step calls the API as the person who does it.
import { createOffline, decideOffline } from '../src/offlines/contract.ts'
import type { NewLine } from '../src/lines/contract.ts'
import {
  changeTranslation,
  translationLines,
  type TranslationEmbedded,
} from '../src/translations/contract.ts'
import {
  changeWorkRequest,
  createWorkRequest,
  getWorkRequest,
  type WorkRequest,
  type WorkRequestChange,
} from '../src/workrequests/contract.ts'
import { lookOf } from './looks.ts'
import { drawStill, subtitleFile, toneWav } from './sample-files.ts'
import type { DemoCalendar } from './calendar.ts'
import type { DemoPerson } from './sign-in-as.ts'
import type { DemoAsset } from './data/assets.ts'
import { PROJECTS } from './data/projects.ts'
import type { DemoOrder } from './data/orders.ts'
import { DETAILS, TREATMENTS } from './data/treatments.ts'
import { PEOPLE } from './data/people.ts'
import { ZONES } from './data/studios.ts'
import { TRANSLATORS, linesOf } from './data/scripts.ts'
import { uploadFile } from './library.ts'
import type { Staff } from './people.ts'

/** A demo work request: its plan, its asset and the people involved. `create` sets the `id`. */
export type DemoOrderState = {
  id: string
  asset: string
  plan: DemoOrder
  demoAsset: DemoAsset
  owner: DemoPerson
  vendor: DemoPerson
  staff: Staff
  calendar: DemoCalendar
}
export type DemoStep = (order: DemoOrderState) => Promise<unknown>

const DUE_IN_DAYS = 30

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
export const cancel: DemoStep = ({ id, plan: { cancelled }, staff }) =>
  change(staff.person[cancelled!.by], id, { status: 'cancelled', reason: cancelled!.reason })
export const resume: DemoStep = ({ id, vendor }) => change(vendor, id, { status: 'in-progress' })

/** Completes the translations and materials. After the last one, the service moves the request. */
export const prepare: DemoStep = async (order) => {
  const request = await read(order)
  for (const part of orderedParts(request)) await translate(order, part, request[part])
  for (const { name } of request.materials.filter((material) => material.name !== 'Subtitled')) {
    const file = await uploadVendorFile(order, name === 'Dubbed' ? 'dialogue.wav' : 'cards.png')
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
  const lines = linesOf(scriptOf(order), 'spoken', order.plan.language)
  const untranslated = (line: NewLine): NewLine => ({ ...line, text: '', auto: true })
  await translator.call(translationLines.put, {
    params: { id: request.translation._id },
    body: lines.map((line, index) => (index * 2 < lines.length ? line : untranslated(line))),
  })
}

export const uploadOffline: DemoStep = async (order) => {
  const { offlines } = await read(order)
  const file = await uploadVendorFile(order, `offline_v${offlines.length + 1}.png`)
  await order.vendor.call(createOffline, { body: { workRequest: order.id, file } })
  await change(order.vendor, order.id, { status: 'for-review' })
}

export const reject: DemoStep = async (order) => {
  const { offlines } = await read(order)
  await order.owner.call(decideOffline, {
    params: { id: offlines[0]!._id },
    body: { decision: 'rejected', ...order.plan.rejected! },
  })
}

export const approve: DemoStep = async (order) => {
  const request = await read(order)
  for (const part of orderedParts(request))
    await order.owner.call(changeTranslation, {
      params: { id: request[part]._id },
      body: { status: 'approved' },
    })
  await order.owner.call(decideOffline, {
    params: { id: request.offlines[0]!._id },
    body: { decision: 'approved' },
  })
  await change(order.owner, order.id, { status: 'approved' })
}

/**
 * Delivers a file for each use. The films of the demo are rendered later, so the home office
 * completes the request.
 */
export const deliver: DemoStep = async (order) => {
  const extension = { graphics: 'png', dub: 'wav' }[order.plan.treatment as string] ?? 'srt'
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
const scriptOf = ({ demoAsset }: DemoOrderState) => PROJECTS[demoAsset.project].script

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
      scriptOf(order),
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
    kind === 'png'
      ? drawStill(demoAsset.size, { ...lookOf(demoAsset), seed: 98 })
      : kind === 'wav'
        ? toneWav(330)
        : subtitleFile(linesOf(scriptOf(order), 'spoken', language))
  return uploadFile(
    order.calendar,
    vendor,
    { name: `${demoAsset.code}_${language}_${suffix}`, asset, language, tags: [kind] },
    bytes,
  )
}
