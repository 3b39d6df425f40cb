// Reports what happens to each file: lines and progress bars on a terminal, lines in a pipe, JSON
// for programs.
import { toJson } from '../output/print.ts'
import {
  createProgressDisplay,
  createRateMeter,
  formatDuration,
  formatSize,
  type FileProgress,
  type TerminalStream,
} from '../output/progress.ts'
import { sanitizeText } from '../output/text-width.ts'

/**
 * `--json` prints these objects, so their names are part of the interface. `path` is on
 * this machine; `transferred` counts the bytes of the file that the other side confirmed.
 */
export type TransferEvent =
  | { event: 'started' | 'progress'; path: string; size: number; transferred: number }
  | { event: 'done'; path: string; size: number; file: string; sha256: string }
  | { event: 'unchanged'; path: string; size: number; file: string }
  | { event: 'changed'; path: string; reason: string }
  | { event: 'skipped'; path: string; reason: string }
  | { event: 'failed'; path: string; reason: string; code?: string }
  | { event: 'paused'; reason: string }
export type TransferSummary = {
  files: number
  done: number
  unchanged: number
  failed: number
  bytes: number
  transferred: number
  seconds: number
}
export type TransferReporter = {
  report: (event: TransferEvent) => void
  /** From here on a terminal shows progress bars. */
  begin: (planned: { files: number; bytes: number }) => void
  /** Removes the progress bars and prints the summary. */
  end: () => TransferSummary
}
type ReporterOptions = {
  /** Past tense, such as `uploaded`. */
  verb: string
  json: boolean | undefined
  out: TerminalStream
  err: TerminalStream
  now: () => number
}

const REDRAW_MS = 100
/** Progress and pauses are frequent; they are printed at most this often. */
const MIN_INTERVAL_MS: Partial<Record<TransferEvent['event'], number>> = {
  progress: 1_000,
  paused: 5_000,
}

export function createReporter({ verb, json, out, err, now }: ReporterOptions): TransferReporter {
  const counts = createCounts()
  const isTooSoon = createThrottle(now)
  const draw = createProgressDisplay(err)
  const rateOf = createRateMeter()
  const failures: Extract<TransferEvent, { event: 'failed' }>[] = []
  let startedAt = now()
  let pendingLines = ''
  let timer: NodeJS.Timeout | undefined

  function redraw() {
    draw({
      ...counts.progress(),
      bytesPerSecond: rateOf(now(), counts.transferred()),
      above: pendingLines,
    })
    pendingLines = ''
  }
  function print(line: string, stream: TerminalStream) {
    // Printed together with the next frame, or the bars would overwrite it.
    if (timer && (stream === err || out.isTTY)) pendingLines += `${line}\n`
    else stream.write(`${line}\n`)
  }
  return {
    report(event) {
      counts.add(event)
      if (event.event === 'failed') failures.push(event)
      if (isTooSoon(event)) return
      const line = json ? toJson(event) : lineFor(event, verb)
      const isResult = json || event.event === 'done' || event.event === 'unchanged'
      if (line !== undefined) print(line, isResult ? out : err)
    },
    begin(planned) {
      counts.plan(planned)
      startedAt = now()
      if (!json && err.isTTY) timer = setInterval(redraw, REDRAW_MS)
    },
    end() {
      clearInterval(timer)
      if (timer)
        draw({ files: [], total: undefined, bytesPerSecond: undefined, above: pendingLines })
      const summary = {
        ...counts.sum(),
        transferred: counts.transferred(),
        seconds: Math.round(now() - startedAt) / 1000,
      }
      if (json) out.write(`${toJson({ event: 'ended', ...summary })}\n`)
      else err.write(`${[summaryLine(summary, verb), ...failures.map(failureLine)].join('\n')}\n`)
      return summary
    },
  }
}

/** Progress of the files in transfer, and how many are finished. */
function createCounts() {
  const active = new Map<string, FileProgress & { from: number }>()
  const sum = { files: 0, done: 0, unchanged: 0, failed: 0, bytes: 0, transferred: 0 }
  let finishedBytes = 0
  return {
    plan({ files, bytes }: { files: number; bytes: number }) {
      sum.files = files + sum.failed
      sum.bytes = bytes
    },
    add(event: TransferEvent) {
      if (event.event === 'started') {
        const { path, transferred, size } = event
        active.set(path, { path, transferred, size, from: transferred })
      }
      if (event.event === 'progress') active.get(event.path)!.transferred = event.transferred
      if (!isFinal(event)) return
      const file = active.get(event.path)
      if (file)
        sum.transferred += (event.event === 'done' ? file.size : file.transferred) - file.from
      active.delete(event.path)
      if (event.event !== 'changed') sum[event.event] += 1
      if ('size' in event) finishedBytes += event.size
    },
    sum: () => ({ ...sum }),
    transferred: () =>
      [...active.values()].reduce(
        (total, file) => total + file.transferred - file.from,
        sum.transferred,
      ),
    progress: () => ({
      files: [...active.values()],
      total: {
        files: sum.files,
        finished: sum.done + sum.unchanged + sum.failed,
        bytes: sum.bytes,
        transferred: [...active.values()].reduce(
          (total, file) => total + file.transferred,
          finishedBytes,
        ),
      },
    }),
  }
}

function createThrottle(now: () => number): (event: TransferEvent) => boolean {
  const printedAt = new Map<string, number>()
  return (event) => {
    const interval = MIN_INTERVAL_MS[event.event]
    if (!interval) return false
    const key = `${event.event} ${'path' in event ? event.path : ''}`
    if (now() - (printedAt.get(key) ?? -Infinity) < interval) return true
    printedAt.set(key, now())
    return false
  }
}

const isFinal = (
  event: TransferEvent,
): event is Extract<TransferEvent, { event: 'done' | 'unchanged' | 'failed' | 'changed' }> =>
  ['done', 'unchanged', 'failed', 'changed'].includes(event.event)

function lineFor(event: TransferEvent, verb: string): string | undefined {
  switch (event.event) {
    case 'done':
      return sanitizeText(`${verb}  ${event.file}  ${event.path}`)
    case 'unchanged':
      return sanitizeText(`unchanged  ${event.file}  ${event.path}`)
    case 'changed':
      return sanitizeText(`${event.path}: ${event.reason}`)
    case 'skipped':
      return sanitizeText(`skipped  ${event.path}: ${event.reason}`)
    case 'paused':
      return sanitizeText(event.reason)
    default:
      return undefined
  }
}

function summaryLine(summary: TransferSummary, verb: string): string {
  const { files, done, unchanged, failed, transferred, seconds } = summary
  const rate = seconds > 0 && transferred > 0 ? ` (${formatSize(transferred / seconds)}/s)` : ''
  const remaining = files - done - unchanged - failed
  return [
    `${done} ${verb}, ${formatSize(transferred)} in ${formatDuration(seconds)}${rate}`,
    ...(unchanged ? [`${unchanged} unchanged`] : []),
    ...(remaining ? [`${remaining} remaining`] : []),
    ...(failed ? [`${failed} failed:`] : []),
  ].join('; ')
}

const failureLine = ({ path, reason }: { path: string; reason: string }) =>
  `  ${sanitizeText(path)}: ${sanitizeText(reason)}`
