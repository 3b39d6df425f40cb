import type { Endpoint, Page } from '@reelay/api/contract'
import type { Client } from './connect.ts'

/** Not the most that the service gives at once: what is streamed should begin soon. */
const PAGE = 200

export type Stretch = { offset: number; limit: number }

/** A list from a place on, page by page, until there is no more or enough. */
export async function* pagesOf({ call }: Client, endpoint: Endpoint, query: object, { offset, limit }: Stretch): AsyncGenerator<Page<unknown>> {
  let [first, left] = [offset, limit]
  while (left > 0) {
    const page = await call(endpoint as Endpoint & { list: true }, { query, range: { first, last: first + Math.min(left, PAGE) - 1 } } as never)
    yield page
    first += page.items.length
    left -= page.items.length
    if (page.items.length === 0 || first >= page.total) return
  }
}
