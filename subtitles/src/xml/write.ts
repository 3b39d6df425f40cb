import { INVALID_CHARACTER } from './characters.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Why XML cannot contain the text, or undefined. */
export const findXmlError = (text: string): string | undefined =>
  INVALID_CHARACTER.test(text) ? 'contains a character that XML does not allow' : undefined

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character]!)

/** Children are already serialized. */
export function writeElement(
  name: string,
  attributes: Record<string, string | number | undefined>,
  ...children: string[]
): string {
  const serialized = Object.entries(attributes)
    .flatMap(([key, value]) =>
      value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
    )
    .join('')
  return children.length
    ? `<${name}${serialized}>${children.join('')}</${name}>`
    : `<${name}${serialized}/>`
}

export const encodeXml = (root: string): Uint8Array =>
  new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`)
