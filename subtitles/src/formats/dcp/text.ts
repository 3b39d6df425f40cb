// The texts of a subtitle with their styles and positions.
import { FONT_STYLES, toStyles, type FontStyle, type TextRow, type TextRun } from '../../markup.ts'
import {
  childElements,
  findChild,
  isElement,
  textContent,
  type XmlElement,
} from '../../xml/tree.ts'
import type { FileError } from '../format.ts'

export type DcpStyle = { font: readonly FontStyle[]; colour: string | undefined }
export const PLAIN: DcpStyle = { font: [], colour: undefined }
const NO_STYLES: TextRun['styles'] = []

export type PositionedRow = {
  row: TextRow
  valign: string
  halign: string
  isVertical: boolean
  direction: string | undefined
  /** From the left and the top, in percent. */
  x: number
  y: number
}

export function findRows(
  element: XmlElement,
  styles: DcpStyle,
  errors: FileError[],
): PositionedRow[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'Image') errors.push(error(child, 'Image subtitles contain no text'))
    if (child.name === 'Font') return findRows(child, readStyles(child, styles), errors)
    if (child.name !== 'Text') return []
    const text = (key: ` ${string}`) => getAttributeIgnoringCase(child, key)
    const [valign, halign] = [text(' valign') ?? 'bottom', text(' halign') ?? 'center']
    const [across, down] = [Number(text(' hposition')) || 0, Number(text(' vposition')) || 0]
    return [
      {
        row: readRuns(child, styles),
        valign,
        halign,
        // SMPTE says ttb, Interop vertical.
        direction: text(' direction'),
        isVertical: /^(?:ttb|vertical)/i.test(text(' direction') ?? ''),
        x: halign === 'left' ? across : halign === 'right' ? 100 - across : 50 + across,
        y: valign === 'top' ? down : valign === 'bottom' ? 100 - down : 50 + down,
      },
    ]
  })
}

function readRuns(element: XmlElement, style: DcpStyle, isUpright = false): TextRun[] {
  const [only, ...others] = element.children
  if (only && others.length === 0 && !isElement(only) && style === PLAIN && !isUpright)
    return [{ text: unfoldLines(only.text, { first: true, last: true }), styles: NO_STYLES }]
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
  const attribute = (key: ` ${string}`) => getAttributeIgnoringCase(font, key)
  const now: Record<FontStyle, string | undefined> = {
    b: attribute(' weight'),
    i: attribute(' italic'),
    u: attribute(' underline') ?? attribute(' underlined'),
  }
  // Alpha, red, green and blue.
  const colour = /^(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(attribute(' color')?.trim() ?? '')?.[1]
  return {
    font: FONT_STYLES.filter((style) =>
      now[style] === undefined
        ? outside.font.includes(style)
        : ['bold', 'yes', 'true', '1'].includes(now[style]),
    ),
    colour: colour === undefined ? outside.colour : `#${colour.toLowerCase()}`,
  }
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
export const error = ({ line, column }: XmlElement, message: string): FileError => ({
  line,
  column,
  message,
})
