// Read and write fields by path, such as `asset.slug` or `history.0.status`.

export function getField(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, name)
          ? (part as Record<string, unknown>)[name]
          : undefined,
      record,
    )
}

/** Returns a copy with the field set; missing parents are created. */
export function setField(
  record: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [name, ...rest] = path as [string, ...string[]]
  const child = Object.hasOwn(record, name) ? record[name] : undefined
  const parent =
    typeof child === 'object' && child !== null ? (child as Record<string, unknown>) : {}
  return { ...record, [name]: rest.length ? setField(parent, rest, value) : value }
}
