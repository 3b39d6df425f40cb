/** The same value with the keys in the order in which PostgreSQL keeps them in `jsonb`. */
export function inJsonbOrder<T>(value: T): T
export function inJsonbOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => inJsonbOrder(entry))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(
    ([key, entry]) => [Buffer.from(key), [key, inJsonbOrder(entry)] as const] as const,
  )
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => one.length - other.length || one.compare(other))
      .map(([, entry]) => entry),
  )
}
