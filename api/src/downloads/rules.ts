import { Problem } from '../kernel/http/contract/problem.ts'

export type RequestedRange = { start: number; end: number; whole: boolean }

/**
 * Serves at most one range. Several ranges or a range outside the file is 416. Other units are
 * ignored (RFC 9110).
 */
export function parseByteRange(
  header: string | undefined,
  length: number,
): RequestedRange | 'unsatisfiable' {
  const whole: RequestedRange = { start: 0, end: length - 1, whole: true }
  if (header === undefined || !header.startsWith('bytes=')) return whole
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header)
  if (!match || (!match[1] && !match[2])) return 'unsatisfiable'
  const start = match[1] ? Number(match[1]) : Math.max(0, length - Number(match[2]))
  const end = match[1] && match[2] ? Math.min(Number(match[2]), length - 1) : length - 1
  return start > end || start >= length ? 'unsatisfiable' : { start, end, whole: false }
}

export const unsatisfiableRange = (length: number) =>
  new Problem(
    416,
    'range.unsatisfiable',
    'Request one range within the file.',
    {},
    { 'content-range': `bytes */${length}` },
  )

export type DownloadPlan =
  | { ok: true; /** Alert from 80 % on. */ alert: boolean }
  | { ok: false; /** How many files exceed the budget. */ over: number }

/** Whether this many more files fit into the budget of ten minutes. */
export function planDownload({
  used,
  requested,
  budget,
}: {
  used: number
  requested: number
  budget: number
}): DownloadPlan {
  const total = used + requested
  return total > budget
    ? { ok: false, over: total - budget }
    : { ok: true, alert: total * 5 >= budget * 4 }
}

export function overBudget(budget: number, seconds: number | undefined): Problem {
  const detail =
    seconds === undefined
      ? `You can download ${budget} files in ten minutes. Request fewer files at once.`
      : `You have used most of your budget of ${budget} files in ten minutes. Try again in ${seconds} seconds.`
  return new Problem(
    429,
    'download.limit-exceeded',
    detail,
    {},
    { 'retry-after': String(Math.max(1, seconds ?? 600)) },
  )
}
