// An order that is not submitted yet. It is flat, so that one field can be set for many orders.
import { workrequests, type users } from '@reelay/api/contract'

export type OrderUse = (typeof workrequests.USES)[number]
export type RecipientUse = (typeof workrequests.RECIPIENT_USES)[number]
export type ZonedDate = { date: number; tz: string }
export type UseDetail = { value: string; ship: boolean }
/** An email address, as a string or an object, or a user with an account. */
export type OrderRecipient =
  | string
  | { _id: string; name?: string }
  | { email: string; name?: string }

/** The fields that the form has as the work request has them, each with its empty value. */
const PLAIN_FIELDS = {
  recipients: {} as Partial<Record<RecipientUse, OrderRecipient[]>>,
  shippingAddresses: [] as unknown[],
  autosubs: false as boolean,
  dualLanguages: false as boolean,
  aspectRatio: null as string | null,
  audioFile: null as string | null,
  due: null as ZonedDate | null,
  deliveryDeadline: null as ZonedDate | null,
  instructions: '',
  tags: [] as string[],
}
type PlainFields = typeof PLAIN_FIELDS

export type OrderDraft = PlainFields & {
  territory: string
  /** Each language becomes a work request of its own. */
  languages: string[]
  dialogue: string[]
  graphics: string[]
  narration: string[]
  uses: OrderUse[]
  details: Partial<Record<OrderUse, UseDetail[]>>
}
export type OrderQueueItem = { asset: string } & OrderDraft

export const EMPTY_DRAFT: OrderDraft = {
  territory: '',
  languages: [],
  dialogue: [],
  graphics: [],
  narration: [],
  uses: [],
  details: {},
  ...PLAIN_FIELDS,
}

/** Selects the language if the territory has only one. */
export function newDraft(me: Pick<users.User, 'territory'>): OrderDraft {
  const languages = me.territory?.languages.map(({ code }) => code) ?? []
  return {
    ...EMPTY_DRAFT,
    territory: me.territory?.code ?? '',
    languages: languages.length === 1 ? languages : [],
  }
}

/**
 * The service stores the queue without checking it. Another program or an earlier version of this
 * one may have written it.
 */
export function parseQueueItems(stored: readonly unknown[]): OrderQueueItem[] {
  const items = stored.flatMap((entry) => {
    const item = typeof entry === 'string' ? { asset: entry } : entry
    if (
      typeof item !== 'object' ||
      item === null ||
      !('asset' in item) ||
      typeof item.asset !== 'string'
    )
      return []
    return [{ ...EMPTY_DRAFT, ...pickValidFields(item), asset: item.asset }]
  })
  return [...new Map(items.map((item) => [item.asset, item])).values()]
}

function pickValidFields(item: Record<string, unknown>): Partial<OrderDraft> {
  return Object.fromEntries(
    FIELD_NAMES.filter((name) => name in item && isSameType(item[name], EMPTY_DRAFT[name])).map(
      (name) => [name, item[name]],
    ),
  )
}

const FIELD_NAMES = Object.keys(EMPTY_DRAFT) as (keyof OrderDraft)[]

/** A field whose empty value is null accepts anything. */
const isSameType = (value: unknown, empty: unknown) =>
  empty === null ||
  (typeof value === typeof empty && value !== null && Array.isArray(value) === Array.isArray(empty))

/** Without a language there is one work request, so that validation can say what is missing. */
export const toNewWorkRequests = ({
  asset,
  ...draft
}: OrderQueueItem): workrequests.NewWorkRequest[] =>
  (draft.languages.length ? draft.languages : [undefined]).map((language) =>
    Object.assign({ asset }, toFields(draft), language && { language }),
  )

/** The change that saves a draft of an existing work request, which has one language. */
export const toWorkRequestChange = (draft: OrderDraft): workrequests.WorkRequestChange => ({
  ...toFields(draft),
  ...(draft.languages[0] && { language: draft.languages[0] }),
})

function toFields(draft: OrderDraft) {
  const { territory, languages: _languages, dialogue, graphics, narration, ...others } = draft
  const { uses, details, due, deliveryDeadline, ...unchanged } = others
  return {
    ...unchanged,
    ...(territory && { territory }),
    dng: { dialogue, graphics, narration },
    // Omit the details of a use that is no longer selected.
    uses: {
      items: uses,
      details: Object.fromEntries(
        uses.flatMap((use) => (details[use]?.length ? [[use, details[use]]] : [])),
      ) as OrderDraft['details'],
    },
    due: ignoreAncient(due),
    deliveryDeadline: ignoreAncient(deliveryDeadline),
  }
}

/** A year that is still being typed gives a date before 1970. */
const ignoreAncient = (when: ZonedDate | null) => (when && when.date > 0 ? when : null)

type OrderFields = Pick<
  workrequests.WorkRequest,
  'territory' | 'language' | 'dng' | 'uses' | keyof PlainFields
>

/** The form values of an existing work request. */
export function toDraft(request: OrderFields): OrderDraft {
  const { territory, language, dng, uses } = request
  return {
    territory,
    languages: language ? [language] : [],
    ...dng,
    uses: [...uses.items],
    details: uses.details,
    ...(pickKeys(request, PLAIN_FIELDS) as PlainFields),
  }
}

const pickKeys = (from: object, keys: object): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in keys))

/** The fields that differ between drafts that are edited together. */
export function findDifferingFields(drafts: readonly OrderDraft[]): ReadonlySet<keyof OrderDraft> {
  const [first, ...others] = drafts
  return new Set(
    first
      ? FIELD_NAMES.filter((name) =>
          others.some((other) => JSON.stringify(other[name]) !== JSON.stringify(first[name])),
        )
      : [],
  )
}
