// Reads TTML 1 and 2, DFXP, IMSC, EBU-TT-D and iTT: text, times, bold, italic, underline and
// position.
import type { Cue } from '../../cue.ts'
import { writeMarkup, type TextRow, type TextStyle } from '../../markup.ts'
import {
  getAttribute,
  findChild,
  childElements,
  descendants,
  isElement,
  readXml,
  XML_NAMESPACE,
  type XmlElement,
} from '../../xml/tree.ts'
import type { FileError, ReadResult } from '../format.ts'
import { MAX_CUES, MAX_CUE_LENGTH } from '../limits.ts'
import { readResult, type Loss } from '../results.ts'
import { NO_DURATION, withDuration } from '../times.ts'
import { isTtml, TT } from './namespaces.ts'
import { readGrid, regionPosition, type RootGrid } from './position.ts'
import { lostStyles } from './lost-styles.ts'
import { textStyles, ownStyle, readStyles, type TtmlStyle, type TtmlStyles } from './styles.ts'
import { preservesSpace, rowsAt } from './text.ts'
import { readClock, resolveTimes, type TtmlSpan, type ElementTimes } from './time.ts'

type TtmlDocument = {
  times: ElementTimes
  styles: TtmlStyles
  grid: RootGrid
  regions: ReadonlyMap<string, XmlElement>
  steps: number
}
/** What an element inherits from its ancestors. */
type Inherited = TtmlSpan & {
  styles: readonly TextStyle[]
  look: TtmlStyle
  kept: boolean
  hidden: boolean
  region: XmlElement | undefined
}
const INHERITED_PROPERTIES = ['textAlign', 'direction', 'color'] as const
/**
 * Limits of moments times nodes, in one paragraph and in the document. Beyond the first, the
 * paragraph is not a subtitle.
 */
const MAX_STEPS = 200_000
const MAX_DOCUMENT_STEPS = 5_000_000

export function readTtml(bytes: Uint8Array): ReadResult {
  const xml = readXml(bytes)
  if (!xml.ok) return { ok: false, errors: [xml.error] }
  const { root: tt } = xml
  if (tt.name !== 'tt' || !isTtml(tt))
    return {
      ok: false,
      errors: [error(tt, `The root element must be tt of ${TT}, not ${tt.name}`)],
    }
  const clock = readClock(tt)
  if ('message' in clock) return { ok: false, errors: [clock] }
  const image = findImage(tt)
  if (image) return { ok: false, errors: [error(image, 'Image subtitles contain no text')] }

  const [head, body] = [findChild(tt, 'head'), findChild(tt, 'body')]
  const layout = head
    ? childElements(head)
        .filter(({ name }) => name === 'layout')
        .flatMap(childElements)
        .filter(({ name }) => name === 'region')
    : []
  const inlineRegions = body
    ? descendants(body).filter((element) => isTtml(element) && element.name === 'region')
    : []
  const { times, errors, losses } = resolveTimes(
    [...layout, ...inlineRegions, ...(body ? [body] : [])],
    clock,
  )
  const regions = new Map(
    layout.flatMap((region) => {
      const id = getAttribute(region, 'id', XML_NAMESPACE)
      return id ? [[id, region] as const] : []
    }),
  )
  const cues = body
    ? readBody(
        body,
        { times, styles: readStyles(head), grid: readGrid(tt), regions, steps: 0 },
        { kept: preservesSpace(tt, false), errors, losses },
      )
    : []
  const result = readResult(
    cues.toSorted((a, b) => a.start - b.start),
    errors,
    tt.namespace ? losses : [{ cue: null, lost: 'The file has no TTML namespace' }, ...losses],
  )
  return result.ok && clock.rate ? { ...result, rate: clock.rate } : result
}

function readBody(
  body: XmlElement,
  document: TtmlDocument,
  { kept, errors, losses }: { kept: boolean; errors: FileError[]; losses: Loss[] },
): Cue[] {
  const cues: Cue[] = []
  const { initial } = document.styles
  const nothing = {
    begin: 0,
    end: Infinity,
    styles: textStyles([], initial),
    look: initial,
    kept,
    hidden: false,
  }
  const walk = (
    outer: readonly XmlElement[],
    element: XmlElement,
    outerRegion: XmlElement | undefined,
  ) => {
    if (ownStyle(element, document.styles).display === 'none') return
    const [path, children] = [[...outer, element], childElements(element).filter(isTtml)]
    const region =
      children.find(({ name }) => name === 'region') ??
      document.regions.get(getAttribute(element, 'region') ?? '') ??
      outerRegion
    if (cues.length > MAX_CUES) return
    if (element.name === 'p') {
      const around = inheritAlong(path, region, document, nothing)
      for (const cue of readParagraph(element, around, document, errors)) {
        const lost = cue.stop === cue.start ? [NO_DURATION] : []
        cue.stop = withDuration(cue.start, cue.stop)
        for (const what of [...lost, ...lostStyles(element, around, document)])
          losses.push({ cue, lost: what })
        cues.push(cue)
      }
    } else
      for (const child of children) if (['div', 'p'].includes(child.name)) walk(path, child, region)
  }
  walk([], body, undefined)
  return cues
}

/**
 * A region contains the whole body, whichever element refers to it: body, div and p override it.
 */
function inheritAlong(
  path: readonly XmlElement[],
  region: XmlElement | undefined,
  { times, styles }: TtmlDocument,
  nothing: Omit<Inherited, 'region'>,
): Inherited {
  const chain = region ? [region, ...path] : path
  return chain.reduce(
    (outside: Inherited, element) => ({
      ...inherit(outside, ownStyle(element, styles), times.get(element)),
      kept: preservesSpace(element, outside.kept),
    }),
    { ...nothing, region },
  )
}

/** Inherits styles, and clips times to those of the parent. */
function inherit(outside: Inherited, own: TtmlStyle, span: TtmlSpan | undefined): Inherited {
  const inherited = Object.fromEntries(
    INHERITED_PROPERTIES.flatMap((property) =>
      outside.look[property] ? [[property, outside.look[property]]] : [],
    ),
  )
  return {
    ...outside,
    look: { ...inherited, ...own },
    styles: textStyles(outside.styles, own),
    hidden: own.visibility ? own.visibility === 'hidden' : outside.hidden,
    begin: Math.max(outside.begin, span?.begin ?? 0),
    end: Math.min(outside.end, span?.end ?? Infinity),
  }
}

/** One cue for each distinct text of the paragraph, as its spans appear and disappear. */
function readParagraph(
  p: XmlElement,
  around: Inherited,
  document: TtmlDocument,
  errors: FileError[],
): Cue[] {
  const own = document.times.get(p)!
  const inner = descendants(p)
  const moments = [
    ...new Set([
      around.begin,
      ...inner.flatMap((element) => {
        const span = document.times.get(element)
        return span ? [span.begin, span.end] : []
      }),
    ]),
  ]
    .filter(
      (moment) =>
        moment >= around.begin &&
        (moment < around.end || (moment === around.begin && around.end === around.begin)),
    )
    .toSorted((a, b) => a - b)
  const steps = moments.length * (inner.length + 1)
  document.steps += steps
  if (steps > MAX_STEPS || document.steps > MAX_DOCUMENT_STEPS) {
    errors.push(error(p, 'The paragraph changes too often for a subtitle'))
    return []
  }
  const place = regionPosition(regionStyle(around, document), around.look, document.grid)
  const cues: Cue[] = []
  for (const [index, moment] of moments.entries()) {
    const rows = rowsAt(p, moment, around, document)
    if (!rows.some((row) => row.some(({ text }) => text.trim()))) continue
    if (lengthOf(rows) > MAX_CUE_LENGTH) {
      errors.push(error(p, `The paragraph is longer than ${MAX_CUE_LENGTH} characters`))
      return []
    }
    const cue: Cue = {
      start: Math.round(moment * 1000),
      stop: Math.round(Math.min(moments[index + 1] ?? Infinity, around.end) * 1000),
      text: writeMarkup(rows),
      ...place,
    }
    const last = cues.at(-1)
    if (cue.stop === Infinity)
      errors.push(error(p, 'The paragraph has neither an end nor a duration'))
    else if (last?.stop === cue.start && last.text === cue.text) last.stop = cue.stop
    else cues.push(cue)
  }
  if (
    (own.end < own.begin && /\S/.test(visibleText(p))) ||
    cues.some(({ start, stop }) => stop < start)
  )
    errors.push(error(p, 'The paragraph ends before it starts'))
  return cues
}

const lengthOf = (rows: readonly TextRow[]): number =>
  rows.reduce((sum, row) => row.reduce((length, { text }) => length + text.length, sum + 1), 0)
const regionStyle = ({ region }: Inherited, { styles }: TtmlDocument): TtmlStyle =>
  region ? { ...styles.initial, ...ownStyle(region, styles) } : {}
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
const error = ({ line, column }: XmlElement, message: string): FileError => ({
  line,
  column,
  message,
})

function findImage(tt: XmlElement): XmlElement | undefined {
  return descendants(tt).find(
    (element) =>
      element.name === 'image' ||
      [...element.attributes.keys()].some(
        (name) => name.endsWith(' backgroundImage') && name.includes('smpte'),
      ),
  )
}
