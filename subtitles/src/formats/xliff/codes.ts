import { TEXT_STYLES, type TagStyle, type TextStyle } from '../../markup.ts'
import { writeElement } from '../../xml/write.ts'

export const XLIFF = 'urn:oasis:names:tc:xliff:document:2.0'
export const XLIFF_1 = 'urn:oasis:names:tc:xliff:document:1.2'
export const METADATA = 'urn:oasis:names:tc:xliff:metadata:2.0'

/** Subtypes of XLIFF itself; for all others a tool has a prefix of its own. */
const STANDARD: readonly TextStyle[] = ['b', 'i', 'u']
const COLOUR = 'reelay:colour-'

export const subTypeOf = (style: TextStyle): { type: string; subType: string } =>
  STANDARD.includes(style)
    ? { type: 'fmt', subType: `xlf:${style}` }
    : {
        type: 'fmt',
        subType: style.startsWith('#') ? `${COLOUR}${style.slice(1)}` : `reelay:${style}`,
      }

export const breakCode = (id: number): string =>
  writeElement('ph', { id: String(id), type: 'fmt', subType: 'xlf:lb', equiv: '\n' })

export type CodeStyle = { tag: TagStyle } | { colour: string }

/** Undefined if a line cannot store it. */
export function styleOf(subType: string | undefined): CodeStyle | undefined {
  const colour = /^reelay:colour-([0-9a-f]{6})$/.exec(subType ?? '')?.[1]
  if (colour) return { colour: `#${colour}` }
  const tag = TEXT_STYLES.find(
    (style) => subType === `xlf:${style}` || subType === `reelay:${style}`,
  )
  return tag && { tag }
}

/** Of version 1.2, in which tools have the prefix x-. */
const TYPES: Partial<Record<TextStyle, string>> = { b: 'bold', i: 'italic', u: 'underlined' }
export const typeOf = (style: TextStyle): string =>
  TYPES[style] ?? (style.startsWith('#') ? `x-colour-${style.slice(1)}` : `x-${style}`)

/** Undefined if a line cannot store it. */
export function styleOfType(ctype: string | undefined): CodeStyle | undefined {
  const colour = /^x-colour-([0-9a-f]{6})$/.exec(ctype ?? '')?.[1]
  if (colour) return { colour: `#${colour}` }
  const tag = TEXT_STYLES.find((style) => ctype === typeOf(style))
  return tag && { tag }
}
