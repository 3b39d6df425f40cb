// Reads the text of paragraphs whose spans have styles, but no times.
import type { TextRow } from '../../markup.ts'
import { isElement, type XmlElement } from '../../xml/tree.ts'
import { lostOf } from './lost-styles.ts'
import { isTtml } from './namespaces.ts'
import { ownStyle, type TtmlStyles } from './styles.ts'
import {
  collapsePieces,
  inheritText,
  toPlainStyle,
  type PlainStyle,
  type SpanStyle,
  type TextPiece,
} from './text.ts'

/** Spans have few different attributes. In a file with more, the others are read each time. */
const MAX_KEPT = 500
const TIMES = [' begin', ' end', ' dur', ' timeContainer']

/** The elements of the paragraph, with itself. Undefined if there are others than spans and breaks. */
export function countSteps({ children }: XmlElement): number | undefined {
  let steps = 1
  for (const child of children) {
    if (!isElement(child)) continue
    const isBreak = child.name === 'br' && child.attributes.length === 0 && !child.children.length
    const inner = isBreak ? 1 : child.name === 'span' ? countSteps(child) : undefined
    if (inner === undefined || !isTtml(child)) return undefined
    steps += inner
  }
  return steps
}

/** A picture is reported with the place of its element. */
export function hasPicture(attributes: readonly string[]): boolean {
  for (let at = 0; at < attributes.length; at += 2)
    if (attributes[at]!.endsWith(' backgroundImage')) return true
  return false
}

/** Undefined if a span is unusual. */
export function readSpans(
  p: XmlElement,
  style: PlainStyle & { lost: readonly string[] },
  { styles }: { styles: TtmlStyles },
): { rows: TextRow[]; lost: readonly string[] } | undefined {
  const pieces: TextPiece[] = []
  const lost = [...style.lost]
  const gather = ({ children }: XmlElement, around: PlainStyle): boolean => {
    for (const child of children) {
      if (!isElement(child))
        pieces.push({ text: child.text, styles: around.styles, kept: around.kept })
      else if (child.name === 'br') pieces.push('break')
      else {
        const inside = findSpanStyle(child, around, styles)
        if (!inside) return false
        lost.push(...inside.lost)
        if (!gather(child, inside)) return false
      }
    }
    return true
  }
  return gather(p, style)
    ? { rows: collapsePieces(pieces), lost: lost.length > 1 ? [...new Set(lost)] : lost }
    : undefined
}

function findSpanStyle(
  span: XmlElement,
  around: PlainStyle,
  styles: TtmlStyles,
): SpanStyle | undefined {
  const { spans } = around
  const known = spans.get(span.attributes)
  if (known || spans.has(span.attributes)) return known
  const style = readSpanStyle(span, around, styles)
  if (spans.size < MAX_KEPT) spans.set(span.attributes, style)
  return style
}

function readSpanStyle(
  span: XmlElement,
  { inside: around }: PlainStyle,
  styles: TtmlStyles,
): SpanStyle | undefined {
  const { attributes } = span
  if (hasPicture(attributes) || TIMES.some((name) => attributes.includes(name))) return undefined
  const look = ownStyle(span, styles)
  if (look.display === 'none' || look.ruby !== undefined) return undefined
  const inside = inheritText(span, around, look)
  return inside.hidden ? undefined : { ...toPlainStyle(inside), lost: lostOf(look) }
}
