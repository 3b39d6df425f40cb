// Finds what is missing or invalid in an order, and the form field that can fix it.
import {
  missingRules,
  phaseRules,
  type assets,
  type territories,
  type workrequests,
} from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import type { OrderingUser } from './options.ts'

/** `form` collects the errors that belong to no single field. */
export const ORDER_FIELDS = [
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
  'form',
] as const
export type OrderField = (typeof ORDER_FIELDS)[number]
/** With a `code` the app shows its own text, otherwise the service's message. */
export type OrderFieldError = { field: OrderField; code?: OrderErrorCode; text: string }
export type OrderErrorCode = 'territory' | 'language' | 'dng' | 'uses' | 'due' | 'phase'

const FIELDS_BY_POINTER: [pointer: RegExp, OrderField][] = [
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

export function fieldForPointer(pointer: string): OrderField {
  const part = /^\/dng\/(dialogue|graphics|narration)/.exec(pointer)?.[1]
  return (
    (part as OrderField | undefined) ??
    FIELDS_BY_POINTER.find(([pattern]) => pattern.test(pointer))?.[1] ??
    'form'
  )
}

const CODES_WITH_TEXT: readonly string[] = [
  'territory',
  'language',
  'dng',
  'uses',
  'due',
] satisfies OrderErrorCode[]
const toFieldError = (code: string, text: string): OrderFieldError => ({
  field: fieldForPointer(`/${code}`),
  ...(CODES_WITH_TEXT.includes(code) && { code: code as OrderErrorCode }),
  text,
})

type ValidationContext = {
  asset: Pick<assets.Asset, 'workflow'>
  user: OrderingUser
  territory: territories.Territory | undefined
  leadTimeHours: number
  now: number
}

/** Applies the service's own rules before the order is sent. */
export function validateOrder(
  { language = '', dng, uses, due }: workrequests.NewWorkRequest,
  { asset, user, territory, leadTimeHours, now }: ValidationContext,
): OrderFieldError[] {
  const order = {
    language,
    dng: { dialogue: [], graphics: [], narration: [], ...dng },
    uses: { items: [], details: {}, ...uses },
    dcp: { items: [], details: [] },
  }
  const conditions = {
    languages: territory ? territory.languages.map(({ code }) => code) : null,
    isDueInTime: Boolean(due && due.date >= now + leadTimeHours * 3600),
    leadTimeHours,
  }
  return [
    ...missingRules
      .requireOrderFields({ ...order, conditions })
      .map(({ code, message }) => toFieldError(code, message)),
    ...phaseRules
      .phaseErrors({ ...order, workflow: asset.workflow }, user)
      .map(({ pointer, message }) => ({
        field: fieldForPointer(pointer),
        code: 'phase' as const,
        text: message,
      })),
  ]
}

/** The service rejects these even as a draft or in an estimate. */
export const isBlockedByPhase = (errors: readonly OrderFieldError[]) =>
  errors.some(({ code }) => code === 'phase')

/** Reads a rejection: 422 has JSON pointers, 409 lists what is missing. */
export function fieldErrorsFromResponse(error: Error): OrderFieldError[] {
  if (!(error instanceof ApiError)) return []
  const missing = Array.isArray(error.problem.missing)
    ? (error.problem.missing as { code: string; message: string }[])
    : []
  const fieldErrors = [
    ...error.errors.map(({ pointer, message }) => ({
      ...toFieldError(pointer.slice(1), message),
      field: fieldForPointer(pointer),
    })),
    ...missing.map(({ code, message }) => toFieldError(code, message)),
  ]
  return fieldErrors.length ? fieldErrors : [{ field: 'form', text: error.message }]
}

export const errorsForFields = (
  errors: readonly OrderFieldError[],
  ...fields: OrderField[]
): OrderFieldError[] => errors.filter(({ field }) => fields.includes(field))
