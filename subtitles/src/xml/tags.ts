// Reads start tags. Most tags of a document repeat, such as <span style="italic">, so the same text
// is read once.
import { expandReferences, type ReferenceRepair } from './characters.ts'
import type { ResolvedTag } from './names.ts'

/** `at` is the offset from the start of the tag. */
export type XmlAttribute = { name: string; value: string; at: number }
export type StartTag = {
  name: string
  attributes: readonly XmlAttribute[]
  /** <br/> */
  isEmpty: boolean
  length: number
  /** What its prefixes mean, where it was last. */
  resolved: ResolvedTag | undefined
}
/** `at` is an offset in the text. */
type TagError = { at: number; message: string }
export type TagReader = {
  source: string
  repair: ReferenceRepair | undefined
  /** Names that are valid. A document has few, so each is checked once. */
  names: Set<string>
  repeated: Map<string, StartTag>
  /** By their name. */
  elements: Map<string, ElementTags>
}
/** The tags of an element: their number, how many were known, and the one that was read last. */
type ElementTags = { count: number; repeated: number; last: StartTag | undefined }

const MAX_ATTRIBUTES = 50
const MAX_ATTRIBUTE_LENGTH = 4096
/** Tags that are kept, and the length of one. */
const [MAX_REPEATED, MAX_REPEATED_LENGTH] = [1000, 200]
/** If fewer than half of so many tags of an element repeat, the others do not either. */
const MIN_TAGS = 50
const MAX_ELEMENTS = 1000
const NAME_START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
export const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`
export const QNAME = `(?:${NAME}:)?${NAME}`
const WHOLE_QNAME = new RegExp(`^${QNAME}$`, 'u')
export const UNKNOWN_REFERENCE = 'has an & that is not a known entity or a character reference'
const [TAB, NEWLINE, SPACE, DOUBLE_QUOTE, SINGLE_QUOTE, SLASH, EQUALS, GREATER] = [
  0x09, 0x0a, 0x20, 0x22, 0x27, 0x2f, 0x3d, 0x3e,
]

export const createTagReader = (
  source: string,
  repair: ReferenceRepair | undefined,
): TagReader => ({
  source,
  repair,
  names: new Set(),
  repeated: new Map(),
  elements: new Map(),
})

/** The name after the < at this offset, or undefined if there is none. */
export const readTagName = (reader: TagReader, at: number): string | undefined =>
  readName(reader, at + 1, undefined)

export function readTag(reader: TagReader, at: number, name: string): StartTag | TagError {
  const element = tagsOf(reader, name)
  const differs = element.count >= MIN_TAGS && element.repeated * 2 < element.count
  const text = differs ? undefined : findTagText(reader.source, at)
  const known = text === undefined ? undefined : reader.repeated.get(text)
  element.count++
  if (known) {
    element.repeated++
    return known
  }
  const tag = readAttributes(reader, at, { name, last: element.last })
  if (!('name' in tag)) return tag
  element.last = tag
  if (tag.length === text?.length && reader.repeated.size < MAX_REPEATED)
    reader.repeated.set(text, tag)
  return tag
}

function tagsOf({ elements }: TagReader, name: string): ElementTags {
  const known = elements.get(name)
  if (known) return known
  const none: ElementTags = { count: 0, repeated: 0, last: undefined }
  if (elements.size < MAX_ELEMENTS) elements.set(name, none)
  return none
}

/** Up to the first >, which may also be in a value. Then the tag is longer, and is not kept. */
function findTagText(source: string, at: number): string | undefined {
  const end = source.indexOf('>', at)
  return end < 0 || end - at >= MAX_REPEATED_LENGTH ? undefined : source.slice(at, end + 1)
}

function readAttributes(
  reader: TagReader,
  start: number,
  { name: owner, last }: { name: string; last: StartTag | undefined },
): StartTag | TagError {
  const { source } = reader
  const attributes: XmlAttribute[] = []
  for (let at = start + 1 + owner.length; ;) {
    const begins = skipSpaces(source, at)
    const mark = source.charCodeAt(begins)
    const isEmpty = mark === SLASH && source.charCodeAt(begins + 1) === GREATER
    if (mark === GREATER || isEmpty) {
      const length = begins - start + (isEmpty ? 2 : 1)
      return { name: owner, attributes, isEmpty, length, resolved: undefined }
    }
    const name =
      begins === at
        ? undefined
        : readName(reader, begins, last?.attributes[attributes.length]?.name)
    const opening = name === undefined ? undefined : findValue(source, begins + name.length)
    const end = opening === undefined ? -1 : source.indexOf(source[opening]!, opening + 1)
    const raw = end < 0 ? '<' : source.slice(opening! + 1, end)
    if (name === undefined || raw.includes('<'))
      return { at, message: `has a <${owner}> tag that is not well-formed` }
    const message = findAttributeError(attributes, name, raw)
    if (message) return { at: begins, message }
    const value = readValue(raw, reader.repair)
    if (typeof value === 'number') return { at: opening! + 1 + value, message: UNKNOWN_REFERENCE }
    attributes.push({ name, value, at: begins - start })
    at = end + 1
  }
}

/** Most tags have the names of the tag before. Undefined if there is no name. */
function readName(reader: TagReader, at: number, expected: string | undefined): string | undefined {
  const { source } = reader
  const isExpected =
    expected !== undefined &&
    source.charCodeAt(at + expected.length) === EQUALS &&
    source.startsWith(expected, at)
  if (isExpected) return expected
  const name = source.slice(at, findNameEnd(source, at))
  return isName(reader, name) ? name : undefined
}

/** Where the quote after = is. Undefined if there is none: then the tag is not well-formed. */
function findValue(source: string, nameEnd: number): number | undefined {
  const equals = skipSpaces(source, nameEnd)
  if (source.charCodeAt(equals) !== EQUALS) return undefined
  const opening = skipSpaces(source, equals + 1)
  const quote = source.charCodeAt(opening)
  return quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE ? opening : undefined
}

function findAttributeError(
  attributes: readonly XmlAttribute[],
  name: string,
  raw: string,
): string | undefined {
  for (let index = 0; index < attributes.length; index++)
    if (attributes[index]!.name === name) return `has the attribute ${name} twice`
  if (attributes.length === MAX_ATTRIBUTES) return 'has too many attributes in one tag'
  return raw.length + 2 > MAX_ATTRIBUTE_LENGTH
    ? `has an attribute ${name} that is too long`
    : undefined
}

/** Or the offset of an unknown reference. */
function readValue(raw: string, repair: ReferenceRepair | undefined): string | number {
  const spaced = raw.includes('\n') || raw.includes('\t') ? raw.replace(/[\t\n]/g, ' ') : raw
  if (!spaced.includes('&')) return spaced
  const value = expandReferences(spaced, repair)
  return value.ok ? value.text : value.at
}

function isName({ names }: TagReader, name: string): boolean {
  if (names.has(name)) return true
  // A longer name is no name of a format, and would be stored.
  const isValid = name.length <= MAX_ATTRIBUTE_LENGTH && WHOLE_QNAME.test(name)
  if (isValid) names.add(name)
  return isValid
}

/** Up to a space, =, / or >. */
function findNameEnd(source: string, from: number): number {
  let at = from
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === EQUALS || code === SPACE || code === GREATER || code === SLASH) break
    if (code === NEWLINE || code === TAB) break
  }
  return at
}

function skipSpaces(source: string, from: number): number {
  let at = from
  while (at < source.length) {
    const code = source.charCodeAt(at)
    if (code !== SPACE && code !== NEWLINE && code !== TAB) break
    at++
  }
  return at
}
