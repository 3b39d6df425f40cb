import type { Endpoint } from '@reelay/api/contract'
import type { Client } from '@reelay/client'

/** Smaller than the service's maximum, so that the first records appear soon. */
const PAGE_SIZE = 200

export type ListWindow = { offset: number; limit: number }
export type RecordStream = AsyncIterable<unknown>
/** `total` is known after the first record, and null if there are more than the service counts. */
export type RecordList = { records: RecordStream; total: () => number | null }

export function listRecords(
  { each }: Client,
  endpoint: Endpoint,
  input: { params?: object; query: object },
  { offset, limit }: ListWindow,
): RecordList {
  let total: number | null = 0
  const range = { first: offset, last: offset + limit - 1 }
  const onTotal = (count: number | null) => {
    total = count
  }
  return {
    records: each(endpoint as Endpoint & { list: true }, { ...input, range } as never, {
      pageSize: PAGE_SIZE,
      onTotal,
    }),
    total: () => total,
  }
}
