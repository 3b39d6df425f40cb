import { Problem } from '../kernel/http/contract/problem.ts'

export type ByteRange = { start: number; end: number; whole: boolean }

/**
 * One range at most is served; several, or one outside the file, is 416. A header in another unit
 * is ignored, as RFC 9110 asks.
 */
export function parseByteRange(
  header: string | undefined,
  length: number,
): ByteRange | 'unsatisfiable' {
  const whole: ByteRange = { start: 0, end: length - 1, whole: true }
  if (header === undefined || !header.startsWith('bytes=')) return whole
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header)
  if (!found || (!found[1] && !found[2])) return 'unsatisfiable'
  const start = found[1] ? Number(found[1]) : Math.max(0, length - Number(found[2]))
  const end = found[1] && found[2] ? Math.min(Number(found[2]), length - 1) : length - 1
  return start > end || start >= length ? 'unsatisfiable' : { start, end, whole: false }
}

export const unsatisfiableRange = (length: number) =>
  new Problem(
    416,
    'range.unsatisfiable',
    'Ask for one range that lies within the file.',
    {},
    { 'content-range': `bytes */${length}` },
  )

export type DownloadPlan =
  | { ok: true; /** From four fifths on somebody should know. */ tell: boolean }
  | { ok: false; /** How many too many. */ over: number }

/** Whether so many more files fit into what a person may take in ten minutes. */
export function planDownload({
  taken,
  asked,
  budget,
}: {
  taken: number
  asked: number
  budget: number
}): DownloadPlan {
  const total = taken + asked
  return total > budget
    ? { ok: false, over: total - budget }
    : { ok: true, tell: total * 5 >= budget * 4 }
}

export function overBudget(budget: number, seconds: number | undefined): Problem {
  const detail =
    seconds === undefined
      ? `You may take ${budget} files in ten minutes: ask for fewer at once.`
      : `You have taken nearly all of the ${budget} files that you may take in ten minutes. There is room again in ${seconds} seconds.`
  return new Problem(
    429,
    'download.budget',
    detail,
    {},
    { 'retry-after': String(Math.max(1, seconds ?? 600)) },
  )
}
