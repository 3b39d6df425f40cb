// Fields by their path, such as `asset.slug` or `history.0.status`.

export function at(record: unknown, path: string): unknown {
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

/** A copy with a field set; what it lies in is made where it is missing. */
export function withField(
  record: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [name, ...rest] = path as [string, ...string[]]
  const inner =
    Object.hasOwn(record, name) && typeof record[name] === 'object' && record[name] !== null
      ? (record[name] as Record<string, unknown>)
      : {}
  return { ...record, [name]: rest.length ? withField(inner, rest, value) : value }
}
