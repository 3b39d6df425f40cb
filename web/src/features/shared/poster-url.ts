// Every answer signs the address of a poster anew. A picture that is here is not fetched again for
// that: as long as one address of a path holds, it is the one.
const cache = new Map<string, string>()
/** A few screens full. */
const MAX_ENTRIES = 500
/** Sooner than it ends, so that a picture asked for now still comes. */
const MARGIN_MS = 20_000

/** Null where it is no longer good: a new one is on its way. */
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
