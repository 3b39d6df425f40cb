// Every answer signs the address of a poster anew. A picture that is here is not fetched again for
// that: as long as one address of a path holds, it is the one.
const known = new Map<string, string>()
/** A few screens full. */
const MOST = 500
/** Sooner than it ends, so that a picture asked for now still comes. */
const MARGIN_MS = 20_000

/** Null where it is no longer good: a new one is on its way. */
export function steadyAddress(address: string | null, now = Date.now()): string | null {
  if (address === null) return null
  const path = address.slice(0, address.indexOf('?'))
  const before = known.get(path)
  if (before && holds(before, now)) return before
  known.delete(path)
  if (!holds(address, now)) return null
  known.set(path, address)
  if (known.size > MOST) known.delete(known.keys().next().value!)
  return address
}

const holds = (address: string, now: number) =>
  Number(/[?&]expires=(\d+)/.exec(address)?.[1]) * 1000 > now + MARGIN_MS
