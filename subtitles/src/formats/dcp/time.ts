// Frame rates and times of DCP subtitles.
import { frameToMs, type FrameRate } from '../../cue.ts'
import { nominalRate } from '../../smpte.ts'
import { findChild, textContent, type XmlElement } from '../../xml/tree.ts'
import { readDigits } from '../digits.ts'
import { parseFrames } from '../frames.ts'

const TICK_MS = 4
export type TimeParser = (code: string | undefined) => number | undefined

/**
 * TimeCodeRate counts the labels. EditRate gives the exact duration of a frame where both agree.
 */
export function readFrameRate(root: XmlElement): FrameRate | undefined {
  const childText = (name: string) => {
    const child = findChild(root, name)
    return child ? textContent(child).trim() : ''
  }
  const perSecond = Number(childText('TimeCodeRate'))
  const [, num, den] = /^([1-9][0-9]{0,6})\s+([1-9][0-9]{0,6})$/.exec(childText('EditRate')) ?? []
  const edit = num ? { num: Number(num), den: Number(den) } : undefined
  if (
    childText('TimeCodeRate') &&
    !(Number.isInteger(perSecond) && perSecond > 0 && perSecond <= 240)
  )
    return undefined
  return edit && (!perSecond || nominalRate(edit) === perSecond)
    ? edit
    : perSecond
      ? { num: perSecond, den: 1 }
      : undefined
}

/**
 * SMPTE counts frames after the last colon, from StartTime. Interop counts ticks of 4 ms, or a
 * fraction after a point.
 */
export function createTimeParser(root: XmlElement, rate: FrameRate | undefined): TimeParser {
  const perSecond = rate && nominalRate(rate)
  const at = (code: string | undefined): number | undefined => {
    const label = code === undefined ? undefined : readLabel(code)
    if (!label || label.minutes > 59 || label.seconds > 59) return undefined
    const { hours, minutes, seconds, mark, rest, digits } = label
    const whole = ((hours * 60 + minutes) * 60 + seconds) * 1000
    if (mark === '.') return whole + Math.round((rest / 10 ** digits) * 1000)
    if (!rate) return rest < 1000 / TICK_MS ? whole + rest * TICK_MS : undefined
    const frame = parseFrames([hours, minutes, seconds, rest], perSecond!)
    return frame === undefined ? undefined : frameToMs(frame, rate)
  }
  const start = rate && findChild(root, 'StartTime')
  const offset = (start && at(textContent(start))) ?? 0
  return (code) => {
    const time = at(code)
    return time === undefined || time < offset ? undefined : time - offset
  }
}

type TimeLabel = {
  hours: number
  minutes: number
  seconds: number
  mark: string
  rest: number
  digits: number
}
const LABEL = /^([0-9]{1,2}):([0-9]{2}):([0-9]{2})([:.;])([0-9]{1,3})$/

function readLabel(code: string): TimeLabel | undefined {
  const usual = readUsualLabel(code)
  if (usual) return usual
  const [, hours, minutes, seconds, mark, rest] = LABEL.exec(code.trim()) ?? []
  return hours === undefined
    ? undefined
    : {
        hours: Number(hours),
        minutes: Number(minutes),
        seconds: Number(seconds),
        mark: mark!,
        rest: Number(rest),
        digits: rest!.length,
      }
}

/** HH:MM:SS:FF and HH:MM:SS:TTT, without a pattern: a file has 100,000 times. */
function readUsualLabel(code: string): TimeLabel | undefined {
  const digits = code.length - 9
  if (digits < 2 || digits > 3 || code[2] !== ':' || code[5] !== ':' || code[8] !== ':')
    return undefined
  const [hours, minutes, seconds] = [
    readDigits(code, 0, 2),
    readDigits(code, 3, 5),
    readDigits(code, 6, 8),
  ]
  const rest = readDigits(code, 9, code.length)
  return hours < 0 || minutes < 0 || seconds < 0 || rest < 0
    ? undefined
    : { hours, minutes, seconds, mark: ':', rest, digits }
}
