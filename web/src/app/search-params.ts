// What stands behind the question mark: plain words, so that an address can be read, typed and sent
// to a colleague.
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== '') as [
      string,
      string,
    ][],
  ).toString()
  return text && `?${text}`
}

/**
 * The named words of an address, without the empty ones; whatever else stands there is left behind.
 */
export function pickParams<N extends string>(
  search: Record<string, unknown>,
  ...names: N[]
): { [K in N]?: string } {
  const found = names.flatMap((name) =>
    typeof search[name] === 'string' && search[name] !== '' ? [[name, search[name]]] : [],
  )
  return Object.fromEntries(found) as { [K in N]?: string }
}

/**
 * Where to go after signing in: a path of this app and nothing else, or a link could lead people
 * astray.
 */
export const safeBack = (back: string | undefined): string =>
  back && /^\/(?![/\\])/.test(back) ? back : '/'
