// Reads TTML 1 and 2, DFXP, IMSC, EBU-TT-D and iTT.
import type { Cue } from '../../cue.ts'
import { isRightToLeft, languageFromTag } from '../../languages.ts'
import { writeMarkup, type FontStyle, type TextRow } from '../../markup.ts'
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
import { ownDirection } from '../direction.ts'
import { createRepair } from '../repair-references.ts'
import { readResult, type Loss } from '../results.ts'
import { NO_DURATION, withDuration } from '../times.ts'
import type { CueLayout } from '../position.ts'
import { isTtml, TT } from './namespaces.ts'
import { readGrid, regionLayout, type RootGrid } from './position.ts'
import { readAgents, readMetadata } from './metadata.ts'
import { lostStyles } from './lost-styles.ts'
import {
  inheritStyle,
  ownStyle,
  readStyles,
  textStyles,
  type TtmlStyle,
  type TtmlStyles,
} from './styles.ts'
import { preservesSpace, rowsAt } from './text.ts'
import { animations, readClock, resolveTimes, type TtmlSpan, type ElementTimes } from './time.ts'

type TtmlDocument = {
  times: ElementTimes
  styles: TtmlStyles
  grid: RootGrid
  regions: ReadonlyMap<string, XmlElement>
  /** Names of speakers by their id. */
  agents: ReadonlyMap<string, string>
  /** Whether its language is written from right to left. */
  isRightToLeft: boolean
  /** Where the text of a region is, by the style that it inherits. */
  layouts: Map<XmlElement | undefined, Map<TtmlStyle, CueLayout>>
  steps: number
}
/** What an element inherits from its ancestors. */
type Inherited = TtmlSpan & {
  styles: readonly FontStyle[]
  look: TtmlStyle
  kept: boolean
  hidden: boolean
  region: XmlElement | undefined
}
/**
 * Limits of moments times nodes, in one paragraph and in the document. Beyond the first, the
 * paragraph is not a subtitle.
 */
const MAX_STEPS = 200_000
const MAX_DOCUMENT_STEPS = 5_000_000

export function readTtml(bytes: Uint8Array): ReadResult {
  const references = createRepair()
  const xml = readXml(bytes, undefined, references.repair)
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
    ? descendants(body).filter((element) => element.name === 'region' && isTtml(element))
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
  if (layout.some((region) => animations(region).length > 0))
    losses.push({ cue: null, lost: 'An animation (set) of a region' })
  const cues = body
    ? readBody(
        body,
        {
          times,
          styles: readStyles(head),
          grid: readGrid(tt),
          regions,
          agents: readAgents(head),
          isRightToLeft: isRightToLeft(
            languageFromTag(getAttribute(tt, 'lang', XML_NAMESPACE) ?? '') ?? '',
          ),
          layouts: new Map(),
          steps: 0,
        },
        { kept: preservesSpace(tt, false), errors, losses },
      )
    : []
  const result = readResult(
    cues.toSorted((a, b) => a.start - b.start),
    errors,
    [
      ...(tt.namespace ? [] : [{ cue: null, lost: 'The file has no TTML namespace' }]),
      ...references.losses(),
      ...losses,
    ],
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
  // A file has thousands of paragraphs and few elements around them.
  const known = new Map<XmlElement | undefined, Map<XmlElement | undefined, Inherited>>()
  const inheritAround = (path: readonly XmlElement[], region: XmlElement | undefined) => {
    const parent = path.at(-1)
    const before = known.get(parent)?.get(region)
    if (before) return before
    const around = inheritAlong(path, region, document, nothing)
    const byRegion = known.get(parent) ?? new Map<XmlElement | undefined, Inherited>()
    known.set(parent, byRegion.set(region, around))
    return around
  }
  const walk = (
    outer: readonly XmlElement[],
    element: XmlElement,
    outerRegion: XmlElement | undefined,
  ) => {
    if (ownStyle(element, document.styles).display === 'none') return
    const region =
      element.children.find(isInlineRegion) ??
      document.regions.get(getAttribute(element, 'region') ?? '') ??
      outerRegion
    if (cues.length > MAX_CUES) return
    if (element.name === 'p') {
      const around = inherit(inheritAround(outer, region), element, document)
      const metadata = readMetadata(element, outer, document.agents)
      for (const cue of readParagraph(element, around, document, errors)) {
        if (metadata) Object.assign(cue, metadata)
        if (cue.stop === cue.start) losses.push({ cue, lost: NO_DURATION })
        cue.stop = withDuration(cue.start, cue.stop)
        for (const lost of lostStyles(element, around, document)) losses.push({ cue, lost })
        cues.push(cue)
      }
    } else {
      if (animations(element).length > 0)
        losses.push({ cue: null, lost: `An animation (set) of a ${element.name}` })
      const path = [...outer, element]
      for (const child of childElements(element))
        if (['div', 'p'].includes(child.name) && isTtml(child)) walk(path, child, region)
    }
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
  document: TtmlDocument,
  nothing: Omit<Inherited, 'region'>,
): Inherited {
  const chain = region ? [region, ...path] : path
  return chain.reduce((outside: Inherited, element) => inherit(outside, element, document), {
    ...nothing,
    region,
  })
}

const isInlineRegion = (child: XmlElement['children'][number]): child is XmlElement =>
  isElement(child) && child.name === 'region' && isTtml(child)

/** Inherits styles, and clips times to those of the parent. */
function inherit(
  outside: Inherited,
  element: XmlElement,
  { styles, times }: TtmlDocument,
): Inherited {
  const [own, span] = [ownStyle(element, styles), times.get(element)]
  return {
    region: outside.region,
    look: inheritStyle(outside.look, own, styles),
    styles: textStyles(outside.styles, own),
    kept: preservesSpace(element, outside.kept),
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
  const moments = findMoments(inner, around, document)
  const steps = moments.length * (inner.length + 1)
  document.steps += steps
  if (steps > MAX_STEPS || document.steps > MAX_DOCUMENT_STEPS) {
    errors.push(error(p, 'The paragraph changes too often for a subtitle'))
    return []
  }
  const place = layoutOf(around, document)
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
      ...ownDirection(around.look.direction, rows, document.isRightToLeft),
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

function layoutOf(around: Inherited, document: TtmlDocument): CueLayout {
  const known = document.layouts.get(around.region)?.get(around.look)
  if (known) return known
  const layout = regionLayout(regionStyle(around, document), around.look, document.grid)
  const byStyle = document.layouts.get(around.region) ?? new Map<TtmlStyle, CueLayout>()
  document.layouts.set(around.region, byStyle.set(around.look, layout))
  return layout
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
  return descendants(tt).find((element) => element.name === 'image' || hasImage(element))
}

const hasImage = ({ attributes }: XmlElement) =>
  attributes.some(
    (name, at) => at % 2 === 0 && name.endsWith(' backgroundImage') && name.includes('smpte'),
  )
