// XML 1.0 with namespaces, as subtitle files and worksheets need it: read whole or not at all. A document type declaration is refused,
// so that no entity can grow and no address is asked for; what is left of the language is small enough to be read here.
import type { Fault } from './format.ts'

export type Element = { space: string; name: string; attributes: ReadonlyMap<string, string>; children: Node[]; line: number; column: number }
export type Text = { text: string; line: number; column: number }
export type Node = Element | Text
export type Xml = { ok: true; root: Element } | { ok: false; fault: Fault }

const LONGEST = 32 * 1024 * 1024
const DEEPEST = 64
const MOST_SPACES = 100
const NAME_START = 'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`
const QNAME = `(?:(${NAME}):)?(${NAME})`
const OPENING = new RegExp(`<${QNAME}`, 'uy')
const ATTRIBUTE = new RegExp(`[ \\t\\n]+${QNAME}[ \\t\\n]*=[ \\t\\n]*("[^<"]*"|'[^<']*')`, 'uy')
const OPENED = /[ \t\n]*(\/?)>/y
const CLOSING = new RegExp(`</${QNAME}[ \\t\\n]*>`, 'uy')
const INSTRUCTION = new RegExp(`<\\?(${NAME})(?:[ \\t\\n][^]*?)?\\?>`, 'uy')
const DECLARATION = /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[\w.-]+"|'[\w.-]+'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/
const REFERENCE = /&(?:#([0-9]{1,8})|#x([0-9A-Fa-f]{1,8})|(amp|lt|gt|quot|apos));|&/g
const UNSAYABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' }
export const XML_SPACE = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

export function readXml(bytes: Uint8Array): Xml {
  const decoded = decode(bytes)
  if (!decoded.ok) return decoded
  const { source } = decoded
  const place = placesIn(source)
  const refused = (at: number, message: string): Xml => ({ ok: false, fault: { ...place(at), message } })
  if (source.length > LONGEST) return refused(0, 'The document is too long')
  const strange = UNSAYABLE.exec(source)
  if (strange) return refused(strange.index, 'A character that XML does not allow')

  const open: { element: Element; written: string; spaces: Spaces }[] = []
  let root: Element | undefined
  const say = (text: string, at: number) => { if (text) open.at(-1)!.element.children.push({ text, ...place(at) }) }
  let at = DECLARATION.exec(source)?.[0].length ?? 0
  while (at < source.length) {
    if (source[at] !== '<') {
      const end = indexOr(source, '<', at)
      const raw = source.slice(at, end)
      if (!open.length && /[^ \t\n]/.test(raw)) return refused(at + raw.search(/[^ \t\n]/), root ? 'Text after the last element' : 'Text before the first element')
      if (raw.includes(']]>')) return refused(at + raw.indexOf(']]>'), ']]> in a text')
      const text = expand(raw)
      if (!text.ok) return refused(at + text.at, text.message)
      if (open.length) say(text.text, at)
      at = end
    } else if (source.startsWith('<!--', at)) {
      const dashes = source.indexOf('--', at + 4)
      if (dashes < 0 || source[dashes + 2] !== '>') return refused(dashes < 0 ? at : dashes, dashes < 0 ? 'A comment that does not end' : '-- inside a comment')
      at = dashes + 3
    } else if (source.startsWith('<![CDATA[', at)) {
      const end = source.indexOf(']]>', at)
      if (end < 0 || !open.length) return refused(at, 'A CDATA section that does not end, or stands outside of the elements')
      say(source.slice(at + 9, end), at)
      at = end + 3
    } else if (source.startsWith('<!', at)) {
      return refused(at, 'A document type declaration, which is not taken')
    } else if (source.startsWith('<?', at)) {
      const instruction = match(INSTRUCTION, source, at)
      if (!instruction || instruction[1]!.toLowerCase() === 'xml') return refused(at, instruction ? 'An XML declaration that is not the first thing, or is not well-formed' : 'A processing instruction that is not well-formed')
      at += instruction[0].length
    } else if (source.startsWith('</', at)) {
      const closing = match(CLOSING, source, at)
      const last = open.pop()
      if (!closing || last?.written !== written(closing[1], closing[2]!)) return refused(at, last ? `</${last.written}> is expected here` : 'An end tag without its beginning')
      at += closing[0].length
    } else {
      const opening = match(OPENING, source, at)
      if (!opening) return refused(at, 'A < that begins no tag')
      if (root && !open.length) return refused(at, 'A second element at the top')
      if (open.length >= DEEPEST) return refused(at, `Elements are nested more than ${DEEPEST} deep`)
      const attributes = readAttributes(source, at + opening[0].length)
      if (!attributes.ok) return refused(attributes.at, attributes.message)
      const named = nameElement(opening, attributes.list, open.at(-1)?.spaces ?? new Map([['xml', XML_SPACE]]))
      if (!named.ok) return refused(named.at ?? at, named.message)
      const element: Element = { ...named.name, attributes: named.attributes, children: [], ...place(at) }
      if (open.length) open.at(-1)!.element.children.push(element)
      root ??= element
      if (!attributes.closed) open.push({ element, written: written(opening[1], opening[2]!), spaces: named.spaces })
      at = attributes.end
    }
  }
  if (open.length) return refused(source.length, `</${open.at(-1)!.written}> is missing`)
  return root ? { ok: true, root } : refused(0, 'No element')
}

export const isElement = (node: Node): node is Element => 'children' in node
export const elementsOf = (element: Element): Element[] => element.children.filter(isElement)
/** The first child of that name, in whichever namespace its parent is. */
export const childOf = (element: Element, name: string): Element | undefined => elementsOf(element).find((child) => child.name === name)
export const textOf = (element: Element): string => element.children.map((child) => (isElement(child) ? textOf(child) : child.text)).join('')
export const attributeOf = (element: Element, name: string, space = ''): string | undefined => element.attributes.get(`${space} ${name}`)

/** Why a text cannot stand in any XML document, if it cannot. */
export const faultForXml = (text: string): string | undefined => (UNSAYABLE.test(text) ? 'holds a character that XML cannot say' : undefined)
export const escapeXml = (text: string): string => text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character]!)
/** One element; its children are written already. */
export const tag = (name: string, attributes: Record<string, string | number | undefined>, ...children: string[]): string => {
  const said = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`])).join('')
  return children.length ? `<${name}${said}>${children.join('')}</${name}>` : `<${name}${said}/>`
}
export const xmlBytes = (root: string): Uint8Array => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`)

type Spaces = ReadonlyMap<string, string>
type Written = { prefix: string | undefined; name: string; value: string; at: number }

const written = (prefix: string | undefined, name: string) => (prefix === undefined ? name : `${prefix}:${name}`)
const indexOr = (source: string, wanted: string, from: number) => { const found = source.indexOf(wanted, from); return found < 0 ? source.length : found }
function match(pattern: RegExp, source: string, at: number) {
  pattern.lastIndex = at
  return pattern.exec(source)
}

function decode(bytes: Uint8Array): { ok: true; source: string } | { ok: false; fault: Fault } {
  const [first, second] = bytes
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const label = first === 0xff && second === 0xfe || first === 0x3c && second === 0 ? 'utf-16le'
    : first === 0xfe && second === 0xff || first === 0 && second === 0x3c ? 'utf-16be'
      : /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)/.exec(head)?.[1] ?? 'utf-8'
  const cause = `The document is not ${label}, which it says it is`
  try {
    return { ok: true, source: new TextDecoder(label, { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n') }
  } catch {
    const lenient = readable(label) ? new TextDecoder(label).decode(bytes).replace(/\r\n?/g, '\n') : ''
    return { ok: false, fault: { ...placesIn(lenient)(Math.max(0, lenient.indexOf('\ufffd'))), message: readable(label) ? cause : `An encoding that is not known: ${label}` } }
  }
}

function readable(label: string): boolean {
  try { return Boolean(new TextDecoder(label)) } catch { return false }
}

/** Lines and columns from 1. Asked in rising order it walks the text once, however long its lines are. */
function placesIn(source: string) {
  let [line, start, end] = [1, 0, indexOr(source, '\n', 0)]
  return (at: number) => {
    if (at < start) [line, start, end] = [1, 0, indexOr(source, '\n', 0)]
    while (end < at) [line, start, end] = [line + 1, end + 1, indexOr(source, '\n', end + 1)]
    return { line, column: at - start + 1 }
  }
}

function expand(raw: string): { ok: true; text: string } | { ok: false; at: number; message: string } {
  if (!raw.includes('&')) return { ok: true, text: raw }
  let [text, read] = ['', 0]
  for (const { 0: reference, 1: decimal, 2: hexadecimal, 3: entity, index } of raw.matchAll(REFERENCE)) {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined
    const meant = entity ? ENTITIES[entity] : code !== undefined && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    if (meant === undefined || UNSAYABLE.test(meant)) return { ok: false, at: index, message: 'An & that is neither one of the five entities nor the number of a character' }
    text += raw.slice(read, index) + meant
    read = index + reference.length
  }
  return { ok: true, text: text + raw.slice(read) }
}

function readAttributes(source: string, from: number): { ok: true; list: Written[]; closed: boolean; end: number } | { ok: false; at: number; message: string } {
  const list: Written[] = []
  for (let at = from; ;) {
    const end = match(OPENED, source, at)
    if (end) return { ok: true, list, closed: end[1] === '/', end: at + end[0].length }
    const attribute = match(ATTRIBUTE, source, at)
    if (!attribute) return { ok: false, at, message: 'A tag that is not well-formed' }
    const value = expand(attribute[3]!.slice(1, -1).replace(/[\t\n]/g, ' '))
    if (!value.ok) return { ok: false, at: at + attribute[0].length - attribute[3]!.length + 1 + value.at, message: value.message }
    list.push({ prefix: attribute[1], name: attribute[2]!, value: value.text, at: at + attribute[0].search(/[^ \t\n]/) })
    at += attribute[0].length
  }
}

type Named = { ok: true; name: { space: string; name: string }; attributes: Map<string, string>; spaces: Spaces } | { ok: false; at?: number; message: string }
function nameElement(opening: RegExpExecArray, list: Written[], outer: Spaces): Named {
  const declared = list.filter(({ prefix, name }) => prefix === 'xmlns' || prefix === undefined && name === 'xmlns')
  const spaces = declared.length ? new Map(outer) : outer as Map<string, string>
  for (const { prefix, name, value, at } of declared) {
    if (prefix && (!value || name === 'xmlns' || (name === 'xml') !== (value === XML_SPACE))) return { ok: false, at, message: `The prefix ${name} cannot mean that` }
    spaces.set(prefix ? name : '', value)
    if (spaces.size > MOST_SPACES) return { ok: false, at, message: `More than ${MOST_SPACES} namespaces` }
  }
  const space = spaces.get(opening[1] ?? '')
  if (opening[1] && space === undefined) return { ok: false, message: `The prefix ${opening[1]} is not declared` }
  const attributes = new Map<string, string>()
  for (const { prefix, name, value, at } of list) {
    const owner = prefix === 'xmlns' || prefix === undefined && name === 'xmlns' ? XMLNS : prefix === undefined ? '' : spaces.get(prefix)
    if (owner === undefined) return { ok: false, at, message: `The prefix ${prefix} is not declared` }
    if (attributes.has(`${owner} ${name}`)) return { ok: false, at, message: `${written(prefix, name)} is said twice` }
    attributes.set(`${owner} ${name}`, value)
  }
  return { ok: true, name: { space: space ?? '', name: opening[2]! }, attributes, spaces }
}
