// What is missing or wrong, beside the field that can mend it.
import {
  missingRules,
  phaseRules,
  type assets,
  type territories,
  type workrequests,
} from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import type { Person } from './options.ts'

export const FIELDS = [
  'territory',
  'languages',
  'treatments',
  'dialogue',
  'graphics',
  'narration',
  'uses',
  'recipients',
  'due',
  'deliveryDeadline',
  'aspectRatio',
  'audioFile',
  'instructions',
  'tags',
  'whole',
] as const
export type Field = (typeof FIELDS)[number]
/** `code` where the app has words of its own for it, else the service's sentence. */
export type Fault = { field: Field; code?: Code; text: string }
export type Code = 'territory' | 'language' | 'dng' | 'uses' | 'due' | 'closed'

const BY_POINTER: [pointer: RegExp, Field][] = [
  [/^\/territory/, 'territory'],
  [/^\/language/, 'languages'],
  [/^\/dng/, 'treatments'],
  [/^\/uses/, 'uses'],
  [/^\/(recipients|shippingAddresses)/, 'recipients'],
  [/^\/due/, 'due'],
  [/^\/deliveryDeadline/, 'deliveryDeadline'],
  [/^\/aspectRatio/, 'aspectRatio'],
  [/^\/audioFile/, 'audioFile'],
  [/^\/instructions/, 'instructions'],
  [/^\/tags/, 'tags'],
]

export function fieldAt(pointer: string): Field {
  const part = /^\/dng\/(dialogue|graphics|narration)/.exec(pointer)?.[1]
  return (
    (part as Field | undefined) ??
    BY_POINTER.find(([pattern]) => pattern.test(pointer))?.[1] ??
    'whole'
  )
}

const CODES: readonly string[] = ['territory', 'language', 'dng', 'uses', 'due'] satisfies Code[]
const withCode = (code: string, text: string): Fault => ({
  field: fieldAt(`/${code}`),
  ...(CODES.includes(code) && { code: code as Code }),
  text,
})

type Known = {
  asset: Pick<assets.Asset, 'workflow'>
  person: Person
  territory: territories.Territory | undefined
  leadTimeHours: number
  now: number
}

/** What the service would refuse, by its own rules, before it is asked. */
export function faultsOf(
  { language = '', dng, uses, due }: workrequests.NewWorkRequest,
  { asset, person, territory, leadTimeHours, now }: Known,
): Fault[] {
  const order = {
    language,
    dng: { dialogue: [], graphics: [], narration: [], ...dng },
    uses: { items: [], details: {}, ...uses },
    dcp: { items: [], details: [] },
  }
  const facts = {
    languages: territory ? territory.languages.map(({ code }) => code) : null,
    dueInTime: Boolean(due && due.date >= now + leadTimeHours * 3600),
    leadTimeHours,
  }
  return [
    ...missingRules
      .orderFaults({ ...order, facts })
      .map(({ code, message }) => withCode(code, message)),
    ...phaseRules.closedInPhase({ ...order, asset }, person).map(({ pointer, message }) => ({
      field: fieldAt(pointer),
      code: 'closed' as const,
      text: message,
    })),
  ]
}

/** Those that are no matter of being unfinished: even a draft, or its price, would be refused. */
export const isClosed = (faults: readonly Fault[]) => faults.some(({ code }) => code === 'closed')

/** What the service did refuse: 422 by pointers, 409 by what is missing. */
export function faultsOfRefusal(error: Error): Fault[] {
  if (!(error instanceof Refusal)) return []
  const missing = Array.isArray(error.problem.missing)
    ? (error.problem.missing as { code: string; message: string }[])
    : []
  const faults = [
    ...error.errors.map(({ pointer, message }) => ({
      ...withCode(pointer.slice(1), message),
      field: fieldAt(pointer),
    })),
    ...missing.map(({ code, message }) => withCode(code, message)),
  ]
  return faults.length ? faults : [{ field: 'whole', text: error.message }]
}

export const at = (faults: readonly Fault[], ...fields: Field[]): Fault[] =>
  faults.filter(({ field }) => fields.includes(field))
