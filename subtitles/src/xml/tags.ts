// Reads start tags. Most tags of a document repeat, such as <span style="italic">, so the same text
// is read once.
import { expandReferences, type ReferenceRepair } from './characters.ts'
import { WHOLE_QNAME } from './name-patterns.ts'
import type { StartTag, XmlAttribute } from './start-tag.ts'

/** `at` is an offset in the text. */
type TagError = { at: number; message: string }
export type TagReader = {
  source: string
  repair: ReferenceRepair | undefined
  /** Names that are valid. A document has few, so each is checked once. */
  names: Set<string>
  /** Tags that were read, each in the slot that `slotOf` names. */
  known: (KnownTag | undefined)[]
  /** The last tag that was not known. */
  last: StartTag | undefined
}
type KnownTag = { text: string; tag: StartTag }

const MAX_ATTRIBUTES = 50
const MAX_ATTRIBUTE_LENGTH = 4096
const SLOTS = 256
const MAX_KNOWN_LENGTH = 200
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
  known: Array.from({ length: SLOTS }, () => undefined),
  last: undefined,
})

/** The tag at this offset, if the same was read before. */
export function findKnownTag({ source, known }: TagReader, at: number): StartTag | undefined {
  const end = source.indexOf('>', at)
  if (end < 0) return undefined
  const found = known[slotOf(source, at, end)]
  // Comparing a slice is faster than startsWith, which compares one character at a time.
  return found?.text.length === end - at + 1 && source.slice(at, end + 1) === found.text
    ? found.tag
    : undefined
}

/** The name after the < at this offset, or undefined if there is none. */
export const readTagName = (reader: TagReader, at: number): string | undefined =>
  readName(reader, at + 1, reader.last?.name)

export function readTag(reader: TagReader, at: number, name: string): StartTag | TagError {
  const { source, known, last } = reader
  const tag = readAttributes(reader, at, name)
  if (!('name' in tag)) return tag
  reader.last = tag
  const end = at + tag.length - 1
  // The tags of some elements all differ. A > in a value would be taken for the end of the tag.
  if (last?.name !== name && tag.length <= MAX_KNOWN_LENGTH && source.indexOf('>', at) === end)
    known[slotOf(source, at, end)] = { text: source.slice(at, end + 1), tag }
  return tag
}

/** Tags that differ are mostly in different slots: by length, first letter and last values. */
const slotOf = (source: string, at: number, end: number): number =>
  ((end - at) * 31 +
    source.charCodeAt(at + 1) +
    source.charCodeAt(end - 2) * 7 +
    source.charCodeAt(end - 3) * 3) %
  SLOTS

function readAttributes(reader: TagReader, start: number, owner: string): StartTag | TagError {
  const { source, last } = reader
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

/** Mostly a tag has the names of the tag before. Undefined if there is no name. */
function readName(reader: TagReader, at: number, expected: string | undefined): string | undefined {
  const { source } = reader
  if (
    expected !== undefined &&
    endsName(source.charCodeAt(at + expected.length)) &&
    source.startsWith(expected, at)
  )
    return expected
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

function findNameEnd(source: string, from: number): number {
  let at = from
  while (at < source.length && !endsName(source.charCodeAt(at))) at++
  return at
}

const endsName = (code: number) =>
  code === EQUALS ||
  code === SPACE ||
  code === GREATER ||
  code === SLASH ||
  code === NEWLINE ||
  code === TAB

function skipSpaces(source: string, from: number): number {
  let at = from
  while (at < source.length) {
    const code = source.charCodeAt(at)
    if (code !== SPACE && code !== NEWLINE && code !== TAB) break
    at++
  }
  return at
}
