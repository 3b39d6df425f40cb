// TTML 1 and 2, DFXP, IMSC, EBU-TT-D and iTT alike, as far as text, times, bold, italic, underlined
// and the place on the picture go.
import type { Cue } from '../../cue.ts'
import { writeMarkup, type TextStyle } from '../../markup.ts'
import {
  attributeOf,
  childOf,
  elementsOf,
  isElement,
  readXml,
  XML_SPACE,
  type Element,
} from '../../xml/tree.ts'
import type { Fault, Read } from '../format.ts'
import { isTtml, TT } from './names.ts'
import { gridOf, placeOf, type Grid } from './place.ts'
import { lettering, lookOf, stylesOf, type Look, type Styles } from './styles.ts'
import { keeps, rowsAt } from './text.ts'
import { clockOf, resolveTimes, type Span, type Times } from './time.ts'

type Document = { times: Times; styles: Styles; grid: Grid; regions: ReadonlyMap<string, Element> }
/** What an element takes over from those around it. */
type Around = Span & {
  styles: readonly TextStyle[]
  look: Look
  kept: boolean
  hidden: boolean
  region: Element | undefined
}
const INHERITED = ['textAlign', 'direction'] as const
/**
 * A paragraph that is looked at more often than this, moment by moment and element by element, is
 * no subtitle.
 */
const MOST_LOOKS = 200_000

export function readTtml(bytes: Uint8Array): Read {
  const xml = readXml(bytes)
  if (!xml.ok) return { ok: false, faults: [xml.fault] }
  const { root: tt } = xml
  if (tt.name !== 'tt' || !isTtml(tt))
    return {
      ok: false,
      faults: [fault(tt, `A TTML document begins with tt of ${TT}, not with ${tt.name}`)],
    }
  const clock = clockOf(tt)
  if ('message' in clock) return { ok: false, faults: [clock] }
  const image = findImage(tt)
  if (image)
    return { ok: false, faults: [fault(image, 'Subtitles that are pictures hold no text to read')] }

  const [head, body] = [childOf(tt, 'head'), childOf(tt, 'body')]
  const layout = head
    ? elementsOf(head)
        .filter(({ name }) => name === 'layout')
        .flatMap(elementsOf)
        .filter(({ name }) => name === 'region')
    : []
  const inlineRegions = body
    ? every(body).filter((element) => isTtml(element) && element.name === 'region')
    : []
  const { times, faults } = resolveTimes(
    [...layout, ...inlineRegions, ...(body ? [body] : [])],
    clock,
  )
  const regions = new Map(
    layout.flatMap((region) => {
      const id = attributeOf(region, 'id', XML_SPACE)
      return id ? [[id, region] as const] : []
    }),
  )
  const cues = body
    ? cuesUnder(
        body,
        { times, styles: stylesOf(head), grid: gridOf(tt), regions },
        { kept: keeps(tt, false), faults },
      )
    : []
  if (faults.length) return { ok: false, faults: faults.slice(0, 100) }
  return {
    ok: true,
    cues: cues.toSorted((a, b) => a.start - b.start),
    ...(clock.rate ? { rate: clock.rate } : {}),
  }
}

function cuesUnder(
  body: Element,
  document: Document,
  { kept, faults }: { kept: boolean; faults: Fault[] },
): Cue[] {
  const cues: Cue[] = []
  const { initial } = document.styles
  const nothing = {
    begin: 0,
    end: Infinity,
    styles: lettering([], initial),
    look: initial,
    kept,
    hidden: false,
  }
  const walk = (outer: readonly Element[], element: Element, outerRegion: Element | undefined) => {
    if (lookOf(element, document.styles).display === 'none') return
    const [path, children] = [[...outer, element], elementsOf(element).filter(isTtml)]
    const region =
      children.find(({ name }) => name === 'region') ??
      document.regions.get(attributeOf(element, 'region') ?? '') ??
      outerRegion
    if (element.name === 'p')
      cues.push(...cuesOf(element, aroundOf(path, region, document, nothing), document, faults))
    else
      for (const child of children) if (['div', 'p'].includes(child.name)) walk(path, child, region)
  }
  walk([], body, undefined)
  return cues
}

/**
 * A region is around the whole body, whoever names it: what body, div and p say stands over what it
 * says.
 */
function aroundOf(
  path: readonly Element[],
  region: Element | undefined,
  { times, styles }: Document,
  nothing: Omit<Around, 'region'>,
): Around {
  const chain = region ? [region, ...path] : path
  return chain.reduce(
    (outside: Around, element) => ({
      ...inside(outside, lookOf(element, styles), times.get(element)),
      kept: keeps(element, outside.kept),
    }),
    { ...nothing, region },
  )
}

/** Inherited looks go on, times are cut to what is around. */
function inside(outside: Around, own: Look, span: Span | undefined): Around {
  const inherited = Object.fromEntries(
    INHERITED.flatMap((property) =>
      outside.look[property] ? [[property, outside.look[property]]] : [],
    ),
  )
  return {
    ...outside,
    look: { ...inherited, ...own },
    styles: lettering(outside.styles, own),
    hidden: own.visibility ? own.visibility === 'hidden' : outside.hidden,
    begin: Math.max(outside.begin, span?.begin ?? 0),
    end: Math.min(outside.end, span?.end ?? Infinity),
  }
}

/** One cue for each thing that is read in this paragraph, as its spans come and go. */
function cuesOf(p: Element, around: Around, document: Document, faults: Fault[]): Cue[] {
  const own = document.times.get(p)!
  const inner = every(p)
  const moments = [
    ...new Set([
      around.begin,
      ...inner.flatMap((element) => {
        const span = document.times.get(element)
        return span ? [span.begin, span.end] : []
      }),
    ]),
  ]
    .filter((moment) => moment >= around.begin && moment < around.end)
    .toSorted((a, b) => a - b)
  if (moments.length * inner.length > MOST_LOOKS) {
    faults.push(fault(p, 'Changes too often for a subtitle'))
    return []
  }
  const place = placeOf(regionLook(around, document), around.look, document.grid)
  const cues: Cue[] = []
  for (const [index, moment] of moments.entries()) {
    const rows = rowsAt(p, moment, around, document)
    if (!rows.some((row) => row.some(({ text }) => text.trim()))) continue
    const cue: Cue = {
      start: Math.round(moment * 1000),
      stop: Math.round(Math.min(moments[index + 1] ?? Infinity, around.end) * 1000),
      text: writeMarkup(rows),
      ...place,
    }
    const last = cues.at(-1)
    if (cue.stop === Infinity) faults.push(fault(p, 'Has neither an end nor a duration'))
    else if (last?.stop === cue.start && last.text === cue.text) last.stop = cue.stop
    else cues.push(cue)
  }
  if (
    (own.end <= own.begin && /\S/.test(textIn(p))) ||
    cues.some(({ start, stop }) => stop <= start)
  )
    faults.push(fault(p, 'Ends no later than it begins'))
  return cues
}

const regionLook = ({ region }: Around, { styles }: Document): Look =>
  region ? { ...styles.initial, ...lookOf(region, styles) } : {}
const every = (element: Element): Element[] =>
  elementsOf(element).flatMap((child) => [child].concat(every(child)))
const textIn = (element: Element): string =>
  element.children
    .map((child) =>
      !isElement(child) ? child.text : isTtml(child) && child.name === 'span' ? textIn(child) : '',
    )
    .join('')
const fault = ({ line, column }: Element, message: string): Fault => ({ line, column, message })

function findImage(tt: Element): Element | undefined {
  return every(tt).find(
    (element) =>
      element.name === 'image' ||
      [...element.attributes.keys()].some(
        (name) => name.endsWith(' backgroundImage') && name.includes('smpte'),
      ),
  )
}
