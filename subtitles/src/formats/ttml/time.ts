// Time expressions (TTML 12.3), and begin, end and dur in parallel and sequential containers
// (12.2).
import type { FrameRate } from '../../cue.ts'
import { getAttribute, isElement, type XmlElement } from '../../xml/tree.ts'
import { readDigits } from '../digits.ts'
import { nextFrame, parseFrames } from '../frames.ts'
import type { ReadReport } from '../report.ts'
import type { FileError } from '../format.ts'
import { isTtml, getParameter } from './namespaces.ts'

/** Timing parameters of the document. `rate` is set only if the document states one. */
export type TtmlClock = {
  perSecond: number
  multiplier: FrameRate
  ticks: number
  subFrames: number
  smpte: boolean
  drop: boolean
  rate?: FrameRate
}
/** In seconds; `end` may be Infinity. */
export type TtmlSpan = { begin: number; end: number }
export type ElementTimes = ReadonlyMap<XmlElement, TtmlSpan>

const CLOCK_TIME =
  /^([0-9]{2,}):([0-9]{2}):([0-9]{2})(?:(\.[0-9]+)|[:;]([0-9]{2,})(?:\.([0-9]+))?)?$/
const OFFSET = /^([0-9]+(?:\.[0-9]+)?)(h|m|s|ms|f|t)$/
/** Times that TTML does not allow and old tools wrote: without hours, with a comma, or bare seconds. */
const OLD_TIME = /^(?:(?:([0-9]{1,3}):)?([0-9]{1,3}):)?([0-9]{1,6})(?:[.,]([0-9]{1,6}))?$/
const TIMED = ['div', 'p', 'span', 'br']

export function readClock(tt: XmlElement, { isStrict }: ReadReport): TtmlClock | FileError {
  const base = getParameter(tt, 'timeBase') ?? 'media'
  if (base === 'clock' && isStrict)
    return { line: tt.line, column: tt.column, message: TIMES_OF_DAY, code: 'time' }
  const frameRate = parsePositive(getParameter(tt, 'frameRate'))
  const perSecond = frameRate ?? 30
  const [num = 1, den = 1] = (getParameter(tt, 'frameRateMultiplier') ?? '1 1')
    .trim()
    .split(/[\s:]+/)
    .map((part) => parsePositive(part) ?? 1)
  const subFrames = parsePositive(getParameter(tt, 'subFrameRate')) ?? 1
  const ticks =
    parsePositive(getParameter(tt, 'tickRate')) ??
    (frameRate ? ((frameRate * num) / den) * subFrames : 1)
  return {
    perSecond,
    multiplier: { num, den },
    ticks,
    subFrames,
    smpte: base === 'smpte',
    drop: getParameter(tt, 'dropMode') === 'dropNTSC',
    ...(frameRate ? { rate: reduceRate(frameRate * num, den) } : {}),
  }
}

export const TIMES_OF_DAY =
  'The times are times of day (ttp:timeBase is clock), not positions in the media'

export function parseTime(expression: string, clock: TtmlClock): number | undefined {
  const usual = clock.smpte ? undefined : parseMilliseconds(expression)
  if (usual !== undefined) return usual
  const framesPerSecond = (clock.perSecond * clock.multiplier.num) / clock.multiplier.den
  const [, amount, metric] = OFFSET.exec(expression) ?? []
  if (amount)
    return (
      Number(amount) *
      { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / framesPerSecond, t: 1 / clock.ticks }[metric as 'h']
    )
  const [whole, hours, minutes, seconds, fraction, frames, subFrames] =
    CLOCK_TIME.exec(expression) ?? []
  if (
    !whole ||
    Number(minutes) > 59 ||
    Number(seconds) > 59 ||
    Number(frames ?? 0) >= clock.perSecond
  )
    return undefined
  const full = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  const beyond = Number(frames ?? 0) + Number(subFrames ?? 0) / clock.subFrames
  if (!clock.smpte) return full + Number(fraction ?? 0) + beyond / framesPerSecond
  const frame = parseFrames(
    [Number(hours), Number(minutes), Number(seconds), Number(frames ?? 0)],
    clock.perSecond,
    clock.drop,
  )
  return frame === undefined
    ? undefined
    : (frame + beyond - Number(frames ?? 0) + Number(fraction ?? 0) * clock.perSecond) /
        framesPerSecond
}

/** HH:MM:SS.mmm, as most files write their times, without a pattern. */
function parseMilliseconds(expression: string): number | undefined {
  if (expression.length !== 12 || expression[2] !== ':' || expression[5] !== ':') return undefined
  if (expression[8] !== '.') return undefined
  const hours = readDigits(expression, 0, 2)
  const minutes = readDigits(expression, 3, 5)
  const seconds = readDigits(expression, 6, 8)
  const milliseconds = readDigits(expression, 9, 12)
  const isValid =
    hours >= 0 && minutes >= 0 && minutes < 60 && seconds >= 0 && seconds < 60 && milliseconds >= 0
  return isValid ? (hours * 60 + minutes) * 60 + seconds + milliseconds / 1000 : undefined
}

/** The span of each timed element and region, before it is clipped to its parent. */
export type TimeResolver = {
  times: Map<XmlElement, TtmlSpan>
  /** Elements that begin at a time that cannot be read. */
  unknownBegins: Set<XmlElement>
  /** `begins` is the time that the parent begins at. */
  resolve: (element: XmlElement, begins: number) => void
}

export function createTimeResolver(clock: TtmlClock, report: ReadReport): TimeResolver {
  const times = new Map<XmlElement, TtmlSpan>()
  const unknownBegins = new Set<XmlElement>()
  const timeOf = (element: XmlElement, name: string) => {
    const expression = getAttribute(element, name)
    if (expression === undefined) return undefined
    const seconds = parseTime(expression.trim(), clock)
    if (seconds !== undefined) return seconds
    const repaired = repairTime(expression.trim(), clock)
    const negative = repaired ? undefined : readNegative(expression.trim(), clock)
    const place = { line: element.line, column: element.column }
    const written = `${name}="${expression.slice(0, 40)}"`
    if (repaired) {
      report.lose('time', null, `${written} ${repaired.lost}`, place)
      return repaired.seconds
    }
    const repair = negative === undefined ? 'it is left out' : `read as ${negative} s`
    report.fault({ code: 'time', ...place, message: `${written} is not a time`, repair })
    if (negative === undefined && name === 'begin') unknownBegins.add(element)
    return negative
  }
  const resolve = (element: XmlElement, begins: number, inSequence: boolean): TtmlSpan => {
    const begin = begins + (timeOf(element, 'begin') ?? 0)
    for (const animation of animations(element)) resolve(animation, begin, false)
    const implicit = implicitEnd(element, begin, inSequence, resolve)
    const [end, dur] = [timeOf(element, 'end'), timeOf(element, 'dur')]
    const span = { begin, end: endOf({ begins, begin, end, dur, implicit }) }
    // A break or a span without times of its own is shown with its paragraph.
    const isTimeless =
      !inSequence && begin === begins && span.end === Infinity && element.name !== 'p'
    if (!isTimeless) times.set(element, span)
    return span
  }
  return { times, unknownBegins, resolve: (element, begins) => resolve(element, begins, false) }
}

export const endOf = ({
  begins,
  begin,
  end,
  dur,
  implicit,
}: {
  begins: number
  begin: number
  end: number | undefined
  dur: number | undefined
  implicit: number
}): number =>
  end === undefined && dur === undefined
    ? implicit
    : Math.min(begins + (end ?? Infinity), begin + (dur ?? Infinity))

/**
 * The span of an element around paragraphs, from its own attributes: without an end, it lasts as long
 * as they do. Undefined if a time cannot be read, or if what begins depends on what comes before.
 */
export function ownSpan(
  element: XmlElement,
  begins: number,
  clock: TtmlClock,
): TtmlSpan | undefined {
  if (isSequence(element)) return undefined
  const seconds: (number | undefined)[] = []
  for (const name of ['begin', 'end', 'dur']) {
    const expression = getAttribute(element, name)
    const time = expression === undefined ? undefined : parseTime(expression.trim(), clock)
    if (expression !== undefined && time === undefined) return undefined
    seconds.push(time)
  }
  const [own = 0, end, dur] = seconds
  const begin = begins + own
  return { begin, end: endOf({ begins, begin, end, dur, implicit: Infinity }) }
}

function readNegative(expression: string, clock: TtmlClock): number | undefined {
  const positive = /^[-−]\s?(.+)$/.exec(expression)?.[1]
  const seconds = positive === undefined ? undefined : parseTime(positive, clock)
  return seconds === undefined ? undefined : -seconds
}

/** A time that is not valid but can be understood in one way only. */
function repairTime(
  expression: string,
  clock: TtmlClock,
): { seconds: number; lost: string } | undefined {
  const label = /^([0-9]{2}):([0-9]{2}):([0-9]{2})[:;]([0-9]{2})$/.exec(expression)?.slice(1)
  const frame = clock.smpte && clock.drop && label && nextFrame(label.map(Number), clock.perSecond)
  if (frame) {
    const { num, den } = clock.multiplier
    return {
      seconds: (frame * den) / (clock.perSecond * num),
      lost: 'is a timecode that drop frame skips; the next frame is used',
    }
  }
  const offset = parseTime(expression.replace(',', '.'), clock)
  if (offset !== undefined) return { seconds: offset, lost: notATime(offset) }
  const [whole, hours = 0, minutes = 0, rest, fraction = '0'] = OLD_TIME.exec(expression) ?? []
  if (!whole || (Number(minutes) > 59 && hours) || (Number(rest) > 59 && minutes)) return undefined
  const seconds =
    (Number(hours) * 60 + Number(minutes)) * 60 + Number(rest) + Number(`0.${fraction}`)
  return { seconds, lost: notATime(seconds) }
}
const notATime = (seconds: number) => `is not a TTML time; it was read as ${seconds} s`

/**
 * The end of the last child. Bare text never ends, except in a sequence, where it has no duration.
 */
function implicitEnd(
  element: XmlElement,
  begin: number,
  inSequence: boolean,
  resolve: (child: XmlElement, begins: number, inSequence: boolean) => TtmlSpan,
): number {
  const children = timedChildren(element)
  if (!children.length && ['span', 'br', 'region', 'set'].includes(element.name))
    return inSequence ? begin : Infinity
  const sequence = isSequence(element)
  let [last, latest] = [begin, begin]
  for (const child of children) {
    last = resolve(child, sequence ? last : begin, sequence).end
    latest = Math.max(latest, last)
  }
  return sequence ? last : hasBareText(element) ? Infinity : latest
}

export const timedChildren = (element: XmlElement): readonly XmlElement[] =>
  childrenNamed(element, TIMED)
/** Each changes the style of its parent for some time. */
export const animations = (element: XmlElement): readonly XmlElement[] =>
  childrenNamed(element, ['set'])
const NO_CHILDREN: readonly XmlElement[] = []
function childrenNamed(element: XmlElement, names: readonly string[]): readonly XmlElement[] {
  let found: XmlElement[] | undefined
  for (const child of element.children)
    if (isElement(child) && names.includes(child.name) && isTtml(child)) (found ??= []).push(child)
  return found ?? NO_CHILDREN
}
export const isSequence = (element: XmlElement): boolean =>
  getAttribute(element, 'timeContainer') === 'seq'
const hasBareText = (element: XmlElement) =>
  ['p', 'span'].includes(element.name) &&
  element.children.some((child) => !isElement(child) && /\S/.test(child.text))

function parsePositive(value: string | undefined): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function reduceRate(num: number, den: number): FrameRate {
  let [left, right] = [num, den]
  while (right) [left, right] = [right, left % right]
  return { num: num / left, den: den / left }
}
