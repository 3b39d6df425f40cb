import type { Page, Range } from '@reelay/api/contract'

/** `onTotal` hears with each page how long the list is. */
export type EachOptions = { pageSize?: number; onTotal?: (total: number) => void }

const PAGE_SIZE = 100
const ALL: Range = { first: 0, last: Infinity }

/**
 * The records of a list; a page is asked for when the last record of the one before was taken.
 * What moves to a later page in the meantime comes once. Where records went away those behind them
 * moved up, so as many places are read again.
 */
export async function* eachOf<T>(
  page: (range: Range) => Promise<Page<T>>,
  { first, last }: Range = ALL,
  { pageSize = PAGE_SIZE, onTotal }: EachOptions = {},
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  let before = 0
  for (let at = first; at <= last;) {
    const { items, total } = await page({ first: at, last: Math.min(last, at + pageSize - 1) })
    const gone = before - total
    before = total
    onTotal?.(total)
    if (gone > 0 && at > first) {
      at = Math.max(first, at - gone)
      continue
    }
    for (const item of items) if (isNew(seen, item)) yield item
    at += items.length
    if (items.length === 0 || at >= total) return
  }
}

/** What has no id cannot be told apart. */
function isNew(seen: Set<string>, item: unknown): boolean {
  const { _id: id } = item as { _id?: string }
  if (id === undefined) return true
  return !seen.has(id) && Boolean(seen.add(id))
}
