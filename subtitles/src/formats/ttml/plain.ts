// Reads paragraphs with text and breaks only, as nearly all are. What follows from attributes other
// than the times is prepared once for all paragraphs that have the same. Whatever is unusual is left
// to `paragraph.ts`.
import type { Cue } from '../../cue.ts'
import { escapeText, writeMarkup, type TextRow } from '../../markup.ts'
import { XML_NAMESPACE, getAttribute, type PlainElement, type XmlElement } from '../../xml/tree.ts'
import { ownDirection } from '../direction.ts'
import { MAX_CUE_LENGTH } from '../limits.ts'
import { inherit, layoutOf, type Inherited } from './document.ts'
import { lostStyles } from './lost-styles.ts'
import { readMetadata } from './metadata.ts'
import { inheritAround, lengthOf, MAX_DOCUMENT_STEPS, type TtmlBody } from './paragraph.ts'
import { collapseRow, plainRows, plainStyle, type PlainStyle } from './text.ts'
import { endOf, parseTime, type TtmlClock, type TtmlSpan } from './time.ts'

/** The elements around paragraphs, from the body on, and what they have in common. */
export type ParagraphParent = {
  path: readonly XmlElement[]
  region: XmlElement | undefined
  begin: number
  prepared: Map<string, PreparedParagraph | undefined>
}
type PreparedParagraph = PlainStyle & {
  around: Inherited
  fields: Partial<Cue>
  lost: readonly string[]
}

const ID = `${XML_NAMESPACE} id`
const [BEGIN, END, DUR] = [' begin', ' end', ' dur']

/** Returns false if the paragraph is not a usual one; then nothing has changed. */
export function addPlainParagraph(
  body: TtmlBody,
  { attributes, rows, toElement }: PlainElement,
  parent: ParagraphParent,
): boolean {
  const { document, cues, losses } = body
  const steps = document.steps + rows.length
  if (steps > MAX_DOCUMENT_STEPS) return false
  const prepared = prepare(body, { attributes, toElement }, parent)
  const span = prepared && readSpan(attributes, parent.begin, document.clock)
  if (!prepared || !span) return false
  const start = Math.round(Math.max(prepared.around.begin, span.begin) * 1000)
  const stop = Math.round(Math.min(prepared.around.end, span.end) * 1000)
  // Also false for a paragraph without an end, and for one that ends before it starts.
  if (!(start < stop && stop < Infinity && span.begin <= span.end)) return false
  const text = writeRows(rows, prepared)
  if (text === undefined) return false
  document.steps = steps
  const { direction } = prepared.around.look
  const own =
    direction === undefined
      ? undefined
      : ownDirection(direction, plainRows(rows, prepared), document.isRightToLeft)
  const cue: Cue = { start, stop, text, ...prepared.fields, ...own }
  for (const lost of prepared.lost) losses.push({ cue, lost })
  cues.push(cue)
  return true
}

/** What the attributes mean besides the times. Undefined if that is unusual. */
function prepare(
  body: TtmlBody,
  { attributes, toElement }: Pick<PlainElement, 'attributes' | 'toElement'>,
  parent: ParagraphParent,
): PreparedParagraph | undefined {
  let key = ''
  for (let at = 0; at < attributes.length; at += 2) {
    const name = attributes[at]!
    if (name !== BEGIN && name !== END && name !== DUR && name !== ID)
      key += `${name}\0${attributes[at + 1]!}\0`
  }
  if (parent.prepared.has(key)) return parent.prepared.get(key)
  const prepared = isUsual(attributes) ? readPrepared(body, toElement(), parent) : undefined
  parent.prepared.set(key, prepared)
  return prepared
}

/** A picture is reported with the place of its paragraph. */
const isUsual = (attributes: readonly string[]) =>
  !attributes.some((name, at) => at % 2 === 0 && name.endsWith(' backgroundImage'))

function readPrepared(
  body: TtmlBody,
  p: XmlElement,
  { path, region: outerRegion }: ParagraphParent,
): PreparedParagraph | undefined {
  const { document } = body
  const region = document.regions.get(getAttribute(p, 'region') ?? '') ?? outerRegion
  const around = inherit(inheritAround(body, path, region), p, document)
  const style = plainStyle(p, around, document)
  return (
    style && {
      ...style,
      around,
      fields: { ...layoutOf(around, document), ...readMetadata(p, path, document.agents) },
      lost: lostStyles(p, around, document),
    }
  )
}

/** Undefined if a time is missing or cannot be read. */
function readSpan(
  attributes: readonly string[],
  begins: number,
  clock: TtmlClock,
): TtmlSpan | undefined {
  let [begin, end, dur]: (number | undefined)[] = []
  for (let at = 0; at < attributes.length; at += 2) {
    const name = attributes[at]!
    if (name !== BEGIN && name !== END && name !== DUR) continue
    const seconds = parseTime(attributes[at + 1]!.trim(), clock)
    if (seconds === undefined) return undefined
    if (name === BEGIN) begin = seconds
    else if (name === END) end = seconds
    else dur = seconds
  }
  const from = begins + (begin ?? 0)
  return { begin: from, end: endOf({ begins, begin: from, end, dur, implicit: Infinity }) }
}

/** Undefined if nothing is visible, or too much. */
function writeRows(texts: readonly string[], style: PlainStyle): string | undefined {
  if (style.kept || style.styles.length > 0) return writeStyledRows(plainRows(texts, style))
  let [markup, length, isVisible] = ['', 0, false]
  for (let index = 0; index < texts.length; index++) {
    const text = collapseRow(texts[index]!)
    length += text.length + 1
    isVisible ||= text.trim() !== ''
    markup += index > 0 ? `<br>${escapeText(text)}` : escapeText(text)
  }
  return isVisible && length <= MAX_CUE_LENGTH ? markup : undefined
}

const writeStyledRows = (rows: readonly TextRow[]): string | undefined =>
  rows.some((row) => row.some(({ text }) => text.trim())) && lengthOf(rows) <= MAX_CUE_LENGTH
    ? writeMarkup(rows)
    : undefined
