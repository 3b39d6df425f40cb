// An order that is being written: flat, so that one field can be set for many at once.
import { workrequests, type users } from '@reelay/api/contract'

export type Use = (typeof workrequests.USES)[number]
export type RecipientUse = (typeof workrequests.RECIPIENT_USES)[number]
export type When = { date: number; tz: string }
export type Detail = { value: string; ship: boolean }
/** An address, alone or as other programs write it, or somebody with an account. */
export type Recipient = string | { _id: string; name?: string } | { email: string; name?: string }

export type Draft = {
  territory: string
  /** Each becomes an order of its own. */
  languages: string[]
  dialogue: string[]
  graphics: string[]
  narration: string[]
  uses: Use[]
  details: Partial<Record<Use, Detail[]>>
  recipients: Partial<Record<RecipientUse, Recipient[]>>
  shippingAddresses: unknown[]
  autosubs: boolean
  dualLanguages: boolean
  aspectRatio: string | null
  audioFile: string | null
  due: When | null
  deliveryDeadline: When | null
  instructions: string
  tags: string[]
}
export type Item = { asset: string } & Draft

export const EMPTY: Draft = {
  territory: '',
  languages: [],
  dialogue: [],
  graphics: [],
  narration: [],
  uses: [],
  details: {},
  recipients: {},
  shippingAddresses: [],
  autosubs: false,
  dualLanguages: false,
  aspectRatio: null,
  audioFile: null,
  due: null,
  deliveryDeadline: null,
  instructions: '',
  tags: [],
}

/** Where there is only one choice it is made already. */
export function newDraft(me: Pick<users.User, 'territory'>): Draft {
  const languages = me.territory?.languages.map(({ code }) => code) ?? []
  return {
    ...EMPTY,
    territory: me.territory?.code ?? '',
    languages: languages.length === 1 ? languages : [],
  }
}

/**
 * The queue is carried by the service as it was sent, perhaps by another program or an earlier
 * version of this one.
 */
export function readItems(carried: readonly unknown[]): Item[] {
  const items = carried.flatMap((one) => {
    const given = typeof one === 'string' ? { asset: one } : one
    if (
      typeof given !== 'object' ||
      given === null ||
      !('asset' in given) ||
      typeof given.asset !== 'string'
    )
      return []
    return [{ ...EMPTY, ...fitting(given), asset: given.asset }]
  })
  return [...new Map(items.map((item) => [item.asset, item])).values()]
}

/** What is of the kind that is expected; null stands for a date or a choice that may be missing. */
function fitting(given: Record<string, unknown>): Partial<Draft> {
  const names = Object.keys(EMPTY) as (keyof Draft)[]
  return Object.fromEntries(
    names
      .filter((name) => name in given && sameKind(given[name], EMPTY[name]))
      .map((name) => [name, given[name]]),
  )
}

const sameKind = (value: unknown, like: unknown) =>
  like === null ||
  (typeof value === typeof like && value !== null && Array.isArray(value) === Array.isArray(like))

/** One order a language; one without any where none is chosen yet, to say what is missing. */
export const bodiesOf = ({ asset, ...draft }: Item): workrequests.NewWorkRequest[] =>
  (draft.languages.length ? draft.languages : [undefined]).map((language) =>
    Object.assign({ asset }, fieldsOf(draft), language && { language }),
  )

/** The fields of an order that stays one, to be saved. */
export const changeOf = (draft: Draft): workrequests.WorkRequestChange => ({
  ...fieldsOf(draft),
  ...(draft.languages[0] && { language: draft.languages[0] }),
})

function fieldsOf(draft: Draft) {
  const {
    territory,
    dialogue,
    graphics,
    narration,
    uses,
    details,
    recipients,
    shippingAddresses,
    autosubs,
    dualLanguages,
    aspectRatio,
    audioFile,
    due,
    deliveryDeadline,
    instructions,
    tags,
  } = draft
  return {
    ...(territory && { territory }),
    dng: { dialogue, graphics, narration },
    // What was said of a use that is no longer wanted is not ordered.
    uses: {
      items: uses,
      details: Object.fromEntries(
        uses.flatMap((use) => (details[use]?.length ? [[use, details[use]]] : [])),
      ) as Draft['details'],
    },
    recipients,
    shippingAddresses,
    autosubs,
    dualLanguages,
    aspectRatio,
    audioFile,
    due: sensible(due),
    deliveryDeadline: sensible(deliveryDeadline),
    instructions,
    tags,
  }
}

/** While a year is being typed it is one of antiquity. */
const sensible = (when: When | null) => (when && when.date > 0 ? when : null)

type Ordered = Pick<
  workrequests.WorkRequest,
  | 'territory'
  | 'language'
  | 'dng'
  | 'uses'
  | 'recipients'
  | 'shippingAddresses'
  | 'autosubs'
  | 'dualLanguages'
  | 'aspectRatio'
  | 'audioFile'
  | 'due'
  | 'deliveryDeadline'
  | 'instructions'
  | 'tags'
>

/** An order that was kept as a draft, as it is written on. */
export function draftOf({
  territory,
  language,
  dng,
  uses,
  recipients,
  shippingAddresses,
  autosubs,
  dualLanguages,
  aspectRatio,
  audioFile,
  due,
  deliveryDeadline,
  instructions,
  tags,
}: Ordered): Draft {
  return {
    territory,
    languages: language ? [language] : [],
    ...dng,
    uses: [...uses.items],
    details: uses.details,
    recipients: recipients as Draft['recipients'],
    shippingAddresses,
    autosubs,
    dualLanguages,
    aspectRatio,
    audioFile,
    due,
    deliveryDeadline,
    instructions,
    tags,
  }
}

/** The fields that differ between drafts that are edited together. */
export function differing(drafts: readonly Draft[]): ReadonlySet<keyof Draft> {
  const [first, ...others] = drafts
  const names = Object.keys(EMPTY) as (keyof Draft)[]
  return new Set(
    first
      ? names.filter((name) =>
          others.some((other) => JSON.stringify(other[name]) !== JSON.stringify(first[name])),
        )
      : [],
  )
}
