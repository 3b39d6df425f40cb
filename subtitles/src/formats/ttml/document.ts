// What the paragraphs of a document share: its clock, its styles and regions, and what elements
// inherit from those around them.
import { isRightToLeft, languageFromTag } from '../../languages.ts'
import type { FontStyle } from '../../markup.ts'
import {
  getAttribute,
  findChild,
  childElements,
  XML_NAMESPACE,
  type XmlElement,
} from '../../xml/tree.ts'
import type { CueLayout } from '../position.ts'
import { excerpt, type ReadReport } from '../report.ts'
import { lostOf } from './lost-styles.ts'
import { readAgents } from './metadata.ts'
import { readGrid, regionLayout, type RootGrid } from './position.ts'
import {
  inheritStyle,
  ownStyle,
  readStyles,
  textStyles,
  type TtmlStyle,
  type TtmlStyles,
} from './styles.ts'
import { preservesSpace } from './text.ts'
import {
  animations,
  createTimeResolver,
  type TimeResolver,
  type TtmlClock,
  type TtmlSpan,
} from './time.ts'

export type TtmlDocument = TimeResolver & {
  report: ReadReport
  clock: TtmlClock
  styles: TtmlStyles
  grid: RootGrid
  regions: ReadonlyMap<string, XmlElement>
  hasAnimatedRegion: boolean
  /** Names of speakers by their id. */
  agents: ReadonlyMap<string, string>
  /** The tag of its language. */
  language: string
  /** Whether its language is written from right to left. */
  isRightToLeft: boolean
  /** Whether white space is preserved. */
  kept: boolean
  /** Where the text of a region is, by the style that it inherits. */
  layouts: Map<XmlElement | undefined, Map<TtmlStyle, CueLayout>>
  /** Regions whose exact position was reported. */
  inexact: Set<XmlElement>
  /** What the elements around paragraphs say, once for the file. */
  lostAround: Set<string>
  steps: number
}
/** What an element inherits from its ancestors. */
export type Inherited = TtmlSpan & {
  styles: readonly FontStyle[]
  look: TtmlStyle
  kept: boolean
  hidden: boolean
  region: XmlElement | undefined
}

/** Resolves the times of the regions of the head. */
export function createDocument(tt: XmlElement, clock: TtmlClock, report: ReadReport): TtmlDocument {
  const head = findChild(tt, 'head')
  const layout = head
    ? childElements(head)
        .filter(({ name }) => name === 'layout')
        .flatMap(childElements)
        .filter(({ name }) => name === 'region')
    : []
  const resolver = createTimeResolver(clock, report)
  const language = getAttribute(tt, 'lang', XML_NAMESPACE) ?? ''
  for (const region of layout) resolver.resolve(region, 0)
  return {
    ...resolver,
    report,
    clock,
    styles: readStyles(head, language),
    grid: readGrid(tt),
    regions: new Map(
      layout.flatMap((region) => {
        const id = getAttribute(region, 'id', XML_NAMESPACE)
        return id ? [[id, region] as const] : []
      }),
    ),
    hasAnimatedRegion: layout.some((region) => animations(region).length > 0),
    agents: readAgents(head),
    language,
    isRightToLeft: isRightToLeft(languageFromTag(language) ?? ''),
    kept: preservesSpace(tt, false),
    layouts: new Map(),
    inexact: new Set(),
    lostAround: new Set(),
    steps: 0,
  }
}

/**
 * A region contains the whole body, whichever element refers to it: body, div and p override it.
 */
export function inheritAlong(
  path: readonly XmlElement[],
  region: XmlElement | undefined,
  document: TtmlDocument,
): Inherited {
  const { initial } = document.styles
  const chain = region ? [region, ...path] : path
  for (const element of chain) addLosses(element, document)
  return chain.reduce((outside: Inherited, element) => inherit(outside, element, document), {
    begin: 0,
    end: Infinity,
    styles: textStyles([], initial),
    look: initial,
    kept: document.kept,
    hidden: false,
    region,
  })
}

function addLosses(element: XmlElement, { lostAround, styles }: TtmlDocument) {
  const own = ownStyle(element, styles)
  const isHidden = own.display === 'none' && element.name === 'region'
  for (const lost of lostOf(own)) lostAround.add(lost)
  if (isHidden) lostAround.add('A region that is not displayed; its text is')
}

/** The region that the element refers to, or the one around it. */
export function regionOf(
  element: XmlElement,
  { regions, lostAround }: TtmlDocument,
  outer: XmlElement | undefined,
): XmlElement | undefined {
  const id = getAttribute(element, 'region')
  if (id === undefined) return outer
  const region = regions.get(id)
  if (!region) lostAround.add(`The region ${excerpt(id)}, which is not defined`)
  return region ?? outer
}

/** Inherits styles, and clips times to those of the parent. */
export function inherit(
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

export function layoutOf(around: Inherited, document: TtmlDocument): CueLayout {
  const known = document.layouts.get(around.region)?.get(around.look)
  if (known) return known
  const { isInexact, ...layout } = regionLayout(
    regionStyle(around, document),
    around.look,
    document.grid,
  )
  const { region } = around
  if (isInexact && region && !document.inexact.has(region)) {
    const id = getAttribute(region, 'id', XML_NAMESPACE) ?? ''
    document.report.lose('position', null, `The exact position of the region ${excerpt(id)}`)
    document.inexact.add(region)
  }
  const byStyle = document.layouts.get(around.region) ?? new Map<TtmlStyle, CueLayout>()
  document.layouts.set(around.region, byStyle.set(around.look, layout))
  return layout
}

const regionStyle = ({ region }: Inherited, { styles }: TtmlDocument): TtmlStyle =>
  region ? { ...styles.initial, ...ownStyle(region, styles) } : {}
