// Lines at the foot of a terminal that are written over: one for each file that is under way, and
// one for all of them.
import { cut, pad, plain, widthOf } from './text-width.ts'

export type Under = { path: string; at: number; size: number }
export type Whole = { files: number; ended: number; bytes: number; at: number }
export type Screen = {
  isTTY?: boolean
  columns?: number
  rows?: number
  write: (text: string) => unknown
}

const BAR = 20

/** Draws anew; `above` stays and scrolls away. */
export function openProgress(
  screen: Screen,
): (
  under: readonly Under[],
  whole: Whole | undefined,
  pace: number | undefined,
  above?: string,
) => void {
  let drawn = 0
  return (under, whole, pace, above = '') => {
    // Some terminals say that they have none of either.
    const [columns, rows] = [screen.columns || 80, screen.rows || 24]
    const shown = whole
      ? [
          ...under.slice(0, Math.max(0, rows - 3)).map((one) => lineOf(one, columns)),
          totalOf(whole, pace),
        ]
      : []
    screen.write(
      `${drawn ? `\x1b[${drawn}A\r\x1b[J` : ''}${above}${shown.map((line) => `${cut(line, columns - 1)}\n`).join('')}`,
    )
    drawn = shown.length
  }
}

function lineOf({ path, at, size }: Under, columns: number): string {
  const right = `${barOf(share(at, size))} ${percent(at, size)}  ${inBytes(size).padStart(8)}`
  const room = Math.max(8, columns - 3 - right.length)
  return `${pad(tail(plain(path), room), room)}  ${right}`
}

const totalOf = ({ files, ended, bytes, at }: Whole, pace: number | undefined) =>
  [
    `${ended} of ${files} files`,
    `${inBytes(at)} of ${inBytes(bytes)}`,
    percent(at, bytes).trim(),
    ...(pace ? [`${inBytes(pace)}/s`, `${inTime((bytes - at) / pace)} left`] : []),
  ].join(', ')

const share = (at: number, size: number) => (size === 0 ? 1 : at / size)
const percent = (at: number, size: number) => `${Math.floor(share(at, size) * 100)}%`.padStart(4)
const barOf = (part: number) => '#'.repeat(Math.round(part * BAR)).padEnd(BAR, '.')

/** Of a path the end says more than the beginning. */
function tail(path: string, room: number): string {
  if (widthOf(path) <= room) return path
  let end = [...path].slice(1 - room)
  while (widthOf(end.join('')) >= room) end = end.slice(1)
  return `…${end.join('')}`
}

export function inBytes(count: number): string {
  const step = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)))
  const scaled = count / 1000 ** step
  return `${step && scaled < 99.95 ? scaled.toFixed(1) : scaled.toFixed(0)} ${['B', 'kB', 'MB', 'GB', 'TB'][step]}`
}

export function inTime(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours
    ? `${hours} h ${minutes} min`
    : minutes
      ? `${minutes} min ${whole % 60} s`
      : `${whole} s`
}

const WINDOW_MS = 5_000

/** How many a second over the last few seconds; nothing until there is something to go by. */
export function openPace(): (now: number, at: number) => number | undefined {
  let seen: { now: number; at: number }[] = []
  return (now, at) => {
    seen = [...seen.filter((past) => now - past.now <= WINDOW_MS), { now, at }]
    const [first] = seen
    return now - first!.now < 500 || at <= first!.at
      ? undefined
      : ((at - first!.at) * 1000) / (now - first!.now)
  }
}
