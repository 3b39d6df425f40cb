// The fields of a work request that people write. Bodies, replies, OpenAPI, insert, update, select and
// locking read this one table. CONTRIBUTING.md lists the other places of a new field.
import { Type, type Static, type TSchema } from 'typebox'
import { AspectRatio } from '../../assets/contract.ts'
import {
  Country,
  Id,
  Language,
  Nullable,
  OpaqueArray,
  Ref,
  Seconds,
  ShortTextList,
  StrictObject,
  StrictPartial,
  Text,
  TimeZoneName,
} from '../../kernel/http/contract/schema.ts'
import { Dng, RECIPIENT_USES, Recipients, Uses } from './uses.ts'

/** A point in time and the time zone in which it was chosen. */
const Due = StrictObject({ date: Seconds, tz: TimeZoneName })
export type Due = Static<typeof Due>
const Dcp = StrictObject({ items: OpaqueArray, details: OpaqueArray })

type Field = {
  body: TSchema
  reply: TSchema
  /** What a new work request starts with. */
  initial: unknown
  /** A date with a time zone takes two columns: the time and the zone. */
  columns: readonly [string] | readonly [time: string, zone: string]
  storage: 'plain' | 'list' | 'json' | 'date'
  /** `ordered` fields lock on submission, `open` fields when the work request is final. */
  group: 'ordered' | 'open'
  /** A change may omit keys of the value; omitted keys keep what is stored. */
  isPartial?: true
}

const date = (time: string, zone: string) =>
  ({
    body: Nullable(Due),
    reply: Nullable(Due),
    initial: null,
    columns: [time, zone],
    storage: 'date',
    group: 'ordered',
  }) as const
const flag = (column: string) =>
  ({
    body: Type.Boolean(),
    reply: Type.Boolean(),
    initial: false,
    columns: [column],
    storage: 'plain',
    group: 'ordered',
  }) as const

export const ORDER_FIELDS = {
  language: {
    body: Language,
    reply: Type.String(),
    initial: '',
    columns: ['language'],
    storage: 'plain',
    group: 'ordered',
  },
  /** Without one, a new work request gets that of the caller. */
  territory: {
    body: Country,
    reply: Type.String(),
    initial: '',
    columns: ['territory'],
    storage: 'plain',
    group: 'ordered',
  },
  due: date('due_at', 'due_tz'),
  deliveryDeadline: date('deadline_at', 'deadline_tz'),
  dng: {
    body: StrictPartial(Dng),
    reply: Dng,
    initial: { dialogue: [], graphics: [], narration: [] },
    columns: ['dng'],
    storage: 'json',
    group: 'ordered',
    isPartial: true,
  },
  uses: {
    body: StrictPartial(Uses),
    reply: Uses,
    initial: { items: [], details: {} },
    columns: ['uses'],
    storage: 'json',
    group: 'ordered',
    isPartial: true,
  },
  dcp: {
    body: StrictPartial(Dcp),
    reply: Dcp,
    initial: { items: [], details: [] },
    columns: ['dcp'],
    storage: 'json',
    group: 'ordered',
    isPartial: true,
  },
  aspectRatio: {
    body: Nullable(AspectRatio),
    reply: Nullable(Type.String()),
    initial: null,
    columns: ['aspect_ratio'],
    storage: 'plain',
    group: 'ordered',
  },
  audioFile: {
    body: Nullable(Ref),
    reply: Nullable(Id),
    initial: null,
    columns: ['audio_file_id'],
    storage: 'plain',
    group: 'ordered',
  },
  auto: flag('auto'),
  autosubs: flag('autosubs'),
  dualLanguages: flag('dual_languages'),
  autoMode: flag('auto_mode'),
  instructions: {
    body: Text,
    reply: Type.String(),
    initial: '',
    columns: ['instructions'],
    storage: 'plain',
    group: 'open',
  },
  recipients: {
    body: StrictPartial(Recipients),
    reply: Recipients,
    initial: Object.fromEntries(RECIPIENT_USES.map((use) => [use, []])),
    columns: ['recipients'],
    storage: 'json',
    group: 'open',
    isPartial: true,
  },
  shippingAddresses: {
    body: OpaqueArray,
    reply: OpaqueArray,
    initial: [],
    columns: ['shipping'],
    storage: 'json',
    group: 'open',
  },
  tags: {
    body: ShortTextList,
    reply: ShortTextList,
    initial: [],
    columns: ['tags'],
    storage: 'list',
    group: 'open',
  },
} as const satisfies Record<string, Field>

export type OrderFieldName = keyof typeof ORDER_FIELDS
type Schemas<Of extends 'body' | 'reply'> = {
  -readonly [Name in OrderFieldName]: (typeof ORDER_FIELDS)[Name][Of]
}

/** The schemas of all fields, for a body or for a reply. */
export const orderSchemas = <Of extends 'body' | 'reply'>(of: Of): Schemas<Of> =>
  Object.fromEntries(
    Object.entries(ORDER_FIELDS).map(([name, field]) => [name, field[of]]),
  ) as Schemas<Of>

export const orderFieldEntries = Object.entries(ORDER_FIELDS) as [OrderFieldName, Field][]
