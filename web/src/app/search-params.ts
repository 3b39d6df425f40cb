// Query strings are plain words, so that a URL can be read, typed and sent to a colleague.
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== '',
  ) as [string, string][]
  const text = new URLSearchParams(filled).toString()
  return text && `?${text}`
}

/** The named parameters that are not empty; all others are dropped. */
export function pickParams<N extends string>(
  search: Record<string, unknown>,
  ...names: N[]
): { [K in N]?: string } {
  const found = names.flatMap((name) =>
    typeof search[name] === 'string' && search[name] !== '' ? [[name, search[name]]] : [],
  )
  return Object.fromEntries(found) as { [K in N]?: string }
}
