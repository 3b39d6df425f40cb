import { frameToMs, type Cue, type FrameRate } from '../../cue.ts'
import { isRightToLeft, languageFromTag } from '../../languages.ts'
import { writeMarkup } from '../../markup.ts'
import { nominalRate } from '../../smpte.ts'
import {
  childElements,
  findChild,
  MAX_NODES,
  readXml,
  textContent,
  type XmlElement,
} from '../../xml/tree.ts'
import { ownDirection } from '../direction.ts'
import type { FileError, ReadResult } from '../format.ts'
import { parseFrames } from '../frames.ts'
import { cuePosition, unusualPoint } from '../position.ts'
import { createRepair } from '../repair-references.ts'
import { readResult, type Loss } from '../results.ts'
import { NO_DURATION, withDuration } from '../times.ts'
import { hasLetters } from '../visible-cues.ts'
import {
  error,
  findRows,
  getAttributeIgnoringCase,
  PLAIN,
  readStyles,
  type DcpStyle,
  type PositionedRow,
} from './text.ts'

const SMPTE_NAMESPACE = /^http:\/\/www\.smpte-ra\.org\/schemas\/428-7\/20(07|10|14)\/DCST$/
const TICK_MS = 4

/** Subtitles are read one by one. In a document with an unusual order, all at once. */
export function readDcp(bytes: Uint8Array): ReadResult {
  return readInStream(bytes) ?? readWhole(bytes)
}

/** Without a tree of all subtitles, of which collecting the garbage takes as long as reading them. */
function readInStream(bytes: Uint8Array): ReadResult | undefined {
  const references = createRepair()
  let reading: Reading | undefined
  let needsWhole = false
  const styles = new Map<XmlElement, DcpStyle | undefined>()
  const xml = readXml(bytes, {
    repair: references.repair,
    maxRead: MAX_NODES,
    // Most texts have no markup. There is no line break.
    plain: { element: 'Text', break: '\n', take: () => false },
    take: (element, _depth, ancestors) => {
      if (element.name !== 'Subtitle' || needsWhole) return false
      const [root] = ancestors
      reading ??= root && startReading(root)
      const parent = ancestors.at(-1)!
      if (!styles.has(parent)) styles.set(parent, reading && stylesAt(ancestors, reading))
      const style = styles.get(parent)
      needsWhole ||= !reading || !style
      if (reading && style) addSubtitle(reading, { subtitle: element, styles: style })
      return !needsWhole
    },
  })
  if (!xml.ok) return { ok: false, errors: [xml.error] }
  const isUsual = reading && !needsWhole && reading.header === headerOf(xml.root)
  return isUsual ? finish(reading!, references.losses()) : undefined
}

function readWhole(bytes: Uint8Array): ReadResult {
  const references = createRepair()
  const xml = readXml(bytes, { repair: references.repair })
  if (!xml.ok) return { ok: false, errors: [xml.error] }
  const { root } = xml
  const error = findRootError(root)
  if (error) return { ok: false, errors: [error] }
  const reading = startReading(root)!
  const list = isSmpte(root) ? (findChild(root, 'SubtitleList') ?? root) : root
  for (const found of findSubtitles(list, PLAIN)) addSubtitle(reading, found)
  return finish(reading, references.losses())
}

const isSmpte = ({ name, namespace }: XmlElement) =>
  name === 'SubtitleReel' && SMPTE_NAMESPACE.test(namespace)

function findRootError(root: XmlElement): FileError | undefined {
  if (!isSmpte(root) && root.name !== 'DCSubtitle')
    return error(
      root,
      `The root element must be SubtitleReel (SMPTE 428-7) or DCSubtitle (Interop), not ${root.name}`,
    )
  return isSmpte(root) && !readFrameRate(root)
    ? error(root, 'TimeCodeRate or EditRate is missing or invalid')
    : undefined
}

/** What was read so far. `header` is what the times and directions depend on. */
type Reading = {
  header: string
  isSmpte: boolean
  rate: FrameRate | undefined
  clock: TimeParser
  isRtl: boolean
  cues: Cue[]
  errors: FileError[]
  losses: Loss[]
}

const HEADER = ['TimeCodeRate', 'EditRate', 'StartTime', 'Language']
const headerOf = (root: XmlElement) =>
  HEADER.map((name) => {
    const child = findChild(root, name)
    return child ? textContent(child) : ''
  }).join('\n')

/** Undefined if the document cannot be read. */
function startReading(root: XmlElement): Reading | undefined {
  if (findRootError(root)) return undefined
  const rate = isSmpte(root) ? readFrameRate(root) : undefined
  const language = findChild(root, 'Language')
  return {
    header: headerOf(root),
    isSmpte: isSmpte(root),
    rate,
    clock: createTimeParser(root, rate),
    isRtl: isRightToLeft(languageFromTag(language ? textContent(language).trim() : '') ?? ''),
    cues: [],
    errors: [],
    losses: [],
  }
}

/** The style of the fonts around subtitles. Undefined if subtitles are not read there. */
function stylesAt([root, ...path]: readonly XmlElement[], reading: Reading): DcpStyle | undefined {
  if (reading.isSmpte && path.shift() !== findChild(root!, 'SubtitleList')) return undefined
  return path.every(({ name }) => name === 'Font')
    ? path.reduce((outside, font) => readStyles(font, outside), PLAIN)
    : undefined
}

function addSubtitle(reading: Reading, found: StyledSubtitle) {
  for (const cue of toCues(found, reading.clock, reading)) {
    if (cue.stop === cue.start) reading.losses.push({ cue, lost: NO_DURATION })
    cue.stop = withDuration(cue.start, cue.stop)
    reading.cues.push(cue)
  }
}

function finish({ cues, errors, losses, rate }: Reading, repaired: readonly Loss[]): ReadResult {
  const result = readResult(
    cues.toSorted((a, b) => a.start - b.start),
    errors,
    [...repaired, ...losses],
  )
  return result.ok && rate ? { ...result, rate } : result
}

type TimeParser = (code: string | undefined) => number | undefined
type StyledSubtitle = { subtitle: XmlElement; styles: DcpStyle }

/**
 * TimeCodeRate counts the labels. EditRate gives the exact duration of a frame where both agree.
 */
function readFrameRate(root: XmlElement): FrameRate | undefined {
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
function createTimeParser(root: XmlElement, rate: FrameRate | undefined): TimeParser {
  const at = (code: string | undefined): number | undefined => {
    const [, hours, minutes, seconds, mark, rest] =
      /^([0-9]{1,2}):([0-9]{2}):([0-9]{2})([:.;])([0-9]{1,3})$/.exec(code?.trim() ?? '') ?? []
    const parts = [hours, minutes, seconds, rest].map(Number)
    if (!hours || parts[1]! > 59 || parts[2]! > 59) return undefined
    const whole = ((parts[0]! * 60 + parts[1]!) * 60 + parts[2]!) * 1000
    if (mark === '.') return whole + Math.round(Number(`0.${rest}`) * 1000)
    if (!rate) return parts[3]! < 1000 / TICK_MS ? whole + parts[3]! * TICK_MS : undefined
    const frame = parseFrames(parts, nominalRate(rate))
    return frame === undefined ? undefined : frameToMs(frame, rate)
  }
  const start = rate && findChild(root, 'StartTime')
  const offset = (start && at(textContent(start))) ?? 0
  return (code) => {
    const time = at(code)
    return time === undefined || time < offset ? undefined : time - offset
  }
}

function findSubtitles(element: XmlElement, styles: DcpStyle): StyledSubtitle[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'Subtitle') return [{ subtitle: child, styles }]
    return child.name === 'Font' ? findSubtitles(child, readStyles(child, styles)) : []
  })
}

/**
 * Texts in different positions become separate cues. Texts in one position become rows, top to
 * bottom.
 */
function toCues(
  { subtitle, styles }: StyledSubtitle,
  clock: TimeParser,
  { errors, isRtl }: { errors: FileError[]; isRtl: boolean },
): Cue[] {
  const lines = findRows(subtitle, styles, errors)
  if (!hasLetters(lines.map(({ row }) => row))) return []
  const [start, stop] = [
    clock(getAttributeIgnoringCase(subtitle, ' timein')),
    clock(getAttributeIgnoringCase(subtitle, ' timeout')),
  ]
  if (start === undefined || stop === undefined)
    errors.push(
      error(
        subtitle,
        `${start === undefined ? 'TimeIn' : 'TimeOut'} is missing or not a valid time`,
      ),
    )
  else if (stop < start) errors.push(error(subtitle, 'The subtitle ends before it starts'))
  return groupByPlace(lines).map((group) => ({
    start: start ?? 0,
    stop: stop ?? 0,
    ...placeRows(group, isRtl),
  }))
}

/** Nearly always one group. */
function groupByPlace(lines: readonly PositionedRow[]): (readonly PositionedRow[])[] {
  const { valign, halign, isVertical } = lines[0]!
  const isTogether = lines.every(
    (line) => line.valign === valign && line.halign === halign && line.isVertical === isVertical,
  )
  if (isTogether) return [lines]
  const keyOf = (line: PositionedRow) => `${line.valign} ${line.halign} ${line.isVertical}`
  return [...Map.groupBy(lines, keyOf).values()]
}

/** Rows go down, and the columns of vertical text to the left. */
function placeRows(group: readonly PositionedRow[], isRtl: boolean): Omit<Cue, 'start' | 'stop'> {
  const { valign, halign, isVertical, direction } = group[0]!
  const place = cuePosition(
    valign === 'top' ? 'top' : valign === 'center' ? 'middle' : 'bottom',
    halign === 'left' || halign === 'right' ? halign : 'center',
  )
  const sorted = group.toSorted((a, b) => (isVertical ? b.x - a.x : a.y - b.y))
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  const mean = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 }
  const point = {
    x: isVertical ? (halign === 'right' ? first.x : halign === 'left' ? last.x : mean.x) : first.x,
    y: isVertical ? first.y : valign === 'top' ? first.y : valign === 'bottom' ? last.y : mean.y,
  }
  return {
    text: writeMarkup(sorted.map(({ row }) => row)),
    ...place,
    ...unusualPoint(place, point),
    ...(isVertical && { writingMode: 'vertical-rl' as const }),
    ...ownDirection(
      direction,
      sorted.map(({ row }) => row),
      isRtl,
    ),
  }
}
