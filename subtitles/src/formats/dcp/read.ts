import { frameToMs, type Cue, type FrameRate } from '../../cue.ts'
import { writeMarkup, type TextRow, type TextRun, type TextStyle } from '../../markup.ts'
import { nominalRate } from '../../smpte.ts'
import {
  childElements,
  descendants,
  findChild,
  isElement,
  readXml,
  textContent,
  type XmlElement,
} from '../../xml/tree.ts'
import type { FileError, ReadResult } from '../format.ts'
import { parseFrames } from '../frames.ts'
import { cuePosition } from '../position.ts'
import { readResult, type Loss } from '../results.ts'
import { NO_DURATION, withDuration } from '../times.ts'
import { hasLetters } from '../visible-cues.ts'

const SMPTE_NAMESPACE = /^http:\/\/www\.smpte-ra\.org\/schemas\/428-7\/20(07|10|14)\/DCST$/
const TICK_MS = 4

export function readDcp(bytes: Uint8Array): ReadResult {
  const xml = readXml(bytes)
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
  const cues = findSubtitles(smpte ? (findChild(root, 'SubtitleList') ?? root) : root, []).flatMap(
    (found) =>
      toCues(found, clock, errors).map((cue) => {
        if (cue.stop === cue.start) losses.push({ cue, lost: NO_DURATION })
        cue.stop = withDuration(cue.start, cue.stop)
        for (const lost of lostFeatures(found.subtitle)) losses.push({ cue, lost })
        return cue
      }),
  )
  const result = readResult(
    cues.toSorted((a, b) => a.start - b.start),
    errors,
    losses,
  )
  return result.ok && rate ? { ...result, rate } : result
}

type TimeParser = (code: string | undefined) => number | undefined
type StyledSubtitle = { subtitle: XmlElement; styles: readonly TextStyle[] }

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

function findSubtitles(element: XmlElement, styles: readonly TextStyle[]): StyledSubtitle[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'Subtitle') return [{ subtitle: child, styles }]
    return child.name === 'Font' ? findSubtitles(child, readStyles(child, styles)) : []
  })
}

/** What a line cannot store. */
function lostFeatures(subtitle: XmlElement): string[] {
  const inner = descendants(subtitle)
  const color = (element: XmlElement) => getAttributeIgnoringCase(element, 'Color')
  return [
    ...(inner.some((one) => one.name === 'Font' && !/^(?:FF)?FFFFFF$/i.test(color(one) ?? 'FFFFFF'))
      ? ['The colour of the text']
      : []),
    ...(inner.some(({ name }) => name === 'Ruby') ? ['Ruby; its text follows in parentheses'] : []),
    ...(inner.some((one) => /^t/i.test(getAttributeIgnoringCase(one, 'Direction') ?? ''))
      ? ['The vertical direction of the text']
      : []),
  ]
}

type PositionedRow = { row: TextRow; valign: string; halign: string; down: number }

/**
 * Texts in different positions become separate cues. Texts in one position become rows, top to
 * bottom.
 */
function toCues(
  { subtitle, styles }: StyledSubtitle,
  clock: TimeParser,
  errors: FileError[],
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
  const places = Map.groupBy(lines, ({ valign, halign }) => `${valign} ${halign}`)
  return [...places.values()].map((group) => {
    const { valign, halign } = group[0]!
    const place = cuePosition(
      valign === 'top' ? 'top' : valign === 'center' ? 'middle' : 'bottom',
      halign === 'left' || halign === 'right' ? halign : 'center',
    )
    const rows = group.toSorted((a, b) => a.down - b.down).map(({ row }) => row)
    return Object.assign(place, { start: start ?? 0, stop: stop ?? 0, text: writeMarkup(rows) })
  })
}

function findRows(
  element: XmlElement,
  styles: readonly TextStyle[],
  errors: FileError[],
): PositionedRow[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'Image') errors.push(error(child, 'Image subtitles contain no text'))
    if (child.name === 'Font') return findRows(child, readStyles(child, styles), errors)
    if (child.name !== 'Text') return []
    const [valign, halign, position] = [
      getAttributeIgnoringCase(child, 'VAlign') ?? 'bottom',
      getAttributeIgnoringCase(child, 'HAlign') ?? 'center',
      Number(getAttributeIgnoringCase(child, 'VPosition') ?? 0) || 0,
    ]
    return [
      {
        row: readRuns(child, styles),
        valign,
        halign,
        down: valign === 'bottom' ? -position : valign === 'top' ? position : 0,
      },
    ]
  })
}

function readRuns(element: XmlElement, styles: readonly TextStyle[]): TextRun[] {
  return element.children.flatMap((child, index, all): TextRun[] => {
    if (!isElement(child))
      return [
        {
          text: unfoldLines(child.text, { first: index === 0, last: index === all.length - 1 }),
          styles,
        },
      ]
    if (child.name === 'Font') return readRuns(child, readStyles(child, styles))
    if (child.name === 'Space') return [{ text: ' ', styles }]
    if (child.name === 'Rt')
      return [{ text: '\uff08', styles }, ...readRuns(child, styles), { text: '\uff09', styles }]
    return readRuns(child, styles)
  })
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

function readStyles(font: XmlElement, outside: readonly TextStyle[]): readonly TextStyle[] {
  const now: Record<TextStyle, string | undefined> = {
    b: getAttributeIgnoringCase(font, 'Weight'),
    i: getAttributeIgnoringCase(font, 'Italic'),
    u: getAttributeIgnoringCase(font, 'Underline') ?? getAttributeIgnoringCase(font, 'Underlined'),
  }
  return (['b', 'i', 'u'] as const).filter((style) =>
    now[style] === undefined
      ? outside.includes(style)
      : ['bold', 'yes', 'true', '1'].includes(now[style]),
  )
}

/** Interop writes VAlign, SMPTE writes Valign. */
function getAttributeIgnoringCase(element: XmlElement, name: string): string | undefined {
  for (const [key, value] of element.attributes)
    if (key.toLowerCase() === ` ${name.toLowerCase()}`) return value
  return undefined
}
const error = ({ line, column }: XmlElement, message: string): FileError => ({
  line,
  column,
  message,
})
