import { malformed } from './problem.ts'

/** Zero-based and inclusive, as in `X-Range: resources=0-9`. */
export type Range = { first: number; last: number }
export type Page<T> = { items: T[]; total: number }
/** A page whose items are already JSON, as the database wrote it. `count` is their number. */
export type JsonPage = { json: string; count: number; total: number }

export const MAX_RANGE = 500

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

export const limitOf = ({ first, last }: Range) => last - first + 1

export function rangeHeaders(range: Range, count: number, total: number) {
  const value =
    count === 0
      ? `resources */${total}`
      : `resources ${range.first}-${range.first + count - 1}/${total}`
  return { 'content-range': value, 'x-content-range': value, 'accept-ranges': 'resources' }
}
