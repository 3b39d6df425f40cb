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

/** A field of the form. `form` collects the errors that belong to no single field. */
export type OrderField =
  | 'territory'
  | 'languages'
  | 'treatments'
  | 'dialogue'
  | 'graphics'
  | 'narration'
  | 'uses'
  | 'recipients'
  | 'due'
  | 'deliveryDeadline'
  | 'aspectRatio'
  | 'audioFile'
  | 'instructions'
  | 'tags'
  | 'form'

/** With a `code` the app shows its own text, otherwise the service's message. */
export type OrderFieldError = { field: OrderField; code?: OrderErrorCode; text: string }
type OrderErrorCode = PropertyWithText | 'phase'

/** Properties of an order for which the app has a text. The service's codes for them are the same. */
const FIELDS_WITH_TEXT = {
  territory: 'territory',
  language: 'languages',
  dng: 'treatments',
  uses: 'uses',
  due: 'due',
} as const
type PropertyWithText = keyof typeof FIELDS_WITH_TEXT

const FIELDS = new Map<string, OrderField>([
  ...Object.entries(FIELDS_WITH_TEXT),
  ['dng/dialogue', 'dialogue'],
  ['dng/graphics', 'graphics'],
  ['dng/narration', 'narration'],
  ['recipients', 'recipients'],
  ['shippingAddresses', 'recipients'],
  ['deliveryDeadline', 'deliveryDeadline'],
  ['aspectRatio', 'aspectRatio'],
  ['audioFile', 'audioFile'],
  ['instructions', 'instructions'],
  ['tags', 'tags'],
])

function errorFromPointer(pointer: string, text: string): OrderFieldError {
  const [, property = '', part] = pointer.split('/')
  const field = FIELDS.get(`${property}/${part}`) ?? FIELDS.get(property) ?? 'form'
  return part === undefined && property in FIELDS_WITH_TEXT
    ? { field, code: property as PropertyWithText, text }
    : { field, text }
}

/** The code of a missing item is the property, if it is one of the order. */
const errorFromMissing = ({ code, message }: { code: string; message: string }): OrderFieldError =>
  errorFromPointer(`/${code}`, message)

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
    // The form orders no DCP.
    dcp: { items: [], details: [] },
  }
  const conditions = {
    languages: territory ? territory.languages.map(({ code }) => code) : null,
    isDueInTime: Boolean(due && due.date >= now + leadTimeHours * 3600),
    leadTimeHours,
  }
  return [
    ...missingRules.requireOrderFields({ ...order, conditions }).map(errorFromMissing),
    ...phaseRules
      .phaseErrors({ ...order, workflow: asset.workflow }, user)
      .map(({ pointer, message }) => ({
        ...errorFromPointer(pointer, message),
        code: 'phase' as const,
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
    ...error.errors.map(({ pointer, message }) => errorFromPointer(pointer, message)),
    ...missing.map(errorFromMissing),
  ]
  return fieldErrors.length ? fieldErrors : [{ field: 'form', text: error.message }]
}

export const errorsForFields = (
  errors: readonly OrderFieldError[],
  ...fields: OrderField[]
): OrderFieldError[] => errors.filter(({ field }) => fields.includes(field))
