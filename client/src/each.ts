import type { Page, Range } from '@reelay/api/contract'

/** `onTotal` is called after each page with the length of the whole list. */
export type EachOptions = { pageSize?: number; onTotal?: (total: number) => void }

const PAGE_SIZE = 100
const ALL: Range = { first: 0, last: Infinity }

/**
 * Yields the records of a list and fetches a page only when it is needed. A record that moves to a
 * later page is yielded once. When records disappear, later ones move up, so the reader steps back
 * by as many positions.
 */
export async function* paginate<T>(
  fetchPage: (range: Range) => Promise<Page<T>>,
  { first, last }: Range = ALL,
  { pageSize = PAGE_SIZE, onTotal }: EachOptions = {},
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  let previousTotal = 0
  for (let position = first; position <= last;) {
    const { items, total } = await fetchPage({
      first: position,
      last: Math.min(last, position + pageSize - 1),
    })
    const removed = previousTotal - total
    previousTotal = total
    onTotal?.(total)
    if (removed > 0 && position > first) {
      position = Math.max(first, position - removed)
      continue
    }
    for (const item of items) if (isNew(seen, item)) yield item
    position += items.length
    if (items.length === 0 || position >= total) return
  }
}

/** Records without an id cannot be compared, so all of them count as new. */
function isNew(seen: Set<string>, item: unknown): boolean {
  const { _id: id } = item as { _id?: string }
  if (id === undefined) return true
  if (seen.has(id)) return false
  seen.add(id)
  return true
}
