// Which look an element has: inline over nested over referred-to styles, later references over
// earlier ones (TTML 8.4.4).
import type { TextStyle } from '../../markup.ts'
import { attributeOf, elementsOf, XML_SPACE, type Element } from '../../xml/tree.ts'
import { isTtml, stylesSaid } from './names.ts'

const KNOWN = [
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
] as const
export type Property = (typeof KNOWN)[number]
const isKnown = (name: string): name is Property => (KNOWN as readonly string[]).includes(name)
export type Look = Partial<Record<Property, string>>
/** Named styles, each with those it refers to. */
export type Styles = { initial: Look; named: ReadonlyMap<string, Look> }
const LONGEST_CHAIN = 32

export function stylesOf(head: Element | undefined): Styles {
  const children = head
    ? elementsOf(head)
        .filter((child) => isTtml(child) && child.name === 'styling')
        .flatMap(elementsOf)
    : []
  const named = new Map(
    children
      .filter(({ name }) => name === 'style')
      .flatMap((style) => {
        const id = attributeOf(style, 'id', XML_SPACE)
        return id ? [[id, style] as const] : []
      }),
  )
  return {
    named: chained(named),
    initial: merged(children.filter(({ name }) => name === 'initial').map(inline)),
  }
}

/** What is said of this very element, with nothing inherited. */
export function lookOf(element: Element, styles: Styles): Look {
  const nested =
    element.name === 'region'
      ? elementsOf(element).filter((child) => isTtml(child) && child.name === 'style')
      : []
  return merged([
    ...referencesOf(element).map((name) => styles.named.get(name)),
    ...nested.map((style) => lookOf(style, styles)),
    inline(element),
  ])
}

/** Whether the letters are bold, italic, underlined, given how they were outside. */
export function lettering(
  outside: readonly TextStyle[],
  { fontWeight, fontStyle, textDecoration = '' }: Look,
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

/**
 * Each style is resolved once, however many refer to it; a circle of references ends where it
 * began.
 */
function chained(named: ReadonlyMap<string, Element>): Map<string, Look> {
  const looks = new Map<string, Look>()
  const resolve = (name: string, depth: number): Look | undefined => {
    const style = named.get(name)
    if (!style || looks.has(name) || depth > LONGEST_CHAIN) return looks.get(name)
    looks.set(name, {})
    const look = merged([
      ...referencesOf(style).map((reference) => resolve(reference, depth + 1)),
      inline(style),
    ])
    looks.set(name, look)
    return look
  }
  for (const name of named.keys()) resolve(name, 0)
  return looks
}

const referencesOf = (element: Element): string[] =>
  (attributeOf(element, 'style') ?? '').split(/\s+/).filter(Boolean)

/** What is said later stands. */
function merged(looks: readonly (Look | undefined)[]): Look {
  const all: Look = {}
  for (const look of looks) Object.assign(all, look)
  return all
}

function inline(element: Element): Look {
  const look: Look = {}
  for (const [name, value] of stylesSaid(element)) if (isKnown(name)) look[name] = value.trim()
  return look
}
