// The texts of a subtitle with their styles and positions.
import {
  colourOf,
  FONT_STYLES,
  toStyles,
  type FontStyle,
  type TextRow,
  type TextRun,
} from '../../markup.ts'
import { findChild, isElement, textContent, type XmlElement } from '../../xml/tree.ts'
import type { FileError } from '../format.ts'
import type { ReadCode } from '../read-codes.ts'
import { excerpt, type ReadReport } from '../report.ts'
import { isEmphasis } from './emphasis.ts'

export type DcpStyle = {
  font: readonly FontStyle[]
  colour: string | undefined
  /** Of runs, and of runs that are upright in vertical text. */
  styles: TextRun['styles']
  upright: TextRun['styles']
  /** Of the fonts inside, by their attributes. */
  inside: Map<readonly string[], DcpStyle>
}
/** Outside of all fonts. */
export const plainStyle = (): DcpStyle => newStyle([], undefined)

export type PositionedRow = { row: TextRow; place: RowPlace }
export type RowPlace = {
  valign: string
  halign: string
  isVertical: boolean
  direction: string | undefined
  /** From the left and the top, in percent. */
  x: number
  y: number
}
/** By attributes: nearly all rows have those of a row before. */
export type RowPlaces = Map<readonly string[], RowPlace>
/** What is computed once for the same attributes. Elements with other attributes are not kept. */
const MAX_KEPT = 500

export function findRows(
  element: XmlElement,
  styles: DcpStyle,
  { report, places }: { report: ReadReport; places: RowPlaces },
  rows: PositionedRow[] = [],
): PositionedRow[] {
  for (const child of element.children) {
    if (!isElement(child)) {
      if (child.text.trim()) loseText(element, child.text, report)
      continue
    }
    if (!['Image', 'Font', 'Text'].includes(child.name) && textContent(child).trim())
      loseText(child, textContent(child), report)
    if (child.name === 'Image')
      report.fault({
        ...error(child, 'Image subtitles contain no text', 'image'),
        repair: 'left out',
      })
    if (child.name === 'Font') findRows(child, readStyles(child, styles), { report, places }, rows)
    if (child.name === 'Text')
      rows.push({ row: readRuns(child, styles), place: findPlace(child, places) })
  }
  return rows
}

/** Text that is in no Text is not shown. */
export const loseText = (element: XmlElement, text: string, report: ReadReport) =>
  report.lose('outside', null, `The text outside of texts: ${excerpt(text)}`, element)

function findPlace(element: XmlElement, places: RowPlaces): RowPlace {
  const known = places.get(element.attributes)
  if (known) return known
  const place = readPlace(element)
  if (places.size < MAX_KEPT) places.set(element.attributes, place)
  return place
}

function readPlace(element: XmlElement): RowPlace {
  const text = (key: ` ${string}`) => getAttributeIgnoringCase(element, key)
  const [valign, halign] = [text(' valign') ?? 'bottom', text(' halign') ?? 'center']
  const [across, down] = [Number(text(' hposition')) || 0, Number(text(' vposition')) || 0]
  const direction = text(' direction')
  return {
    valign,
    halign,
    direction,
    // SMPTE says ttb, Interop vertical.
    isVertical: /^(?:ttb|vertical)/i.test(direction ?? ''),
    x: halign === 'left' ? across : halign === 'right' ? 100 - across : 50 + across,
    y: valign === 'top' ? down : valign === 'bottom' ? 100 - down : 50 + down,
  }
}

function readRuns(
  { children }: XmlElement,
  style: DcpStyle,
  isUpright = false,
  runs: TextRun[] = [],
): TextRun[] {
  const styles = isUpright ? style.upright : style.styles
  for (let index = 0; index < children.length; index++) {
    const child = children[index]!
    if (!isElement(child)) {
      const ends = { first: index === 0, last: index === children.length - 1 }
      runs.push({ text: unfoldLines(child.text, ends), styles })
    } else if (child.name === 'Font') readRuns(child, readStyles(child, style), isUpright, runs)
    else if (child.name === 'Space') runs.push({ text: ' ', styles })
    else if (child.name === 'Ruby') runs.push(readRuby(child, styles))
    else readRuns(child, style, isUpright || child.name === 'HGroup', runs)
  }
  return runs
}

/** Its base (Rb) and the small text (Rt). */
function readRuby(ruby: XmlElement, styles: TextRun['styles']): TextRun {
  const inner = (name: string) => {
    const found = findChild(ruby, name)
    return found ? textContent(found).trim() : ''
  }
  const [base, text] = [inner('Rb'), inner('Rt')]
  if (base && isEmphasis(text))
    return {
      text: base,
      styles: toStyles((tag) => tag === 'em' || styles.includes(tag), colourOf(styles)),
    }
  return base && text
    ? { text: base, styles: [...styles, `ruby:${text}`] }
    : { text: base + text, styles }
}

/** Line breaks and indentation inside the XML are one space; breaks at either end are dropped. */
function unfoldLines(text: string, { first, last }: { first: boolean; last: boolean }): string {
  if (!text.includes('\n')) return text.includes('\t') ? text.replaceAll('\t', ' ') : text
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

export function readStyles(font: XmlElement, outside: DcpStyle): DcpStyle {
  const known = outside.inside.get(font.attributes)
  if (known) return known
  const style = readStyle(font, outside)
  if (outside.inside.size < MAX_KEPT) outside.inside.set(font.attributes, style)
  return style
}

function readStyle(font: XmlElement, outside: DcpStyle): DcpStyle {
  const attribute = (key: ` ${string}`) => getAttributeIgnoringCase(font, key)
  const now: Record<FontStyle, string | undefined> = {
    b: attribute(' weight'),
    i: attribute(' italic'),
    u: attribute(' underline') ?? attribute(' underlined'),
  }
  // Alpha, red, green and blue.
  const colour = /^(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(attribute(' color')?.trim() ?? '')?.[1]
  return newStyle(
    FONT_STYLES.filter((style) =>
      now[style] === undefined
        ? outside.font.includes(style)
        : ['bold', 'yes', 'true', '1'].includes(now[style]),
    ),
    colour === undefined ? outside.colour : `#${colour.toLowerCase()}`,
  )
}

function newStyle(font: readonly FontStyle[], colour: string | undefined): DcpStyle {
  const toList = (isUpright: boolean) =>
    toStyles((tag) => (tag === 'tcy' ? isUpright : font.some((style) => style === tag)), colour)
  return { font, colour, styles: toList(false), upright: toList(true), inside: new Map() }
}

/** Interop writes VAlign, SMPTE writes Valign. `wanted` is the key in lower case. */
export function getAttributeIgnoringCase(
  { attributes }: XmlElement,
  wanted: ` ${string}`,
): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) {
    const key = attributes[at]!
    if (key.length === wanted.length && (key === wanted || key.toLowerCase() === wanted))
      return attributes[at + 1]
  }
  return undefined
}
export const error = (
  { line, column }: XmlElement,
  message: string,
  code: ReadCode = 'not-subtitles',
): FileError => ({ line, column, message, code })
