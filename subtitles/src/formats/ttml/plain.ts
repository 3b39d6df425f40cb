// Reads paragraphs with text, breaks and styled spans only, as nearly all are. What follows from
// attributes other than the times is prepared once for all paragraphs that have the same. Whatever
// is unusual is left to `paragraph.ts`.
import type { Cue } from '../../cue.ts'
import { escapeText, writeMarkup, type TextRow } from '../../markup.ts'
import { XML_NAMESPACE, type PlainElement, type XmlElement } from '../../xml/tree.ts'
import { ownDirection } from '../direction.ts'
import { MAX_CUE_LENGTH, MAX_TIME } from '../limits.ts'
import { inherit, layoutOf, regionOf, type Inherited } from './document.ts'
import { lostStyles } from './lost-styles.ts'
import { readMetadata } from './metadata.ts'
import {
  inheritAround,
  lengthOf,
  MAX_DOCUMENT_STEPS,
  MAX_STEPS,
  type TtmlBody,
} from './paragraph.ts'
import { collapseRow, plainRows, plainStyle, type PlainStyle } from './text.ts'
import { ownStyle } from './styles.ts'
import { countSteps, hasPicture, readSpans } from './spans.ts'
import { endOf, parseTime, type TtmlClock, type TtmlSpan } from './time.ts'

/** The elements around paragraphs, from the body on, and what they have in common. */
export type ParagraphParent = {
  path: readonly XmlElement[]
  region: XmlElement | undefined
  begin: number
  prepared: Map<string, PreparedParagraph | undefined>
  /** Of the paragraph before, which mostly has the same attributes. */
  last?: { attributes: readonly string[]; prepared: PreparedParagraph | undefined }
}
export type PreparedParagraph = PlainStyle & {
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
  const usual = readUsual(body, { attributes, toElement, steps: rows.length }, parent)
  const text = usual && writeRows(rows, usual.prepared)
  if (!usual || text === undefined) return false
  addCue(body, usual, { text, rows: () => plainRows(rows, usual.prepared) })
  return true
}

/** The same for a paragraph with spans. */
export function addSpannedParagraph(
  body: TtmlBody,
  p: XmlElement,
  parent: ParagraphParent,
): boolean {
  const steps = countSteps(p)
  const toElement = () => ({ ...p, children: [] })
  const usual =
    steps === undefined || steps > MAX_STEPS
      ? undefined
      : readUsual(body, { attributes: p.attributes, toElement, steps }, parent)
  const content = usual && readSpans(p, usual.prepared, body.document)
  const text = content && writeStyledRows(content.rows)
  if (!usual || !content || text === undefined) return false
  addCue(body, usual, { text, rows: () => content.rows, lost: content.lost })
  return true
}

type UsualParagraph = { prepared: PreparedParagraph; start: number; stop: number; steps: number }

function readUsual(
  { document, around }: TtmlBody,
  {
    attributes,
    toElement,
    steps,
  }: Pick<PlainElement, 'attributes' | 'toElement'> & { steps: number },
  parent: ParagraphParent,
): UsualParagraph | undefined {
  if (document.steps + steps > MAX_DOCUMENT_STEPS) return undefined
  const prepared = prepare({ document, around }, { attributes, toElement }, parent)
  const span = prepared && readSpan(attributes, parent.begin, document.clock)
  if (!prepared || !span) return undefined
  const start = Math.round(Math.max(prepared.around.begin, span.begin) * 1000)
  const stop = Math.round(Math.min(prepared.around.end, span.end) * 1000)
  // Also false for a paragraph without an end, and for one that ends before it starts or too late.
  return start < stop && stop <= MAX_TIME && span.begin <= span.end
    ? { prepared, start, stop, steps }
    : undefined
}

function addCue(
  { document, cues }: TtmlBody,
  { prepared, start, stop, steps }: UsualParagraph,
  {
    text,
    rows,
    lost = prepared.lost,
  }: { text: string; rows: () => TextRow[]; lost?: readonly string[] },
) {
  document.steps += steps
  const { direction } = prepared.around.look
  const own =
    direction === undefined ? undefined : ownDirection(direction, rows(), document.isRightToLeft)
  const cue: Cue = { start, stop, text, ...prepared.fields, ...own }
  for (const what of lost) document.report.lose('style', cue, what)
  cues.push(cue)
}

/** What the attributes mean besides the times. Undefined if that is unusual. */
function prepare(
  body: Pick<TtmlBody, 'document' | 'around'>,
  { attributes, toElement }: Pick<PlainElement, 'attributes' | 'toElement'>,
  parent: ParagraphParent,
): PreparedParagraph | undefined {
  const { last } = parent
  if (last && isSame(last.attributes, attributes)) return last.prepared
  const key = attributes.filter((_, at) => !isOwn(attributes[at - (at % 2)]!)).join('\0')
  if (!parent.prepared.has(key))
    parent.prepared.set(
      key,
      hasPicture(attributes) ? undefined : readPrepared(body, toElement(), parent),
    )
  const prepared = parent.prepared.get(key)
  parent.last = { attributes, prepared }
  return prepared
}

/** Attributes that differ from one paragraph to the next. */
const isOwn = (name: string) => name === BEGIN || name === END || name === DUR || name === ID

function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at += 2)
    if (one[at] !== other[at] || (one[at + 1] !== other[at + 1] && !isOwn(one[at]!))) return false
  return true
}

function readPrepared(
  body: Pick<TtmlBody, 'document' | 'around'>,
  p: XmlElement,
  { path, region: outerRegion }: ParagraphParent,
): PreparedParagraph | undefined {
  const { document } = body
  if (ownStyle(p, document.styles).display === 'none') return undefined
  const region = regionOf(p, document, outerRegion)
  const around = inherit(inheritAround(body, path, region), p, document)
  const style = plainStyle(p, around, document)
  return (
    style && {
      ...style,
      around,
      fields: { ...layoutOf(around, document), ...readMetadata(p, path, document) },
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
