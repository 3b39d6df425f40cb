// The cursor of a list: the sort values of the last row of a page, in the Link header and in `after`.
import { createHash } from 'node:crypto'
import { malformed } from './contract/problem.ts'
import { rangeHeaders, type Page, type Range } from './contract/range.ts'

/** A cursor is for the list with the filters and the order of this URL. */
function listOf(url: string): URL {
  const list = new URL(url, 'http://localhost')
  list.searchParams.delete('after')
  list.searchParams.sort()
  return list
}

const digestOf = (list: URL) =>
  createHash('sha256')
    .update(list.pathname + list.search)
    .digest('base64url')
    .slice(0, 12)

/** The headers of a page. A page with a successor links to it. */
export const pageHeaders = (url: string, range: Range, { items, total, next }: Page<unknown>) => ({
  ...rangeHeaders(range, items.length, total),
  ...(next && { link: nextLink(url, next) }),
})

/** The value of a Link header for the page after the row with these sort values. */
function nextLink(url: string, values: readonly string[]): string {
  const list = listOf(url)
  const text = JSON.stringify([digestOf(list), ...values])
  list.searchParams.set('after', Buffer.from(text).toString('base64url'))
  return `<${list.pathname}${list.search}>; rel="next"`
}

export function readCursor(url: string, after: unknown): Range['after'] {
  if (after === undefined) return undefined
  const [digest, ...values] = parse(after)
  if (digest !== digestOf(listOf(url)))
    throw malformed(
      'after.malformed',
      'after must be taken from the Link header of a page with the same filters and order.',
    )
  return values
}

function parse(after: unknown): string[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(String(after), 'base64url').toString())
    return Array.isArray(parsed) && parsed.every((value) => typeof value === 'string') ? parsed : []
  } catch {
    return []
  }
}
