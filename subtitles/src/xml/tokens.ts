// A strict XML 1.0 tokenizer in one pass. It knows only the five predefined entities, accepts no
// declarations and fetches nothing, so output is never longer than input. Expects \n line ends, as
// `decodeXml` returns them. It is not saxes, because saxes reports where a token ends, and our
// errors need where it starts.
import { findInvalidCharacter, expandReferences, type ReferenceRepair } from './characters.ts'
import { isNamed, readPlainContent, type PlainNames } from './plain-content.ts'

/**
 * Names include their prefix. `at` is the offset in the text. An error is the last token; its
 * message continues "The document …".
 */
export type XmlToken =
  | { kind: 'open'; name: string; attributes: readonly XmlAttribute[]; at: number }
  | { kind: 'close'; name: string; at: number }
  | { kind: 'text'; text: string; at: number }
  | { kind: 'error'; message: string; at: number }
/** An element with text and breaks only, as one token. `rows` are the texts around its breaks. */
export type PlainToken = {
  kind: 'plain'
  name: string
  attributes: readonly XmlAttribute[]
  rows: readonly string[]
  at: number
}
export type XmlAttribute = { name: string; value: string; at: number }
/** `plain` skips a doctype that declares nothing. */
type DoctypeMode = 'plain' | 'none'

const MAX_DEPTH = 64
const MAX_ATTRIBUTES = 50
const MAX_ATTRIBUTE_LENGTH = 4096
const NAME_START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`
const QNAME = `(?:${NAME}:)?${NAME}`
const WHOLE_QNAME = new RegExp(`^${QNAME}$`, 'u')
const END_TAG = new RegExp(`</(${QNAME})[ \\t\\n]*>`, 'uy')
const INSTRUCTION = new RegExp(`<\\?(${NAME})(?:[ \\t\\n][^]*?)?\\?>`, 'uy')
const DECLARATION =
  /\ufeff?(?:<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[\w.:-]+"|'[\w.:-]+'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>)?/y
const DOCTYPE =
  /<!DOCTYPE[ \t\n]+[\w:.-]+(?:[ \t\n]+(?:SYSTEM|PUBLIC[ \t\n]*(?:"[^"]*"|'[^']*'))[ \t\n]*(?:"[^"]*"|'[^']*'))?[ \t\n]*>/y

type TokenizerState = {
  source: string
  documentType: DoctypeMode
  repair: ReferenceRepair | undefined
  plain: PlainNames | undefined
  open: string[]
  hasRoot: boolean
  /** Where the first character is that XML does not allow, or -1. */
  strangeAt: number
  /** Names that are valid. A document has few, so each is checked once. */
  names: Set<string>
}
type Step = { tokens: readonly (XmlToken | PlainToken)[]; next: number }

export const xmlTokens = (source: string, documentType: DoctypeMode): Generator<XmlToken, void> =>
  // Without names of plain elements, there are no tokens of them.
  xmlTokensWith(source, documentType, {}) as Generator<XmlToken, void>

export function* xmlTokensWith(
  source: string,
  documentType: DoctypeMode,
  { repair, plain }: { repair?: ReferenceRepair | undefined; plain?: PlainNames | undefined },
): Generator<XmlToken | PlainToken, void> {
  const reading: TokenizerState = {
    source,
    documentType,
    repair,
    plain,
    open: [],
    hasRoot: false,
    strangeAt: findInvalidCharacter(source),
    names: new Set(),
  }
  let at = matchAt(DECLARATION, source, 0)![0].length
  while (at < source.length) {
    const { tokens, next } = readStep(reading, at)
    for (let index = 0; index < tokens.length; index++) yield tokens[index]!
    if (tokens[0]?.kind === 'error') return
    at = next
  }
  if (!reading.hasRoot) yield { kind: 'error', message: 'has no root element', at }
  else if (reading.open.length)
    yield { kind: 'error', message: `ends before </${reading.open.at(-1)}>`, at }
}

function readStep(reading: TokenizerState, at: number): Step {
  const step = reading.source[at] === '<' ? readMarkup(reading, at) : readText(reading, at)
  const { strangeAt } = reading
  return strangeAt >= at && strangeAt < step.next
    ? error(strangeAt, 'has a character that XML does not allow')
    : step
}

function readMarkup(reading: TokenizerState, at: number): Step {
  const { source } = reading
  if (source[at + 1] === '/') return readEndTag(reading, at)
  if (source[at + 1] === '?') return readInstruction(source, at)
  if (source[at + 1] !== '!') return readStartTag(reading, at)
  if (source.startsWith('<!--', at)) return readComment(source, at)
  return source.startsWith('<![CDATA[', at) ? readCdata(reading, at) : readDoctype(reading, at)
}

function readEndTag({ source, open }: TokenizerState, at: number): Step {
  const expected = open.at(-1)
  if (expected && source.startsWith(`${expected}>`, at + 2)) {
    open.pop()
    return { tokens: [{ kind: 'close', name: expected, at }], next: at + expected.length + 3 }
  }
  const closes = matchAt(END_TAG, source, at)
  if (!closes) return error(at, 'has an end tag that is not well-formed')
  const [name, last] = [closes[1]!, open.pop()]
  return name === last
    ? { tokens: [{ kind: 'close', name, at }], next: at + closes[0].length }
    : error(at, `closes </${name}> where ${last ? `<${last}>` : 'no element'} is open`)
}

function readInstruction(source: string, at: number): Step {
  const instruction = matchAt(INSTRUCTION, source, at)
  if (!instruction) return error(at, 'has a processing instruction that is not well-formed')
  return instruction[1]!.toLowerCase() === 'xml'
    ? error(at, 'has an XML declaration that is not at the start, or is not well-formed')
    : skipTo(at + instruction[0].length)
}

function readStartTag(reading: TokenizerState, at: number): Step {
  const { source, open, hasRoot } = reading
  const name = source.slice(at + 1, findNameEnd(source, at + 1))
  if (!isName(reading, name)) return error(at, 'has a < that does not start a tag')
  if (hasRoot && !open.length) return error(at, 'has more than one root element')
  if (open.length >= MAX_DEPTH) return error(at, `is nested deeper than ${MAX_DEPTH} levels`)
  const read = readAttributes(reading, at + 1 + name.length, name)
  if (!read.ok) return error(read.at, read.message)
  reading.hasRoot = true
  const { attributes } = read
  const content = read.closed ? undefined : findPlainContent(reading, { name, at: read.next })
  if (content)
    return {
      tokens: [{ kind: 'plain', name, attributes, rows: content.rows, at }],
      next: content.next,
    }
  const begin: XmlToken = { kind: 'open', name, attributes, at }
  if (read.closed) return { tokens: [begin, { kind: 'close', name, at }], next: read.next }
  open.push(name)
  return { tokens: [begin], next: read.next }
}

/** A break is one level deeper. A character that XML does not allow is reported where it is. */
function findPlainContent(
  { source, plain: names, repair, open, strangeAt }: TokenizerState,
  { name, at }: { name: string; at: number },
) {
  if (!names || !isNamed(name, names.element) || open.length + 1 >= MAX_DEPTH) return undefined
  const content = readPlainContent(source, at, { name, names, repair })
  return content && strangeAt >= at && strangeAt < content.next ? undefined : content
}

type AttributesResult =
  | { ok: true; attributes: XmlAttribute[]; closed: boolean; next: number }
  | { ok: false; at: number; message: string }
function readAttributes(reading: TokenizerState, from: number, owner: string): AttributesResult {
  const { source, repair } = reading
  const attributes: XmlAttribute[] = []
  for (let at = from; ;) {
    const begins = skipSpaces(source, at)
    const mark = source[begins]
    if (mark === '>') return { ok: true, attributes, closed: false, next: begins + 1 }
    if (mark === '/' && source[begins + 1] === '>')
      return { ok: true, attributes, closed: true, next: begins + 2 }
    const found = begins === at ? undefined : findAttribute(reading, begins)
    if (!found) return { ok: false, at, message: `has a <${owner}> tag that is not well-formed` }
    const { name, raw, valueAt } = found
    if (attributes.some((other) => other.name === name))
      return { ok: false, at: begins, message: `has the attribute ${name} twice` }
    if (attributes.length === MAX_ATTRIBUTES)
      return { ok: false, at: begins, message: 'has too many attributes in one tag' }
    if (raw.length + 2 > MAX_ATTRIBUTE_LENGTH)
      return { ok: false, at: begins, message: `has an attribute ${name} that is too long` }
    const spaced = raw.includes('\n') || raw.includes('\t') ? raw.replace(/[\t\n]/g, ' ') : raw
    const value = expandReferences(spaced, repair)
    if (!value.ok) return { ok: false, at: valueAt + value.at, message: UNKNOWN_REFERENCE }
    attributes.push({ name, value: value.text, at: begins })
    at = valueAt + raw.length + 1
  }
}

/** A name, = and a value in quotes. Undefined if the tag is not well-formed, which ends the document. */
function findAttribute(
  reading: TokenizerState,
  begins: number,
): { name: string; raw: string; valueAt: number } | undefined {
  const { source } = reading
  const nameEnd = findNameEnd(source, begins)
  const name = source.slice(begins, nameEnd)
  const equals = skipSpaces(source, nameEnd)
  if (source[equals] !== '=' || !isName(reading, name)) return undefined
  const opening = skipSpaces(source, equals + 1)
  const quote = source[opening]
  const end = quote === '"' || quote === "'" ? source.indexOf(quote, opening + 1) : -1
  if (end < 0) return undefined
  const raw = source.slice(opening + 1, end)
  return raw.includes('<') ? undefined : { name, raw, valueAt: opening + 1 }
}

function isName({ names }: TokenizerState, name: string): boolean {
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
    if (code === 0x20 || code === 0x3e || code === 0x2f || code === 0x3d) break
    if (code === 0x0a || code === 0x09) break
  }
  return at
}

function skipSpaces(source: string, from: number): number {
  let at = from
  while (at < source.length) {
    const code = source.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x09) break
    at++
  }
  return at
}

function readComment(source: string, at: number): Step {
  const dashes = source.indexOf('--', at + 4)
  if (dashes < 0) return error(at, 'has a comment that is not closed')
  return source[dashes + 2] === '>' ? skipTo(dashes + 3) : error(dashes, 'has -- inside a comment')
}

function readCdata({ source, open }: TokenizerState, at: number): Step {
  const end = source.indexOf(']]>', at)
  if (end < 0) return error(at, 'has a CDATA section that is not closed')
  return open.length
    ? textStep(source.slice(at + '<![CDATA['.length, end), at, end + 3)
    : error(at, 'has a CDATA section outside the root element')
}

function readDoctype({ source, documentType, hasRoot }: TokenizerState, at: number): Step {
  if (documentType === 'none')
    return error(at, 'has a document type declaration, which is not allowed')
  const plain = hasRoot ? null : matchAt(DOCTYPE, source, at)
  return plain
    ? skipTo(at + plain[0].length)
    : error(
        at,
        'has a doctype with declarations; only <!DOCTYPE name SYSTEM "url"> before the root element is allowed',
      )
}

function readText({ source, open, repair }: TokenizerState, at: number): Step {
  const found = source.indexOf('<', at)
  const next = found < 0 ? source.length : found
  const raw = source.slice(at, next)
  if (!open.length)
    return /[^ \t\n]/.test(raw)
      ? error(at + raw.search(/[^ \t\n]/), 'has text outside the root element')
      : skipTo(next)
  const wrong = raw.indexOf(']]>')
  if (wrong >= 0) return error(at + wrong, 'has ]]> in text')
  const text = expandReferences(raw, repair)
  return text.ok ? textStep(text.text, at, next) : error(at + text.at, UNKNOWN_REFERENCE)
}

const UNKNOWN_REFERENCE = 'has an & that is not a known entity or a character reference'
const error = (at: number, message: string): Step => ({
  tokens: [{ kind: 'error', message, at }],
  next: at,
})
const skipTo = (next: number): Step => ({ tokens: [], next })
const textStep = (text: string, at: number, next: number): Step => ({
  tokens: text ? [{ kind: 'text', text, at }] : [],
  next,
})

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
