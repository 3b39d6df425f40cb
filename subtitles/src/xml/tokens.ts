// A strict XML 1.0 tokenizer in one pass. It knows only the five predefined entities, accepts no
// declarations and fetches nothing, so output is never longer than input. Expects \n line ends, as
// `decodeXml` returns them. It is not saxes, because saxes reports where a token ends, and our
// errors need where it starts.
import { findInvalidCharacter, expandReferences, type ReferenceRepair } from './characters.ts'
import { END_TAG, INSTRUCTION } from './name-patterns.ts'
import { isNamed, readPlainContent, type PlainContent, type PlainReader } from './plain-content.ts'
import type { StartTag, XmlAttribute } from './start-tag.ts'
import {
  createTagReader,
  findKnownTag,
  readTag,
  readTagName,
  UNKNOWN_REFERENCE,
  type TagReader,
} from './tags.ts'

/**
 * Names include their prefix. `at` is the offset in the text. An error is the last token; its
 * message continues "The document …".
 */
export type XmlToken =
  | OpenToken
  | { kind: 'close'; name: string; at: number }
  | { kind: 'text'; text: string; at: number }
  | { kind: 'error'; message: string; at: number }
type OpenToken = {
  kind: 'open'
  name: string
  attributes: readonly XmlAttribute[]
  tag: StartTag
  at: number
}
/** A whole element as one token. */
export type PlainToken = Omit<OpenToken, 'kind'> & { kind: 'plain'; content: PlainContent }
/** `plain` skips a doctype that declares nothing. */
type DoctypeMode = 'plain' | 'none'

const MAX_DEPTH = 64
/** The most levels of an element that is one token. */
const PLAIN_DEPTH = 4
const DECLARATION =
  /\ufeff?(?:<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[\w.:-]+"|'[\w.:-]+'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>)?/y
const DOCTYPE =
  /<!DOCTYPE[ \t\n]+[\w:.-]+(?:[ \t\n]+(?:SYSTEM|PUBLIC[ \t\n]*(?:"[^"]*"|'[^']*'))[ \t\n]*(?:"[^"]*"|'[^']*'))?[ \t\n]*>/y

const [SLASH, LESS, QUESTION, EXCLAMATION] = [0x2f, 0x3c, 0x3f, 0x21]

/** `at` is where the next token starts. */
export type Tokenizer = {
  source: string
  at: number
  documentType: DoctypeMode
  repair: ReferenceRepair | undefined
  plain: PlainReader | undefined
  tags: TagReader
  open: string[]
  hasRoot: boolean
  /** The end of an empty element, which is the next token. */
  end: XmlToken | undefined
  /** Where the first character is that XML does not allow, or -1. */
  strangeAt: number
}
type Token = XmlToken | PlainToken

export function* xmlTokens(source: string, documentType: DoctypeMode): Generator<XmlToken, void> {
  const tokenizer = createTokenizer(source, documentType)
  for (let token = nextToken(tokenizer); token; token = nextToken(tokenizer)) {
    // Without names of plain elements, there are no tokens of them.
    yield token as XmlToken
    if (token.kind === 'error') return
  }
}

/** `isValid`: all characters are known to be allowed. */
type TokenizerOptions = {
  repair?: ReferenceRepair | undefined
  plain?: PlainReader | undefined
  isValid?: boolean
}

export const createTokenizer = (
  source: string,
  documentType: DoctypeMode,
  { repair, plain, isValid = false }: TokenizerOptions = {},
): Tokenizer => ({
  source,
  at: matchAt(DECLARATION, source, 0)![0].length,
  documentType,
  repair,
  plain,
  tags: createTagReader(source, repair),
  open: [],
  hasRoot: false,
  end: undefined,
  strangeAt: isValid ? -1 : findInvalidCharacter(source),
})

/** Undefined at the end of the document. */
export function nextToken(tokenizer: Tokenizer): Token | undefined {
  const { source, strangeAt, end, open } = tokenizer
  tokenizer.end = undefined
  if (end) return end
  while (tokenizer.at < source.length) {
    const { at } = tokenizer
    const token =
      source.charCodeAt(at) === LESS ? readMarkup(tokenizer, at) : readText(tokenizer, at)
    const next = token?.kind === 'error' ? token.at : tokenizer.at
    if (strangeAt >= at && strangeAt < next)
      return error(strangeAt, 'has a character that XML does not allow')
    if (token) return token
  }
  const { at } = tokenizer
  if (!tokenizer.hasRoot) return error(at, 'has no root element')
  return open.length ? error(at, `ends before </${open.at(-1)}>`) : undefined
}

function readMarkup(tokenizer: Tokenizer, at: number): Token | undefined {
  const { source } = tokenizer
  const mark = source.charCodeAt(at + 1)
  if (mark === SLASH) return readEndTag(tokenizer, at)
  if (mark === QUESTION) return readInstruction(tokenizer, at)
  if (mark !== EXCLAMATION) return readStartTag(tokenizer, at)
  if (source.startsWith('<!--', at)) return readComment(tokenizer, at)
  return source.startsWith('<![CDATA[', at) ? readCdata(tokenizer, at) : readDoctype(tokenizer, at)
}

function readEndTag(tokenizer: Tokenizer, at: number): XmlToken {
  const { source, open } = tokenizer
  const expected = open.at(-1)
  if (expected && isAt(source, expected, at + 2)) {
    open.pop()
    tokenizer.at = at + expected.length + 3
    return { kind: 'close', name: expected, at }
  }
  const closes = matchAt(END_TAG, source, at)
  if (!closes) return error(at, 'has an end tag that is not well-formed')
  const [name, last] = [closes[1]!, open.pop()]
  if (name !== last)
    return error(at, `closes </${name}> where ${last ? `<${last}>` : 'no element'} is open`)
  tokenizer.at = at + closes[0].length
  return { kind: 'close', name, at }
}

const isAt = (source: string, name: string, at: number) =>
  source.startsWith(name, at) && source[at + name.length] === '>'

function readInstruction(tokenizer: Tokenizer, at: number): XmlToken | undefined {
  const instruction = matchAt(INSTRUCTION, tokenizer.source, at)
  if (!instruction) return error(at, 'has a processing instruction that is not well-formed')
  if (instruction[1]!.toLowerCase() === 'xml')
    return error(at, 'has an XML declaration that is not at the start, or is not well-formed')
  return skipTo(tokenizer, at + instruction[0].length)
}

function readStartTag(tokenizer: Tokenizer, at: number): Token {
  const { tags, open, hasRoot } = tokenizer
  const known = findKnownTag(tags, at)
  const name = known?.name ?? readTagName(tags, at)
  if (name === undefined) return error(at, 'has a < that does not start a tag')
  if (hasRoot && !open.length) return error(at, 'has more than one root element')
  if (open.length >= MAX_DEPTH) return error(at, `is nested deeper than ${MAX_DEPTH} levels`)
  const tag = known ?? readTag(tags, at, name)
  if (!('name' in tag)) return error(tag.at, tag.message)
  tokenizer.hasRoot = true
  const { attributes } = tag
  tokenizer.at = at + tag.length
  const content = tag.isEmpty ? undefined : findPlainContent(tokenizer, name)
  if (content) {
    tokenizer.at = content.next
    return { kind: 'plain', name, attributes, tag, content, at }
  }
  if (tag.isEmpty) tokenizer.end = { kind: 'close', name, at }
  else open.push(name)
  return { kind: 'open', name, attributes, tag, at }
}

/** Goes back, to read the content of the element as tokens. */
export function reopen(tokenizer: Tokenizer, { name, tag, at }: PlainToken) {
  tokenizer.at = at + tag.length
  tokenizer.open.push(name)
}

/** A character that XML does not allow is reported where it is. */
function findPlainContent(
  { source, plain, repair, open, strangeAt, at }: Tokenizer,
  name: string,
): PlainContent | undefined {
  if (!plain || !isNamed(name, plain.element) || open.length + PLAIN_DEPTH > MAX_DEPTH)
    return undefined
  const content = readPlainContent(source, at, { name, plain, repair })
  return content && strangeAt >= at && strangeAt < content.next ? undefined : content
}

function readComment(tokenizer: Tokenizer, at: number): XmlToken | undefined {
  const { source } = tokenizer
  const dashes = source.indexOf('--', at + 4)
  if (dashes < 0) return error(at, 'has a comment that is not closed')
  return source[dashes + 2] === '>'
    ? skipTo(tokenizer, dashes + 3)
    : error(dashes, 'has -- inside a comment')
}

function readCdata(tokenizer: Tokenizer, at: number): XmlToken | undefined {
  const { source, open } = tokenizer
  const end = source.indexOf(']]>', at)
  if (end < 0) return error(at, 'has a CDATA section that is not closed')
  if (!open.length) return error(at, 'has a CDATA section outside the root element')
  tokenizer.at = end + 3
  return textToken(source.slice(at + '<![CDATA['.length, end), at)
}

function readDoctype(tokenizer: Tokenizer, at: number): XmlToken | undefined {
  const { source, documentType, hasRoot } = tokenizer
  if (documentType === 'none')
    return error(at, 'has a document type declaration, which is not allowed')
  const plain = hasRoot ? null : matchAt(DOCTYPE, source, at)
  return plain
    ? skipTo(tokenizer, at + plain[0].length)
    : error(
        at,
        'has a doctype with declarations; only <!DOCTYPE name SYSTEM "url"> before the root element is allowed',
      )
}

function readText(tokenizer: Tokenizer, at: number): XmlToken | undefined {
  const { source, open, repair } = tokenizer
  const found = source.indexOf('<', at)
  const next = found < 0 ? source.length : found
  const raw = source.slice(at, next)
  if (!open.length)
    return /[^ \t\n]/.test(raw)
      ? error(at + raw.search(/[^ \t\n]/), 'has text outside the root element')
      : skipTo(tokenizer, next)
  const wrong = raw.indexOf(']]>')
  if (wrong >= 0) return error(at + wrong, 'has ]]> in text')
  const text = raw.includes('&') ? expandReferences(raw, repair) : undefined
  if (text?.ok === false) return error(at + text.at, UNKNOWN_REFERENCE)
  tokenizer.at = next
  return textToken(text?.text ?? raw, at)
}

const error = (at: number, message: string): XmlToken => ({ kind: 'error', message, at })
function skipTo(tokenizer: Tokenizer, next: number): undefined {
  tokenizer.at = next
}
const textToken = (text: string, at: number): XmlToken | undefined =>
  text ? { kind: 'text', text, at } : undefined

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
