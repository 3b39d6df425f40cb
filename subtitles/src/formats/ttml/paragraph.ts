// Reads one paragraph from its small tree.
import type { Cue } from '../../cue.ts'
import { readMarkup, rubyOf, writeMarkup, type TextRow } from '../../markup.ts'
import {
  childElements,
  descendants,
  isElement,
  textContent,
  type XmlElement,
} from '../../xml/tree.ts'
import { ownDirection } from '../direction.ts'
import type { FileError } from '../format.ts'
import { MAX_CUE_LENGTH } from '../limits.ts'
import type { ReadCode } from '../read-codes.ts'
import { excerpt, leftOut, type ReadReport } from '../report.ts'
import { OPEN_END, repairTimes, UNTIL_NEXT } from '../times.ts'
import { inherit, inheritAlong, layoutOf, type Inherited, type TtmlDocument } from './document.ts'
import { lostStyles } from './lost-styles.ts'
import { readMetadata } from './metadata.ts'
import { getStyle, isImage, isTtml } from './namespaces.ts'
import { rowsAt } from './text.ts'
import type { TtmlSpan } from './time.ts'

/** What was read of the body so far. */
export type TtmlBody = {
  document: TtmlDocument
  cues: Cue[]
  /** A file has thousands of paragraphs and few elements around them. */
  around: Map<XmlElement | undefined, Map<XmlElement | undefined, Inherited>>
}
export const newBody = (document: TtmlDocument): TtmlBody => ({
  document,
  cues: [],
  around: new Map(),
})
/**
 * Limits of moments times nodes, in one paragraph and in the document. Beyond the first, the
 * paragraph is not a subtitle.
 */
export const MAX_STEPS = 200_000
export const MAX_DOCUMENT_STEPS = 5_000_000

/** `path` are the elements around the paragraph, from the body on. */
export function addParagraph(
  body: TtmlBody,
  p: XmlElement,
  { path, region }: { path: readonly XmlElement[]; region: XmlElement | undefined },
) {
  const { document, cues } = body
  const { report } = document
  if ([...path, p].some((element) => document.unknownBegins.has(element))) {
    const text = textContent(p)
    if (text.trim()) report.lose('time', null, `The paragraph without a start: ${excerpt(text)}`, p)
    return
  }
  const around = inherit(inheritAround(body, path, region), p, document)
  const metadata = readMetadata(p, path, document)
  const read = readParagraph(p, around, document)
  if (!read) return
  reportUnseen(p, read, report)
  for (const cue of read) {
    if (metadata) Object.assign(cue, metadata)
    const place = { line: p.line, column: p.column }
    if (!repairTimes(cue, report, place, 'The paragraph')) continue
    for (const lost of lostStyles(p, around, document)) report.lose('style', cue, lost)
    cues.push(cue)
  }
  reportHidden(p, report)
}

const CONTENT = new Set(['span', 'br', 'set', 'metadata'])

/** Elements whose text is not shown: remarks, and what does not belong into a paragraph. */
function reportHidden(element: XmlElement, report: ReadReport) {
  for (const child of childElements(element)) {
    const text = textContent(child)
    if (isNote(child)) report.lose('comment', null, `The note ${excerpt(text)}`, child)
    else if (isTtml(child) && CONTENT.has(child.name)) reportHidden(child, report)
    else if (text.trim()) {
      const message = `A paragraph contains <${child.name}>, which does not belong there`
      report.fault({ ...error(child, message, 'syntax'), repair: `left out: ${excerpt(text)}` })
    } else if (isTtml(child) && !isImage(child))
      report.lose('style', null, `The element <${child.name}>`, child)
  }
}

/** Remarks for people, in the namespace of the metadata. */
export const isNote = (element: XmlElement): boolean =>
  (element.name === 'desc' || element.name === 'title') && !isTtml(element)

export function inheritAround(
  { around, document }: Pick<TtmlBody, 'around' | 'document'>,
  path: readonly XmlElement[],
  region: XmlElement | undefined,
): Inherited {
  const parent = path.at(-1)
  const known = around.get(parent)?.get(region)
  if (known) return known
  const inherited = inheritAlong(path, region, document)
  const byRegion = around.get(parent) ?? new Map<XmlElement | undefined, Inherited>()
  around.set(parent, byRegion.set(region, inherited))
  return inherited
}

/** Text whose time never comes, or that is hidden by a style. */
function reportUnseen(p: XmlElement, cues: readonly Cue[], report: ReadReport) {
  const seen = withoutSpaces(cues.map(({ text }) => textOf(text)).join(''))
  const unseen = textsOf(p).filter((text) => !seen.includes(withoutSpaces(text)))
  if (unseen.length > 0)
    report.lose('outside', null, `The text that is never shown: ${excerpt(unseen.join(' '))}`, p)
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, '')
/** With ruby. */
const textOf = (markup: string) => {
  const read = readMarkup(markup)
  return read.ok
    ? read.rows.flatMap((row) => row.map((run) => run.text + (rubyOf(run.styles) ?? ''))).join('')
    : markup
}
const textsOf = (element: XmlElement): string[] =>
  element.children.flatMap((child) =>
    !isElement(child)
      ? child.text.trim()
        ? [child.text]
        : []
      : isTtml(child) && child.name === 'span' && getStyle(child, 'ruby') !== 'delimiter'
        ? textsOf(child)
        : [],
  )

/** Of an element that is not displayed. */
export function reportHiddenText(element: XmlElement, report: ReadReport) {
  const text = textContent(element)
  if (text.trim())
    report.lose('outside', null, `The text that is never shown: ${excerpt(text)}`, element)
}

/** One cue for each distinct text of the paragraph, as its spans appear and disappear. */
function readParagraph(
  p: XmlElement,
  around: Inherited,
  document: TtmlDocument,
): Cue[] | undefined {
  const { report } = document
  const leaveOut = (message: string): undefined => {
    report.fault({ ...error(p, message, 'too-large'), repair: leftOut(visibleText(p)) })
  }
  const own = document.times.get(p)!
  const isInverted = own.end < own.begin && /\S/.test(visibleText(p))
  const span = isInverted ? { begin: around.begin, end: Infinity } : around
  const inner = descendants(p)
  const moments = findMoments(inner, span, document)
  const steps = moments.length * (inner.length + 1)
  document.steps += steps
  if (steps > MAX_STEPS || document.steps > MAX_DOCUMENT_STEPS)
    return leaveOut('The paragraph changes too often for a subtitle')
  const place = layoutOf(around, document)
  const cues: Cue[] = []
  for (const [index, moment] of moments.entries()) {
    const rows = rowsAt(p, moment, around, document)
    if (!rows.some((row) => row.some(({ text }) => text.trim()))) continue
    if (lengthOf(rows) > MAX_CUE_LENGTH)
      return leaveOut(`The paragraph is longer than ${MAX_CUE_LENGTH} characters`)
    const stop = Math.round(Math.min(moments[index + 1] ?? Infinity, span.end) * 1000)
    const cue: Cue = {
      start: Math.round(moment * 1000),
      stop: stop === Infinity ? OPEN_END : stop,
      text: writeMarkup(rows),
      ...place,
      ...ownDirection(around.look.direction, rows, document.isRightToLeft),
    }
    const last = cues.at(-1)
    if (last?.stop === cue.start && last.text === cue.text) last.stop = cue.stop
    else cues.push(cue)
  }
  const open = cues.find(({ stop }) => Number.isNaN(stop)) ?? (isInverted ? cues[0] : undefined)
  if (open || isInverted) {
    const message = isInverted
      ? 'The paragraph ends before it starts'
      : 'The paragraph has neither an end nor a duration'
    report.fault({
      ...error(p, message, isInverted ? 'inverted' : 'no-end'),
      repair: UNTIL_NEXT,
      ...(open && { cue: open }),
    })
  }
  return cues
}

/** When the text of the paragraph changes, in order, from its begin on. */
function findMoments(
  inner: readonly XmlElement[],
  { begin, end }: TtmlSpan,
  { times }: TtmlDocument,
): number[] {
  if (begin > end) return []
  const moments = new Set([begin])
  for (const element of inner) {
    const span = times.get(element)
    if (span && span.begin > begin && span.begin < end) moments.add(span.begin)
    if (span && span.end > begin && span.end < end) moments.add(span.end)
  }
  return moments.size === 1 ? [begin] : [...moments].toSorted((a, b) => a - b)
}

export const lengthOf = (rows: readonly TextRow[]): number =>
  rows.reduce((sum, row) => row.reduce((length, { text }) => length + text.length, sum + 1), 0)
const visibleText = (element: XmlElement): string =>
  element.children
    .map((child) =>
      !isElement(child)
        ? child.text
        : isTtml(child) && child.name === 'span'
          ? visibleText(child)
          : '',
    )
    .join('')
export const error = (
  { line, column }: XmlElement,
  message: string,
  code: ReadCode = 'not-subtitles',
): FileError => ({ line, column, message, code })
