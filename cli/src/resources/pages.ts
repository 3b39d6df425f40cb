import type { Endpoint } from '@reelay/api/contract'
import type { Client } from '../client.ts'

/** Not the most that the service gives at once: what is streamed should begin soon. */
const PAGE = 200

export type Stretch = { offset: number; limit: number }
export type Each = AsyncIterable<unknown>
/** `total` is known once the first of `each` was asked for. */
export type Records = { each: Each; total: () => number }

/** A list from a place on, until there is no more or enough. */
export function recordsOf(
  { each }: Client,
  endpoint: Endpoint,
  query: object,
  { offset, limit }: Stretch,
): Records {
  let total = 0
  const range = { first: offset, last: offset + limit - 1 }
  return {
    each: each(endpoint as Endpoint & { list: true }, { query, range } as never, {
      pageSize: PAGE,
      onTotal: (all) => {
        total = all
      },
    }),
    total: () => total,
  }
}
