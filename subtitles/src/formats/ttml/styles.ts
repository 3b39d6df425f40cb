// Style resolution: inline over nested over referenced styles, later references over earlier ones
// (TTML 8.4.4).
import type { FontStyle } from '../../markup.ts'
import { getAttribute, childElements, XML_NAMESPACE, type XmlElement } from '../../xml/tree.ts'
import { excerpt } from '../report.ts'
import { isForeignStyle, isTtml, METADATA_NAMESPACE, stylePropertyOf } from './namespaces.ts'

const PROPERTIES = [
  'fontStyle',
  'fontWeight',
  'textDecoration',
  'textAlign',
  'displayAlign',
  'origin',
  'extent',
  'position',
  'writingMode',
  'direction',
  'visibility',
  'display',
  'ruby',
  'color',
  'backgroundColor',
  'textEmphasis',
  'textCombine',
  'shear',
  'fontShear',
  'lineShear',
  'opacity',
  'textShadow',
] as const
export type StyleProperty = (typeof PROPERTIES)[number]
const isKnown = (name: string): name is StyleProperty =>
  (PROPERTIES as readonly string[]).includes(name)
export type TtmlStyle = Partial<Record<StyleProperty, string>>
/** Named styles with their references resolved. */
export type TtmlStyles = {
  initial: TtmlStyle
  named: ReadonlyMap<string, TtmlStyle>
  /** Equal styles are one object, so that what follows from them is computed once. */
  distinct: Map<string, TtmlStyle>
  combined: Map<TtmlStyle, Map<TtmlStyle, TtmlStyle>>
  properties: PropertyNames
}
/** `names` are the properties by the keys of attributes, of which a file has few. */
type PropertyNames = {
  names: Map<string, StyleProperty | undefined>
  /** The values of properties that are not read. */
  unread: Map<string, Set<string>>
  /** Of the document. Texts in another one are reported. */
  language: string
}
const NO_STYLE: TtmlStyle = {}
const MAX_CHAIN = 32

export function readStyles(head: XmlElement | undefined, language: string): TtmlStyles {
  const children = head
    ? childElements(head)
        .filter((child) => isTtml(child) && child.name === 'styling')
        .flatMap(childElements)
    : []
  const named = new Map(
    children
      .filter(({ name }) => name === 'style')
      .flatMap((style) => {
        const id = getAttribute(style, 'id', XML_NAMESPACE)
        return id ? [[id, style] as const] : []
      }),
  )
  const properties: PropertyNames = { names: new Map(), unread: new Map(), language }
  return {
    distinct: new Map(),
    combined: new Map(),
    properties,
    named: resolveChains(named, properties),
    initial: mergeStyles(
      children
        .filter(({ name }) => name === 'initial')
        .map((element) => inlineStyle(element, properties)),
    ),
  }
}

/** The style of the element itself, without inheritance. */
export function ownStyle(element: XmlElement, styles: TtmlStyles): TtmlStyle {
  const isRegion = element.name === 'region'
  if (element.attributes.length === 0 && !isRegion) return NO_STYLE
  const look = inlineStyle(element, styles.properties)
  const references = getAttribute(element, 'style') ?? ''
  if (look === NO_STYLE && !references && !isRegion) return NO_STYLE
  const key = `${references}\0${look === NO_STYLE ? '' : JSON.stringify(look)}`
  const known = isRegion ? undefined : styles.distinct.get(key)
  if (known) return known
  const own = readOwnStyle(element, styles)
  if (isRegion) return own
  styles.distinct.set(key, own)
  if (CONTENT.has(element.name)) keepUnused(element, own, styles)
  return own
}

const CONTENT = new Set(['body', 'div', 'p', 'span', 'br'])
/** They apply to regions, and no player shows them elsewhere. */
const OF_REGIONS = ['displayAlign', 'extent', 'origin', 'position', 'writingMode'] as const

/** What a style says of content that is no region, and the styles that are not defined. */
function keepUnused(element: XmlElement, own: TtmlStyle, { named, properties }: TtmlStyles) {
  for (const property of OF_REGIONS)
    if (own[property]) addUnread(`The ${property} outside of a region`, own[property], properties)
  for (const name of styleReferences(element))
    if (!named.has(name)) addUnread('The styles that are not defined', name, properties)
}

const INHERITED_PROPERTIES = [
  'textAlign',
  'direction',
  'color',
  'textEmphasis',
  'textCombine',
] as const

/** The style of an element inside of another, with the properties that are inherited. */
export function inheritStyle(outside: TtmlStyle, own: TtmlStyle, styles: TtmlStyles): TtmlStyle {
  const known = styles.combined.get(outside)?.get(own)
  if (known) return known
  const look: TtmlStyle = {}
  for (const property of INHERITED_PROPERTIES)
    if (outside[property]) look[property] = outside[property]
  Object.assign(look, own)
  const inside = styles.combined.get(outside) ?? new Map<TtmlStyle, TtmlStyle>()
  styles.combined.set(outside, inside.set(own, look))
  return look
}

function readOwnStyle(element: XmlElement, styles: TtmlStyles): TtmlStyle {
  const nested =
    element.name === 'region'
      ? childElements(element).filter((child) => isTtml(child) && child.name === 'style')
      : []
  return mergeStyles([
    ...styleReferences(element).map((name) => styles.named.get(name)),
    ...nested.map((style) => ownStyle(style, styles)),
    inlineStyle(element, styles.properties),
  ])
}

/** Bold, italic and underline, given the inherited styles. */
export function textStyles(
  outside: readonly FontStyle[],
  { fontWeight, fontStyle, textDecoration = '' }: TtmlStyle,
): readonly FontStyle[] {
  if (fontWeight === undefined && fontStyle === undefined && !textDecoration) return outside
  const decorations = textDecoration.split(/\s+/)
  const now: Record<FontStyle, boolean | undefined> = {
    b: fontWeight === undefined ? undefined : fontWeight === 'bold',
    i: fontStyle === undefined ? undefined : fontStyle === 'italic' || fontStyle === 'oblique',
    u: decorations.includes('underline')
      ? true
      : decorations.includes('noUnderline') || decorations.includes('none')
        ? false
        : undefined,
  }
  return (['b', 'i', 'u'] as const).filter((style) => now[style] ?? outside.includes(style))
}

/** Resolves each style once. A cycle of references ends at its start. */
function resolveChains(
  named: ReadonlyMap<string, XmlElement>,
  properties: PropertyNames,
): Map<string, TtmlStyle> {
  const stylesById = new Map<string, TtmlStyle>()
  const resolve = (name: string, depth: number): TtmlStyle | undefined => {
    const style = named.get(name)
    if (!style || stylesById.has(name) || depth > MAX_CHAIN) return stylesById.get(name)
    stylesById.set(name, {})
    const look = mergeStyles([
      ...styleReferences(style).map((reference) => resolve(reference, depth + 1)),
      inlineStyle(style, properties),
    ])
    stylesById.set(name, look)
    return look
  }
  for (const name of named.keys()) resolve(name, 0)
  return stylesById
}

const styleReferences = (element: XmlElement): string[] =>
  (getAttribute(element, 'style') ?? '').split(/\s+/).filter(Boolean)

/** Later styles win. */
function mergeStyles(stylesById: readonly (TtmlStyle | undefined)[]): TtmlStyle {
  const all: TtmlStyle = {}
  for (const look of stylesById) Object.assign(all, look)
  return all
}

function inlineStyle({ name, attributes }: XmlElement, properties: PropertyNames): TtmlStyle {
  let look = NO_STYLE
  for (let at = 0; at < attributes.length; at += 2) {
    const property = propertyOf(attributes[at]!, properties)
    if (property === undefined) {
      if (properties.unread.size > 0)
        keepUnread({ name, key: attributes[at]!, value: attributes[at + 1]! }, properties)
      continue
    }
    if (look === NO_STYLE) look = {}
    look[property] = attributes[at + 1]!.trim()
  }
  return look
}

const LANGUAGE = `${XML_NAMESPACE} lang`

function propertyOf(key: string, { names, unread }: PropertyNames): StyleProperty | undefined {
  if (names.has(key)) return names.get(key)
  const name = stylePropertyOf(key)
  const property = name !== undefined && isKnown(name) ? name : undefined
  names.set(key, property)
  const isRead = property !== undefined || (name === undefined && !isForeignStyle(key))
  const isOther = !isRead && !OF_BOX.test(key)
  if (isOther || key === LANGUAGE || SPAN_METADATA.has(key)) unread.set(key, new Set())
  return property
}

const SPAN_METADATA = new Set(['agent', 'role'].map((name) => `${METADATA_NAMESPACE} ${name}`))
const FORCED = / forcedDisplay$/
const READS_METADATA = new Set(['body', 'div', 'p'])
/**
 * What most files say, and what players do anyway. A list of fonts that ends with a kind of font is
 * only a wish.
 */
const USUAL =
  /^(?:normal|none|auto|wrap|visible|hidden|embed|isolate|1c|80%|100%|12[05]%|0(?:px|c|%)?)$|(?:^|,\s*)(?:default|(?:proportional|monospace)(?:Sans)?Serif|sansSerif|serif|monospace)$/
/** About the box behind the text, which is reported if it has a colour. */
const OF_BOX = / (?:fillLineGap|linePadding|showBackground)$/
const MAX_VALUES = 20

function keepUnread(
  { name, key, value }: { name: string; key: string; value: string },
  properties: PropertyNames,
) {
  if (!properties.unread.has(key) || USUAL.test(value.trim())) return
  if (key === LANGUAGE && value === properties.language) return
  const isRead = (SPAN_METADATA.has(key) || FORCED.test(key)) && READS_METADATA.has(name)
  if (!isRead) addUnread(key, value.trim(), properties)
}

function addUnread(key: string, value: string, { unread }: PropertyNames) {
  const values = unread.get(key) ?? new Set()
  unread.set(key, values)
  if (values.size < MAX_VALUES) values.add(value)
}

/** What the styles of the document say besides, once for all its paragraphs. */
export function unreadStyles({ properties }: TtmlStyles): string[] {
  return [...properties.unread].flatMap(([key, values]) =>
    values.size > 0 ? [`${titleOf(key)}: ${excerpt([...values].join(', '))}`] : [],
  )
}

const titleOf = (key: string) =>
  key === LANGUAGE
    ? 'The language of words'
    : key.startsWith('The ')
      ? key
      : `The style ${key.slice(key.lastIndexOf(' ') + 1)}`
