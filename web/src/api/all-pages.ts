import type { Range } from '@reelay/api/contract'
import type { ResultPage } from '@reelay/client'

/** As many records as the service returns at once. */
const PAGE_SIZE = 500

type LoadPage<T> = (place: { range: Range; after?: string | undefined }) => Promise<ResultPage<T>>

/** All records of a list that screens show as a whole, page by page. */
export async function loadAllPages<T>(load: LoadPage<T>): Promise<T[]> {
  const items: T[] = []
  let after: string | undefined
  do {
    const page = await load({ range: { first: 0, last: PAGE_SIZE - 1 }, after })
    items.push(...page.items)
    after = page.next
  } while (after !== undefined)
  return items
}
