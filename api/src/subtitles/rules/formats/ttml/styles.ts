// Which look an element has: inline over nested over referred-to styles, later references over earlier ones (TTML 8.4.4).
import type { Style } from '../../fragment.ts'
import { attributeOf, elementsOf, XML_SPACE, type Element } from '../xml.ts'
import { isTtml, styleOf } from './names.ts'

const KNOWN = ['fontStyle', 'fontWeight', 'textDecoration', 'textAlign', 'displayAlign', 'origin', 'extent', 'position', 'writingMode', 'direction', 'visibility', 'display', 'ruby'] as const
export type Property = (typeof KNOWN)[number]
export type Look = Partial<Record<Property, string>>
export type Styles = { initial: Look; named: ReadonlyMap<string, Element> }

export function stylesOf(head: Element | undefined): Styles {
  const children = head ? elementsOf(head).filter((child) => isTtml(child) && child.name === 'styling').flatMap(elementsOf) : []
  const named = new Map(children.filter(({ name }) => name === 'style').flatMap((style) => { const id = attributeOf(style, 'id', XML_SPACE); return id ? [[id, style] as const] : [] }))
  return { named, initial: Object.assign({}, ...children.filter(({ name }) => name === 'initial').map(inline)) as Look }
}

/** What is said of this very element, with nothing inherited. */
export function lookOf(element: Element, styles: Styles): Look {
  const nested = element.name === 'region' ? elementsOf(element).filter((child) => isTtml(child) && child.name === 'style') : []
  return Object.assign({}, referred(element, styles, new Set()), ...nested.map((style) => lookOf(style, styles)), inline(element)) as Look
}

/** Whether the letters are bold, italic, underlined, given how they were outside. */
export function lettering(outside: readonly Style[], { fontWeight, fontStyle, textDecoration = '' }: Look): readonly Style[] {
  const decorations = textDecoration.split(/\s+/)
  const now: Record<Style, boolean | undefined> = {
    b: fontWeight === undefined ? undefined : fontWeight === 'bold',
    i: fontStyle === undefined ? undefined : fontStyle === 'italic' || fontStyle === 'oblique',
    u: decorations.includes('underline') ? true : decorations.includes('noUnderline') || decorations.includes('none') ? false : undefined,
  }
  return (['b', 'i', 'u'] as const).filter((style) => now[style] ?? outside.includes(style))
}

function referred(element: Element, styles: Styles, seen: ReadonlySet<string>): Look {
  const names = (attributeOf(element, 'style') ?? '').split(/\s+/).filter((name) => styles.named.has(name) && !seen.has(name)).slice(0, 32)
  return Object.assign({}, ...names.flatMap((name) => {
    const style = styles.named.get(name)!
    return [referred(style, styles, new Set([...seen, name])), inline(style)]
  })) as Look
}

function inline(element: Element): Look {
  const look: Look = {}
  for (const property of KNOWN) {
    const value = styleOf(element, property)?.trim()
    if (value !== undefined) look[property] = value
  }
  return look
}
