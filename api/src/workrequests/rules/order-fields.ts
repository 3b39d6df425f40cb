import type { Static } from 'typebox'
import type { Status, WorkRequestChange } from '../contract.ts'
import {
  ORDER_FIELDS,
  orderFieldEntries,
  type Due,
  type OrderFieldName,
} from '../contract/order-fields.ts'
import { isFinal } from './fields.ts'

export type OrderFields = Pick<WorkRequestChange, OrderFieldName>
type Field = (typeof orderFieldEntries)[number][1]
type InitialFields = { [Name in OrderFieldName]: Static<(typeof ORDER_FIELDS)[Name]['reply']> }

/** What a new work request starts with. */
export const initialFields = (): InitialFields =>
  structuredClone(
    Object.fromEntries(orderFieldEntries.map(([name, { initial }]) => [name, initial])),
  ) as InitialFields

export type FieldColumn = (typeof ORDER_FIELDS)[OrderFieldName]['columns'][number]

/** The columns for these fields. An undefined field is left out. */
export function fieldColumns(fields: OrderFields): Partial<Record<FieldColumn, unknown>> {
  const entries = orderFieldEntries
    .filter(([name]) => fields[name] !== undefined)
    .flatMap(([name, field]) => storedValues(field, fields[name]))
  return Object.fromEntries(entries)
}

function storedValues({ columns, storage }: Field, value: unknown): [string, unknown][] {
  const [column, zone] = columns
  if (storage === 'json') return [[column, JSON.stringify(value)]]
  if (storage !== 'date') return [[column, value]]
  const due = value as Due | null
  return [
    [column, due && new Date(due.date * 1000)],
    [zone!, due && due.tz],
  ]
}

/** The partial fields of a change, completed with the keys that are stored. */
export function mergePartialFields(
  fields: OrderFields,
  current: Partial<Record<OrderFieldName, unknown>>,
): OrderFields {
  const merged = orderFieldEntries
    .filter(([name, { isPartial }]) => isPartial && fields[name])
    .map(([name]) => [name, { ...(current[name] as object), ...(fields[name] as object) }])
  return Object.fromEntries(merged)
}

const isInGroup = (name: string, group: Field['group']): boolean =>
  name in ORDER_FIELDS && ORDER_FIELDS[name as OrderFieldName].group === group
export const isOrdered = (name: string): boolean => isInGroup(name, 'ordered')
export const isOpen = (name: string): boolean => isInGroup(name, 'open')

/** The names among these that can no longer change in this status. */
export function lockedFields(names: readonly string[], status: Status): string[] {
  if (status === 'incomplete') return []
  return isFinal(status) ? [...names] : names.filter(isOrdered)
}
