import { malformed } from './problem.ts'

/**
 * Zero-based and inclusive, as in `X-Range: resources=0-9`. With `after`, the positions count from the
 * row that has these sort values.
 */
export type Range = { first: number; last: number; after?: readonly string[] | undefined }
/** `total` is null if there are more rows than are counted, `next` the sort values of the last item. */
export type Page<T> = { items: T[]; total: number | null; next?: readonly string[] | undefined }

export const MAX_RANGE = 500
/** The database walks over all rows before the first one of a page. A shorter list ends before it. */
export const MAX_FIRST = 10_000
/** Rows are counted up to this number: counting all rows of a large studio takes seconds. */
export const MAX_COUNTED = 10_000
/** For rows of which each is checked by looking up other rows. */
export const MAX_CHECKED = 1_000

export function parseRange(header: string | string[] | undefined): Range {
  if (header === undefined) return { first: 0, last: 9 }
  const match = typeof header === 'string' ? /^resources=(\d{1,15})-(\d{1,15})$/.exec(header) : null
  const first = Number(match?.[1])
  const last = Number(match?.[2])
  if (!match || last < first)
    throw malformed(
      'range.malformed',
      'X-Range must look like resources=0-9, with the first number not above the last.',
    )
  return { first, last: Math.min(last, first + MAX_RANGE - 1) }
}

export const tooDeep = () =>
  malformed(
    'range.too-deep',
    `X-Range must start at ${MAX_FIRST} or before. Follow the Link header with rel="next" instead: its cursor reaches every page.`,
  )

export const limitOf = ({ first, last }: Range) => last - first + 1

export function rangeHeaders(range: Range, count: number, total: number | null) {
  const positions = count === 0 ? '*' : `${range.first}-${range.first + count - 1}`
  const value = `resources ${positions}/${total ?? '*'}`
  return { 'content-range': value, 'x-content-range': value, 'accept-ranges': 'resources' }
}
