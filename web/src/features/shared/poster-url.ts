// Every response signs the URL of a poster again. Reuses the first URL of a path while it is valid,
// so that the browser does not fetch the image again.
const cache = new Map<string, string>()
const MAX_ENTRIES = 500
/** Leaves time to fetch the image before the URL expires. */
const MARGIN_MS = 20_000

/** Null if the URL has expired; a new one follows with the next response. */
export function stableUrl(address: string | null, now = Date.now()): string | null {
  if (address === null) return null
  const path = address.slice(0, address.indexOf('?'))
  const before = cache.get(path)
  if (before && isStillValid(before, now)) return before
  cache.delete(path)
  if (!isStillValid(address, now)) return null
  cache.set(path, address)
  if (cache.size > MAX_ENTRIES) cache.delete(cache.keys().next().value!)
  return address
}

const isStillValid = (address: string, now: number) =>
  Number(/[?&]expires=(\d+)/.exec(address)?.[1]) * 1000 > now + MARGIN_MS
