import type { Range } from '@reelay/api/contract'
import type { EachOptions, ResultPage } from './types.ts'

type FetchPage<T> = (place: { range: Range; after?: string | undefined }) => Promise<ResultPage<T>>

const PAGE_SIZE = 100
const ALL: Range = { first: 0, last: Infinity }

/**
 * Yields the records of a list and fetches a page only when it is needed. The cursor of each page leads
 * to the next one, so records that appear or disappear meanwhile move no others. A record that itself
 * moves to a later page is yielded once.
 */
export async function* paginate<T>(
  fetchPage: FetchPage<T>,
  { first, last }: Range = ALL,
  { pageSize = PAGE_SIZE, onTotal }: EachOptions = {},
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  let left = last - first + 1
  const sizeOf = () => Math.min(pageSize, left)
  let page = await fetchPage({ range: { first, last: first + sizeOf() - 1 } })
  onTotal?.(page.total)
  for (;;) {
    for (const item of page.items) if (isNew(seen, item)) yield item
    left -= page.items.length
    if (page.next === undefined || left <= 0) return
    page = await fetchPage({ range: { first: 0, last: sizeOf() - 1 }, after: page.next })
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
