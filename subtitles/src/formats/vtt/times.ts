import { formatTimecode } from '../../cue.ts'
import { readDigits } from '../digits.ts'
import { clockToMs } from '../times.ts'

const TIME = /[ \t\f]*(?:(\d+):)?(\d\d):(\d\d)\.(\d{3})(?!\d)/y
const ARROW = /[ \t\f]*-->[ \t\f]*/y

/** `column` locates the error, or the second time. */
export type CueTimesResult =
  | { ok: true; start: number; stop: number; column: number; settings: string }
  | { ok: false; column: number }

export function readTimes(line: string): CueTimesResult {
  const usual = readUsualTimes(line)
  if (usual) return usual
  const start = parseTimeAt(line, 0)
  if (!start) return { ok: false, column: 1 }
  ARROW.lastIndex = start.end
  if (!ARROW.test(line)) return { ok: false, column: start.end + 1 }
  const column = ARROW.lastIndex + 1
  const stop = parseTimeAt(line, ARROW.lastIndex)
  return stop
    ? { ok: true, start: start.time, stop: stop.time, column, settings: line.slice(stop.end) }
    : { ok: false, column }
}

const [USUAL_LENGTH, SECOND] = [29, 17]

/** 00:00:01.000 --> 00:00:02.000, as nearly all files have them, without a pattern. */
function readUsualTimes(line: string): CueTimesResult | undefined {
  if (line.length < USUAL_LENGTH || !line.startsWith(' --> ', 12)) return undefined
  const settings = line.length === USUAL_LENGTH ? '' : line.slice(USUAL_LENGTH)
  if (settings !== '' && !settings.startsWith(' ')) return undefined
  const start = readUsualTime(line, 0)
  const stop = start === undefined ? undefined : readUsualTime(line, SECOND)
  return start === undefined || stop === undefined
    ? undefined
    : { ok: true, start, stop, column: SECOND + 1, settings }
}

const [COLON, POINT] = [0x3a, 0x2e]

function readUsualTime(line: string, at: number): number | undefined {
  if (line.charCodeAt(at + 2) !== COLON || line.charCodeAt(at + 5) !== COLON) return undefined
  if (line.charCodeAt(at + 8) !== POINT) return undefined
  const hours = readDigits(line, at, at + 2)
  const minutes = readDigits(line, at + 3, at + 5)
  const seconds = readDigits(line, at + 6, at + 8)
  const thousandths = readDigits(line, at + 9, at + 12)
  return hours < 0 || minutes < 0 || seconds < 0 || thousandths < 0
    ? undefined
    : clockToMs(hours, minutes, seconds, thousandths)
}

export const formatTime = (milliseconds: number): string =>
  formatTimecode(milliseconds).replace(',', '.')

function parseTimeAt(line: string, from: number): { time: number; end: number } | undefined {
  TIME.lastIndex = from
  const [, hours = 0, minutes, seconds, thousandths] = TIME.exec(line) ?? []
  const time =
    minutes === undefined
      ? undefined
      : clockToMs(Number(hours), Number(minutes), Number(seconds), Number(thousandths))
  return time === undefined ? undefined : { time, end: TIME.lastIndex }
}

/** A comma before the milliseconds, letters that look like digits, and other arrows. */
export function readDamagedTimes(
  line: string,
): { start: number; stop: number; settings: string } | undefined {
  const repaired = line
    .slice(0, MAX_TIMES)
    .replace(/[OoIl](?=[\dOoIl:.,])|(?<=\d)[OoIl]/g, (letter) => (/o/i.test(letter) ? '0' : '1'))
    .replace(/(\d),(\d{3})(?!\d)/g, '$1.$2')
    .replace(/(\d)[ \t]*(?:-{1,4} ?>|–+>|—+>|=+>)[ \t]*(\d)/, '$1 --> $2')
  const times = readTimes(repaired)
  return times.ok ? { ...times, settings: times.settings + line.slice(MAX_TIMES) } : undefined
}
const MAX_TIMES = 200
