// The fields of a work request that people write. Insert, update and locking read this one table.
import type { Status, WorkRequestChange } from '../contract.ts'
import { isFinal } from './fields.ts'
import { emptyRecipients } from './recipients.ts'

export type OrderFields = Omit<
  WorkRequestChange,
  'status' | 'reason' | 'code' | 'materials' | 'files' | 'encodes' | 'graphicsAutomationJobs'
>

type Field = {
  /** A date with a time zone takes two columns: the time and the zone. */
  columns: readonly [string] | readonly [time: string, zone: string]
  /** `ordered` fields lock on submission, `open` fields when the work request is final. */
  group: 'ordered' | 'open'
  storage: 'plain' | 'json' | 'date'
  /** A change may omit keys of the value; omitted keys keep what is stored. */
  isPartial?: true
}

const FIELDS = {
  language: { columns: ['language'], group: 'ordered', storage: 'plain' },
  territory: { columns: ['territory'], group: 'ordered', storage: 'plain' },
  due: { columns: ['due_at', 'due_tz'], group: 'ordered', storage: 'date' },
  deliveryDeadline: { columns: ['deadline_at', 'deadline_tz'], group: 'ordered', storage: 'date' },
  dng: { columns: ['dng'], group: 'ordered', storage: 'json', isPartial: true },
  uses: { columns: ['uses'], group: 'ordered', storage: 'json', isPartial: true },
  dcp: { columns: ['dcp'], group: 'ordered', storage: 'json', isPartial: true },
  aspectRatio: { columns: ['aspect_ratio'], group: 'ordered', storage: 'plain' },
  audioFile: { columns: ['audio_file_id'], group: 'ordered', storage: 'plain' },
  auto: { columns: ['auto'], group: 'ordered', storage: 'plain' },
  autosubs: { columns: ['autosubs'], group: 'ordered', storage: 'plain' },
  dualLanguages: { columns: ['dual_languages'], group: 'ordered', storage: 'plain' },
  autoMode: { columns: ['auto_mode'], group: 'ordered', storage: 'plain' },
  instructions: { columns: ['instructions'], group: 'open', storage: 'plain' },
  recipients: { columns: ['recipients'], group: 'open', storage: 'json', isPartial: true },
  shippingAddresses: { columns: ['shipping'], group: 'open', storage: 'json' },
  tags: { columns: ['tags'], group: 'open', storage: 'plain' },
} as const satisfies Record<keyof OrderFields, Field>

export type FieldColumn = (typeof FIELDS)[keyof OrderFields]['columns'][number]

/** What a new work request starts with. */
export const initialFields = () =>
  ({
    language: '',
    due: null,
    deliveryDeadline: null,
    dng: { dialogue: [], graphics: [], narration: [] },
    uses: { items: [], details: {} },
    dcp: { items: [], details: [] },
    aspectRatio: null,
    audioFile: null,
    auto: false,
    autosubs: false,
    dualLanguages: false,
    autoMode: false,
    instructions: '',
    recipients: emptyRecipients(),
    shippingAddresses: [],
    tags: [],
  }) satisfies OrderFields

const TABLE = Object.entries(FIELDS) as [keyof OrderFields, Field][]

/** The columns for these fields. An undefined field is left out. */
export function fieldColumns(fields: OrderFields): Partial<Record<FieldColumn, unknown>> {
  const entries = TABLE.filter(([name]) => fields[name] !== undefined).flatMap(([name, field]) =>
    storedValues(field, fields[name]),
  )
  return Object.fromEntries(entries)
}

function storedValues({ columns, storage }: Field, value: unknown): [string, unknown][] {
  if (storage === 'json') return [[columns[0], JSON.stringify(value)]]
  if (storage === 'plain') return [[columns[0], value]]
  const due = value as OrderFields['due']
  return [
    [columns[0], due ? new Date(due.date * 1000) : null],
    [columns[1]!, due?.tz ?? null],
  ]
}

/** The partial fields of a change, completed with the keys that are stored. */
export function mergePartialFields(
  fields: OrderFields,
  stored: Partial<Record<keyof OrderFields, unknown>>,
): OrderFields {
  const merged = TABLE.filter(([name, { isPartial }]) => isPartial && fields[name]).map(
    ([name]) => [name, { ...(stored[name] as object), ...(fields[name] as object) }],
  )
  return Object.fromEntries(merged)
}

const isInGroup = (name: string, group: Field['group']): boolean =>
  name in FIELDS && FIELDS[name as keyof OrderFields].group === group
export const isOrdered = (name: string): boolean => isInGroup(name, 'ordered')
export const isOpen = (name: string): boolean => isInGroup(name, 'open')

/** The names among these that can no longer change in this status. */
export function lockedFields(names: readonly string[], status: Status): string[] {
  if (status === 'incomplete') return []
  return isFinal(status) ? [...names] : names.filter(isOrdered)
}
