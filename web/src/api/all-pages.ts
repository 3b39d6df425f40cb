import type { Page, Range } from '@reelay/api/contract'

/** As many records as the service returns at once. */
const PAGE_SIZE = 500

/** All records of a list that screens show as a whole, page by page. */
export async function loadAllPages<T>(load: (range: Range) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = []
  for (;;) {
    const { items: page, total } = await load({
      first: items.length,
      last: items.length + PAGE_SIZE - 1,
    })
    items.push(...page)
    if (page.length === 0 || items.length >= total) return items
  }
}
