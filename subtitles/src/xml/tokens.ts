// XML 1.0, read strictly and once from left to right. No entity is known but XML's own five,
// nothing is declared and nothing is fetched,
// so that what comes out is never longer than what went in. Lines end with \n here, as `decodeXml`
// has them.
import { UNSAYABLE, expand } from './characters.ts'

/**
 * Names as they are written, with their prefix. `at` is the offset in the text. A fault is the last
 * token, and says what the file does: "has a < that…".
 */
export type Token =
  | { kind: 'open'; name: string; attributes: readonly Attribute[]; at: number }
  | { kind: 'close'; name: string; at: number }
  | { kind: 'text'; text: string; at: number }
  | { kind: 'fault'; message: string; at: number }
export type Attribute = { name: string; value: string; at: number }
/** A plain document type names one and declares nothing; it is passed over. */
type DocumentType = 'plain' | 'none'

const DEEPEST = 64
const MOST_ATTRIBUTES = 50
const NAME_START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`
const QNAME = `(?:${NAME}:)?${NAME}`
const OPENS = new RegExp(`<(${QNAME})`, 'uy')
const ATTRIBUTE = new RegExp(`([ \\t\\n]+)(${QNAME})[ \\t\\n]*=[ \\t\\n]*("[^<"]*"|'[^<']*')`, 'uy')
const ENDS = /[ \t\n]*(\/?)>/y
const CLOSES = new RegExp(`</(${QNAME})[ \\t\\n]*>`, 'uy')
const INSTRUCTION = new RegExp(`<\\?(${NAME})(?:[ \\t\\n][^]*?)?\\?>`, 'uy')
const DECLARATION =
  /\ufeff?(?:<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[\w.:-]+"|'[\w.:-]+'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>)?/y
const DOCUMENT_TYPE =
  /<!DOCTYPE[ \t\n]+[\w:.-]+(?:[ \t\n]+(?:SYSTEM|PUBLIC[ \t\n]*(?:"[^"]*"|'[^']*'))[ \t\n]*(?:"[^"]*"|'[^']*'))?[ \t\n]*>/y

type Reading = { source: string; documentType: DocumentType; open: string[]; rooted: boolean }
type Step = { tokens: readonly Token[]; next: number }

export function* xmlTokens(source: string, documentType: DocumentType): Generator<Token, void> {
  const reading: Reading = { source, documentType, open: [], rooted: false }
  let at = match(DECLARATION, source, 0)![0].length
  while (at < source.length) {
    const { tokens, next } = stepFrom(reading, at)
    yield* tokens
    if (tokens[0]?.kind === 'fault') return
    at = next
  }
  if (!reading.rooted) yield { kind: 'fault', message: 'holds no element', at }
  else if (reading.open.length)
    yield { kind: 'fault', message: `ends before </${reading.open.at(-1)}>`, at }
}

function stepFrom(reading: Reading, at: number): Step {
  const step = reading.source[at] === '<' ? markupAt(reading, at) : textAt(reading, at)
  const strange = UNSAYABLE.exec(reading.source.slice(at, step.next))
  return strange ? fault(at + strange.index, 'has a character that XML does not allow') : step
}

function markupAt(reading: Reading, at: number): Step {
  const { source } = reading
  if (source[at + 1] === '/') return closeAt(reading, at)
  if (source[at + 1] === '?') return instructionAt(source, at)
  if (source[at + 1] !== '!') return openAt(reading, at)
  if (source.startsWith('<!--', at)) return commentAt(source, at)
  return source.startsWith('<![CDATA[', at) ? verbatimAt(reading, at) : documentTypeAt(reading, at)
}

function closeAt({ source, open }: Reading, at: number): Step {
  const closes = match(CLOSES, source, at)
  if (!closes) return fault(at, 'has an end tag that is not well-formed')
  const [name, last] = [closes[1]!, open.pop()]
  return name === last
    ? { tokens: [{ kind: 'close', name, at }], next: at + closes[0].length }
    : fault(at, `closes </${name}> where ${last ? `<${last}>` : 'nothing'} is open`)
}

function instructionAt(source: string, at: number): Step {
  const instruction = match(INSTRUCTION, source, at)
  if (!instruction) return fault(at, 'has a processing instruction that is not well-formed')
  return instruction[1]!.toLowerCase() === 'xml'
    ? fault(at, 'has an XML declaration that is not the first thing, or is not well-formed')
    : nothing(at + instruction[0].length)
}

function openAt(reading: Reading, at: number): Step {
  const { source, open, rooted } = reading
  const opens = match(OPENS, source, at)
  if (!opens) return fault(at, 'has a < that begins nothing')
  if (rooted && !open.length) return fault(at, 'has more than one root')
  if (open.length >= DEEPEST) return fault(at, `is nested deeper than ${DEEPEST} levels`)
  const name = opens[1]!
  const read = attributesAt(source, at + opens[0].length, name)
  if (!read.ok) return fault(read.at, read.message)
  reading.rooted = true
  const begin: Token = { kind: 'open', name, attributes: read.attributes, at }
  if (read.closed) return { tokens: [begin, { kind: 'close', name, at }], next: read.next }
  open.push(name)
  return { tokens: [begin], next: read.next }
}

type Attributes =
  | { ok: true; attributes: Attribute[]; closed: boolean; next: number }
  | { ok: false; at: number; message: string }
function attributesAt(source: string, from: number, owner: string): Attributes {
  const attributes: Attribute[] = []
  for (let at = from; ;) {
    const ends = match(ENDS, source, at)
    if (ends) return { ok: true, attributes, closed: ends[1] === '/', next: at + ends[0].length }
    const found = match(ATTRIBUTE, source, at)
    if (!found) return { ok: false, at, message: `does not end <${owner}> as a tag ends` }
    const [whole, room = '', name = '', quoted = ''] = found
    const begins = at + room.length
    if (attributes.some((other) => other.name === name))
      return { ok: false, at: begins, message: `says ${name} twice` }
    if (attributes.length === MOST_ATTRIBUTES)
      return { ok: false, at: begins, message: 'has too many attributes in one tag' }
    at += whole.length
    const value = expand(quoted.slice(1, -1).replace(/[\t\n]/g, ' '))
    if (!value.ok) return { ok: false, at: at - quoted.length + 1 + value.at, message: UNKNOWN }
    attributes.push({ name, value: value.text, at: begins })
  }
}

function commentAt(source: string, at: number): Step {
  const dashes = source.indexOf('--', at + 4)
  if (dashes < 0) return fault(at, 'does not end a comment')
  return source[dashes + 2] === '>' ? nothing(dashes + 3) : fault(dashes, 'has -- inside a comment')
}

function verbatimAt({ source, open }: Reading, at: number): Step {
  const end = source.indexOf(']]>', at)
  if (end < 0) return fault(at, 'does not end a CDATA section')
  return open.length
    ? said(source.slice(at + '<![CDATA['.length, end), at, end + 3)
    : fault(at, 'has a CDATA section outside of its elements')
}

function documentTypeAt({ source, documentType, rooted }: Reading, at: number): Step {
  if (documentType === 'none')
    return fault(at, 'has a document type declaration, which is not taken')
  const plain = rooted ? null : match(DOCUMENT_TYPE, source, at)
  return plain
    ? nothing(at + plain[0].length)
    : fault(
        at,
        'declares something of its own; only a plain <!DOCTYPE name SYSTEM "address"> before the first element is read',
      )
}

function textAt({ source, open }: Reading, at: number): Step {
  const found = source.indexOf('<', at)
  const next = found < 0 ? source.length : found
  const raw = source.slice(at, next)
  if (!open.length)
    return /[^ \t\n]/.test(raw)
      ? fault(at + raw.search(/[^ \t\n]/), 'has text outside of its elements')
      : nothing(next)
  const wrong = raw.indexOf(']]>')
  if (wrong >= 0) return fault(at + wrong, 'has ]]> in a text')
  const text = expand(raw)
  return text.ok ? said(text.text, at, next) : fault(at + text.at, UNKNOWN)
}

const UNKNOWN = 'has an & that begins no entity of XML and no number of a character'
const fault = (at: number, message: string): Step => ({
  tokens: [{ kind: 'fault', message, at }],
  next: at,
})
const nothing = (next: number): Step => ({ tokens: [], next })
const said = (text: string, at: number, next: number): Step => ({
  tokens: text ? [{ kind: 'text', text, at }] : [],
  next,
})

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
