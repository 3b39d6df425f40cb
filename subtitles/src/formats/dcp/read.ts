import { frameToMs, type Cue, type FrameRate } from '../../cue.ts'
import { isRightToLeft, languageFromTag } from '../../languages.ts'
import {
  FONT_STYLES,
  toStyles,
  writeMarkup,
  type FontStyle,
  type TextRow,
  type TextRun,
} from '../../markup.ts'
import { nominalRate } from '../../smpte.ts'
import {
  attributeEntries,
  childElements,
  findChild,
  isElement,
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

const SMPTE_NAMESPACE = /^http:\/\/www\.smpte-ra\.org\/schemas\/428-7\/20(07|10|14)\/DCST$/
const TICK_MS = 4

export function readDcp(bytes: Uint8Array): ReadResult {
  const references = createRepair()
  const xml = readXml(bytes, { repair: references.repair })
  if (!xml.ok) return { ok: false, errors: [xml.error] }
  const { root } = xml
  const smpte = root.name === 'SubtitleReel' && SMPTE_NAMESPACE.test(root.namespace)
  if (!smpte && root.name !== 'DCSubtitle')
    return {
      ok: false,
      errors: [
        error(
          root,
          `The root element must be SubtitleReel (SMPTE 428-7) or DCSubtitle (Interop), not ${root.name}`,
        ),
      ],
    }
  const rate = smpte ? readFrameRate(root) : undefined
  if (smpte && !rate)
    return { ok: false, errors: [error(root, 'TimeCodeRate or EditRate is missing or invalid')] }
  const clock = createTimeParser(root, rate)
  const errors: FileError[] = []
  const losses: Loss[] = []
  const list = smpte ? (findChild(root, 'SubtitleList') ?? root) : root
  const language = findChild(root, 'Language')
  const isRtl = isRightToLeft(languageFromTag(language ? textContent(language).trim() : '') ?? '')
  const cues = findSubtitles(list, PLAIN).flatMap((found) =>
    toCues(found, clock, { errors, isRtl }).map((cue) => {
      if (cue.stop === cue.start) losses.push({ cue, lost: NO_DURATION })
      cue.stop = withDuration(cue.start, cue.stop)
      return cue
    }),
  )
  const result = readResult(
    cues.toSorted((a, b) => a.start - b.start),
    errors,
    [...references.losses(), ...losses],
  )
  return result.ok && rate ? { ...result, rate } : result
}

type TimeParser = (code: string | undefined) => number | undefined
type DcpStyle = { font: readonly FontStyle[]; colour: string | undefined }
type StyledSubtitle = { subtitle: XmlElement; styles: DcpStyle }
const PLAIN: DcpStyle = { font: [], colour: undefined }

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

type PositionedRow = {
  row: TextRow
  valign: string
  halign: string
  isVertical: boolean
  direction: string | undefined
  /** From the left and the top, in percent. */
  x: number
  y: number
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
    clock(getAttributeIgnoringCase(subtitle, 'TimeIn')),
    clock(getAttributeIgnoringCase(subtitle, 'TimeOut')),
  ]
  if (start === undefined || stop === undefined)
    errors.push(
      error(
        subtitle,
        `${start === undefined ? 'TimeIn' : 'TimeOut'} is missing or not a valid time`,
      ),
    )
  else if (stop < start) errors.push(error(subtitle, 'The subtitle ends before it starts'))
  const places = Map.groupBy(
    lines,
    ({ valign, halign, isVertical }) => `${valign} ${halign} ${isVertical}`,
  )
  return [...places.values()].map((group) => ({
    start: start ?? 0,
    stop: stop ?? 0,
    ...placeRows(group, isRtl),
  }))
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

function findRows(element: XmlElement, styles: DcpStyle, errors: FileError[]): PositionedRow[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'Image') errors.push(error(child, 'Image subtitles contain no text'))
    if (child.name === 'Font') return findRows(child, readStyles(child, styles), errors)
    if (child.name !== 'Text') return []
    const text = (name: string) => getAttributeIgnoringCase(child, name)
    const [valign, halign] = [text('VAlign') ?? 'bottom', text('HAlign') ?? 'center']
    const [across, down] = [Number(text('HPosition')) || 0, Number(text('VPosition')) || 0]
    return [
      {
        row: readRuns(child, styles),
        valign,
        halign,
        // SMPTE says ttb, Interop vertical.
        direction: text('Direction'),
        isVertical: /^(?:ttb|vertical)/i.test(text('Direction') ?? ''),
        x: halign === 'left' ? across : halign === 'right' ? 100 - across : 50 + across,
        y: valign === 'top' ? down : valign === 'bottom' ? 100 - down : 50 + down,
      },
    ]
  })
}

function readRuns(element: XmlElement, style: DcpStyle, isUpright = false): TextRun[] {
  const styles = toStyles(
    (tag) => (tag === 'tcy' ? isUpright : style.font.some((font) => font === tag)),
    style.colour,
  )
  return element.children.flatMap((child, index, all): TextRun[] => {
    if (!isElement(child))
      return [
        {
          text: unfoldLines(child.text, { first: index === 0, last: index === all.length - 1 }),
          styles,
        },
      ]
    if (child.name === 'Font') return readRuns(child, readStyles(child, style), isUpright)
    if (child.name === 'Space') return [{ text: ' ', styles }]
    if (child.name === 'HGroup') return readRuns(child, style, true)
    return child.name === 'Ruby' ? readRuby(child, styles) : readRuns(child, style, isUpright)
  })
}

/** Its base (Rb) and the small text (Rt). */
function readRuby(ruby: XmlElement, styles: TextRun['styles']): TextRun[] {
  const inner = (name: string) => {
    const found = findChild(ruby, name)
    return found ? textContent(found).trim() : ''
  }
  const [base, text] = [inner('Rb'), inner('Rt')]
  return base && text
    ? [{ text: base, styles: [...styles, `ruby:${text}`] }]
    : [{ text: base + text, styles }]
}

/** Line breaks and indentation inside the XML are one space; breaks at either end are dropped. */
function unfoldLines(text: string, { first, last }: { first: boolean; last: boolean }): string {
  const lines = text.replaceAll('\t', ' ').split('\n')
  const words = lines.map((line, index) => {
    const left = index ? line.trimStart() : line
    return index < lines.length - 1 ? left.trimEnd() : left
  })
  return words
    .filter(
      (word, index) =>
        word ||
        !((first && index === 0) || (last && index === words.length - 1)) ||
        words.length === 1,
    )
    .join(' ')
}

function readStyles(font: XmlElement, outside: DcpStyle): DcpStyle {
  const attribute = (name: string) => getAttributeIgnoringCase(font, name)
  const now: Record<FontStyle, string | undefined> = {
    b: attribute('Weight'),
    i: attribute('Italic'),
    u: attribute('Underline') ?? attribute('Underlined'),
  }
  // Alpha, red, green and blue.
  const colour = /^(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(attribute('Color')?.trim() ?? '')?.[1]
  return {
    font: FONT_STYLES.filter((style) =>
      now[style] === undefined
        ? outside.font.includes(style)
        : ['bold', 'yes', 'true', '1'].includes(now[style]),
    ),
    colour: colour === undefined ? outside.colour : `#${colour.toLowerCase()}`,
  }
}

/** Interop writes VAlign, SMPTE writes Valign. */
function getAttributeIgnoringCase(element: XmlElement, name: string): string | undefined {
  for (const [key, value] of attributeEntries(element))
    if (key.toLowerCase() === ` ${name.toLowerCase()}`) return value
  return undefined
}
const error = ({ line, column }: XmlElement, message: string): FileError => ({
  line,
  column,
  message,
})
