// Progress bars at the bottom of the terminal: one for each file, and a summary line. Our own:
// cli-progress draws more bars than the terminal has rows and then leaves garbage behind.
import { padText, sanitizeText, textWidth, truncateText } from './text-width.ts'

export type FileProgress = { path: string; transferred: number; size: number }
export type TotalProgress = { files: number; finished: number; bytes: number; transferred: number }
export type TerminalStream = {
  isTTY?: boolean
  columns?: number
  rows?: number
  write: (text: string) => unknown
}
/** Without a `total` the bars are removed. `above` is printed before them and scrolls away. */
type Frame = {
  files: readonly FileProgress[]
  total: TotalProgress | undefined
  bytesPerSecond: number | undefined
  above: string
}

const BAR_WIDTH = 20

/** Returns a function that draws a frame over the previous one. */
export function createProgressDisplay(terminal: TerminalStream): (frame: Frame) => void {
  let drawnLines = 0
  return ({ files, total, bytesPerSecond, above }) => {
    // Some terminals report no size.
    const [columns, rows] = [terminal.columns || 80, terminal.rows || 24]
    const lines = total
      ? [
          ...files.slice(0, Math.max(0, rows - 3)).map((file) => fileLine(file, columns)),
          totalLine(total, bytesPerSecond),
        ]
      : []
    const clear = drawnLines ? `\x1b[${drawnLines}A\r\x1b[J` : ''
    const text = lines.map((line) => `${truncateText(line, columns - 1)}\n`).join('')
    terminal.write(`${clear}${above}${text}`)
    drawnLines = lines.length
  }
}

function fileLine({ path, transferred, size }: FileProgress, columns: number): string {
  const right = `${bar(share(transferred, size))} ${percent(transferred, size)}  ${formatSize(size).padStart(8)}`
  const width = Math.max(8, columns - 3 - right.length)
  return `${padText(endOfPath(sanitizeText(path), width), width)}  ${right}`
}

const totalLine = (
  { files, finished, bytes, transferred }: TotalProgress,
  bytesPerSecond: number | undefined,
) =>
  [
    `${finished} of ${files} files`,
    `${formatSize(transferred)} of ${formatSize(bytes)}`,
    percent(transferred, bytes).trim(),
    ...(bytesPerSecond
      ? [
          `${formatSize(bytesPerSecond)}/s`,
          `${formatDuration((bytes - transferred) / bytesPerSecond)} left`,
        ]
      : []),
  ].join(', ')

const share = (transferred: number, size: number) => (size === 0 ? 1 : transferred / size)
const percent = (transferred: number, size: number) =>
  `${Math.floor(share(transferred, size) * 100)}%`.padStart(4)
const bar = (part: number) => '#'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '.')

/** The end of a path says more than its beginning. */
function endOfPath(path: string, width: number): string {
  if (textWidth(path) <= width) return path
  let end = [...path].slice(1 - width)
  while (textWidth(end.join('')) >= width) end = end.slice(1)
  return `…${end.join('')}`
}

export function formatSize(bytes: number): string {
  const step = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const scaled = bytes / 1000 ** step
  const unit = ['B', 'kB', 'MB', 'GB', 'TB'][step]
  return `${step && scaled < 99.95 ? scaled.toFixed(1) : scaled.toFixed(0)} ${unit}`
}

export function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  if (hours) return `${hours} h ${minutes} min`
  return minutes ? `${minutes} min ${whole % 60} s` : `${whole} s`
}

const WINDOW_MS = 5_000
const MIN_WINDOW_MS = 500

/** Bytes per second over the last few seconds, once there is enough to calculate it from. */
export function createRateMeter(): (now: number, bytes: number) => number | undefined {
  let samples: { now: number; bytes: number }[] = []
  return (now, bytes) => {
    samples = [...samples.filter((past) => now - past.now <= WINDOW_MS), { now, bytes }]
    const first = samples[0]!
    if (now - first.now < MIN_WINDOW_MS || bytes <= first.bytes) return undefined
    return ((bytes - first.bytes) * 1000) / (now - first.now)
  }
}
