// Style resolution: inline over nested over referenced styles, later references over earlier ones
// (TTML 8.4.4).
import type { TextStyle } from '../../markup.ts'
import { getAttribute, childElements, XML_NAMESPACE, type XmlElement } from '../../xml/tree.ts'
import { isTtml, getStyles } from './namespaces.ts'

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
] as const
export type StyleProperty = (typeof PROPERTIES)[number]
const isKnown = (name: string): name is StyleProperty =>
  (PROPERTIES as readonly string[]).includes(name)
export type TtmlStyle = Partial<Record<StyleProperty, string>>
/** Named styles with their references resolved. */
export type TtmlStyles = {
  initial: TtmlStyle
  named: ReadonlyMap<string, TtmlStyle>
  own: Map<XmlElement, TtmlStyle>
}
const MAX_CHAIN = 32

export function readStyles(head: XmlElement | undefined): TtmlStyles {
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
  return {
    own: new Map(),
    named: resolveChains(named),
    initial: mergeStyles(children.filter(({ name }) => name === 'initial').map(inlineStyle)),
  }
}

/** The style of the element itself, without inheritance. Read once for each element. */
export function ownStyle(element: XmlElement, styles: TtmlStyles): TtmlStyle {
  const known = styles.own.get(element)
  if (known) return known
  const own = readOwnStyle(element, styles)
  styles.own.set(element, own)
  return own
}

function readOwnStyle(element: XmlElement, styles: TtmlStyles): TtmlStyle {
  const nested =
    element.name === 'region'
      ? childElements(element).filter((child) => isTtml(child) && child.name === 'style')
      : []
  return mergeStyles([
    ...styleReferences(element).map((name) => styles.named.get(name)),
    ...nested.map((style) => ownStyle(style, styles)),
    inlineStyle(element),
  ])
}

/** Bold, italic and underline, given the inherited styles. */
export function textStyles(
  outside: readonly TextStyle[],
  { fontWeight, fontStyle, textDecoration = '' }: TtmlStyle,
): readonly TextStyle[] {
  const decorations = textDecoration.split(/\s+/)
  const now: Record<TextStyle, boolean | undefined> = {
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
function resolveChains(named: ReadonlyMap<string, XmlElement>): Map<string, TtmlStyle> {
  const stylesById = new Map<string, TtmlStyle>()
  const resolve = (name: string, depth: number): TtmlStyle | undefined => {
    const style = named.get(name)
    if (!style || stylesById.has(name) || depth > MAX_CHAIN) return stylesById.get(name)
    stylesById.set(name, {})
    const look = mergeStyles([
      ...styleReferences(style).map((reference) => resolve(reference, depth + 1)),
      inlineStyle(style),
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

function inlineStyle(element: XmlElement): TtmlStyle {
  const look: TtmlStyle = {}
  for (const [name, value] of getStyles(element)) if (isKnown(name)) look[name] = value.trim()
  return look
}
