// Derives from a declared field what its flag accepts.

/** The part of JSON Schema that is used here. */
export type FieldSchema = {
  type?: string
  enum?: unknown[]
  anyOf?: FieldSchema[]
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
  maximum?: number
  description?: string
}
/**
 * `time`: seconds since 1970. `zoned-time`: a time with its zone. `recipient-list`: emails of people
 * without an account. `json`: only as JSON, or part by part with --set.
 */
export type FieldType =
  | 'text'
  | 'choice'
  | 'number'
  | 'boolean'
  | 'time'
  | 'zoned-time'
  | 'reference'
  | 'list'
  | 'reference-list'
  | 'recipient-list'
  | 'json'

const LIST_TYPES: Partial<Record<FieldType, FieldType>> = {
  text: 'list',
  choice: 'list',
  reference: 'reference-list',
}

export function fieldTypeOf(schema: FieldSchema): FieldType {
  if (isReference(schema)) return 'reference'
  const { type, enum: values, properties, items, maximum } = unwrapNullable(schema)
  if (values) return 'choice'
  if (schema.anyOf?.every((part) => part.type === 'string')) return 'text'
  if (type === 'boolean') return 'boolean'
  if (type === 'string') return 'text'
  if (type === 'integer' && maximum === 1e11) return 'time'
  if (type === 'integer' || type === 'number') return 'number'
  if (properties && Object.keys(properties).toSorted().join() === 'date,tz') return 'zoned-time'
  if (type === 'array' && items?.properties?.email) return 'recipient-list'
  return (type === 'array' && items && LIST_TYPES[fieldTypeOf(items)]) || 'json'
}

export const isNullable = ({ anyOf = [] }: FieldSchema): boolean =>
  anyOf.some(({ type }) => type === 'null')

/** The schema of the value if it is not null. */
export function unwrapNullable(schema: FieldSchema): FieldSchema {
  const rest = schema.anyOf?.filter(({ type }) => type !== 'null')
  return rest?.length === 1 ? rest[0]! : schema
}

/** An id, or an object of which only `_id` is read. */
const isReference = ({ anyOf = [] }: FieldSchema): boolean =>
  anyOf.some(({ properties }) => properties?._id) || anyOf.some(isReference)
