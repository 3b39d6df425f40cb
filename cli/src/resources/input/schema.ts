// What a declared field takes on a command line.

/** As much of a JSON schema as is looked at here. */
export type Schema = {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  maximum?: number
  description?: string
}
/**
 * `time` is seconds since 1970, `moment` a time with its zone; `words` and `refs` are lists;
 * `whole` can only be said as JSON, or part by part with --set.
 */
export type Sort =
  | 'text'
  | 'choice'
  | 'number'
  | 'truth'
  | 'time'
  | 'moment'
  | 'ref'
  | 'words'
  | 'refs'
  | 'whole'

export function sortOf(schema: Schema): Sort {
  if (isRef(schema)) return 'ref'
  const { type, enum: values, properties, items, maximum } = insideOf(schema)
  if (values) return 'choice'
  if (type === 'boolean') return 'truth'
  if (type === 'string') return 'text'
  if (type === 'integer' && maximum === 1e11) return 'time'
  if (type === 'integer' || type === 'number') return 'number'
  if (properties && Object.keys(properties).toSorted().join() === 'date,tz') return 'moment'
  if (type === 'array' && items)
    return (
      ({ text: 'words', choice: 'words', ref: 'refs' }[sortOf(items) as 'text'] as
        | Sort
        | undefined) ?? 'whole'
    )
  return 'whole'
}

export const mayBeNull = ({ anyOf = [] }: Schema): boolean =>
  anyOf.some(({ type }) => type === 'null')

/** What is meant where null may stand instead. */
export function insideOf(schema: Schema): Schema {
  const rest = schema.anyOf?.filter(({ type }) => type !== 'null')
  return rest?.length === 1 ? rest[0]! : schema
}

/** An id, or an object of which only `_id` is read. */
const isRef = ({ anyOf = [] }: Schema): boolean =>
  anyOf.some(({ properties }) => properties?._id) || anyOf.some(isRef)
