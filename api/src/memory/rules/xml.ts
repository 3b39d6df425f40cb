// XML as far as TMX needs it, read strictly and once from left to right. No entity is defined but XML's own five, nothing is fetched,
// and nothing grows: what comes out is never longer than what went in.
export type Attributes = ReadonlyMap<string, string>
/** `at` is the offset in the text. A fault is the last token. */
export type Token =
  | { kind: 'open'; name: string; attributes: Attributes; at: number }
  | { kind: 'close'; name: string; at: number }
  | { kind: 'text'; text: string; at: number }
  | Fault
export type Fault = { kind: 'fault'; message: string; at: number }

const NAME = '[\\p{L}_:][\\p{L}\\p{N}\\p{M}_:.\\-]*'
const OPENS = new RegExp(`<(${NAME})`, 'uy')
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'uy')
const ENDS = /\s*(\/?)>/y
const CLOSES = new RegExp(`</(${NAME})\\s*>`, 'uy')
const DOCTYPE = /<!DOCTYPE\s+[\w:.-]+(?:\s+(?:SYSTEM|PUBLIC\s*(?:"[^"]*"|'[^']*'))\s*(?:"[^"]*"|'[^']*'))?\s*>/y
const DEEPEST = 64
const MOST_ATTRIBUTES = 50

export function* xmlTokens(text: string): Generator<Token> {
  const open: string[] = []
  let [at, rooted] = [text.startsWith('\ufeff') ? 1 : 0, false]
  while (at < text.length) {
    const step = text[at] === '<' ? markupAt(text, at, rooted) : textAt(text, at)
    for (const token of step.tokens) {
      const wrong = token.kind === 'fault' ? token.message : misplaced(token, open, rooted)
      if (wrong !== undefined) {
        yield { kind: 'fault', message: wrong, at: token.at }
        return
      }
      if (token.kind === 'open') open.push(token.name)
      if (token.kind === 'close') open.pop()
      rooted ||= open.length > 0
      if (token.kind !== 'text' || open.length) yield token
    }
    at = step.next
  }
  if (open.length || !rooted) yield { kind: 'fault', message: rooted ? `ends before </${open.at(-1)}>` : 'holds no element', at: text.length }
}

function misplaced(token: Exclude<Token, Fault>, open: readonly string[], rooted: boolean): string | undefined {
  if (token.kind === 'text') return open.length || /^\s*$/.test(token.text) ? undefined : 'has text outside of its elements'
  if (token.kind === 'close') return open.at(-1) === token.name ? undefined : `closes </${token.name}> where ${open.length ? `<${open.at(-1)}>` : 'nothing'} is open`
  if (open.length >= DEEPEST) return `is nested deeper than ${DEEPEST} levels`
  return rooted && open.length === 0 ? 'has more than one root' : undefined
}

type Step = { tokens: Token[]; next: number }
const fault = (message: string, at: number): Step => ({ tokens: [{ kind: 'fault', message, at }], next: at })
const nothing = (next: number): Step => ({ tokens: [], next })

function markupAt(text: string, at: number, rooted: boolean): Step {
  if (text.startsWith('<!--', at)) return past(text, at, '-->', 'a comment')
  if (text.startsWith('<?', at)) return past(text, at, '?>', 'an instruction')
  if (text.startsWith('<![CDATA[', at)) return verbatim(text, at)
  if (text.startsWith('<!', at)) return doctypeAt(text, at, rooted)
  const closes = matchAt(CLOSES, text, at)
  if (closes) return { tokens: [{ kind: 'close', name: closes[1]!, at }], next: at + closes[0].length }
  return elementAt(text, at)
}

function past(text: string, at: number, end: string, what: string): Step {
  const found = text.indexOf(end, at + 2)
  return found < 0 ? fault(`does not end ${what}`, at) : nothing(found + end.length)
}

function verbatim(text: string, at: number): Step {
  const [start, end] = [at + '<![CDATA['.length, text.indexOf(']]>', at)]
  if (end < 0) return fault('does not end CDATA', at)
  const said = text.slice(start, end)
  return FORBIDDEN.test(said) ? fault('holds a character that XML does not allow', at) : { tokens: [{ kind: 'text', text: said, at }], next: end + 3 }
}

/** The name of a document type is tolerated and never fetched. What it would declare itself is refused. */
function doctypeAt(text: string, at: number, rooted: boolean): Step {
  const found = rooted ? undefined : matchAt(DOCTYPE, text, at)
  return found ? nothing(at + found[0].length) : fault('declares something of its own; only a plain <!DOCTYPE tmx SYSTEM "tmx14.dtd"> before the first element is read', at)
}

function elementAt(text: string, start: number): Step {
  const opens = matchAt(OPENS, text, start)
  if (!opens) return fault('has a < that begins nothing', start)
  const [name, attributes] = [opens[1]!, new Map<string, string>()]
  let at = start + opens[0].length
  for (let found = matchAt(ATTRIBUTE, text, at); found; found = matchAt(ATTRIBUTE, text, at)) {
    const value = decoded(found[2] ?? found[3]!)
    if (value === undefined) return fault(`has an entity or a character that XML does not know in ${found[1]}`, at)
    if (attributes.has(found[1]!) || attributes.size === MOST_ATTRIBUTES) return fault(attributes.has(found[1]!) ? `says ${found[1]} twice` : 'has too many attributes', at)
    attributes.set(found[1]!, value)
    at += found[0].length
  }
  const ends = matchAt(ENDS, text, at)
  if (!ends) return fault(`does not end <${name}>`, start)
  const open: Token = { kind: 'open', name, attributes, at: start }
  return { tokens: ends[1] ? [open, { kind: 'close', name, at: start }] : [open], next: at + ends[0].length }
}

function textAt(text: string, at: number): Step {
  const found = text.indexOf('<', at)
  const next = found < 0 ? text.length : found
  const said = decoded(text.slice(at, next))
  return said === undefined ? fault('has an entity or a character that XML does not know', at + firstWrong(text.slice(at, next))) : { tokens: [{ kind: 'text', text: said, at }], next }
}

const ENTITY = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));|&/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

const decoded = (raw: string): string | undefined => {
  if (FORBIDDEN.test(raw)) return undefined
  if (!raw.includes('&')) return raw
  return firstWrong(raw) < raw.length ? undefined : raw.replace(ENTITY, (_all, ...said: (string | undefined)[]) => letterOf(said)!)
}

/** Where an entity stands that nobody knows, or a character that cannot be; the length when all is well. */
function firstWrong(raw: string): number {
  const character = raw.search(FORBIDDEN)
  if (character >= 0) return character
  for (const { index, 1: decimal, 2: hex, 3: name } of raw.matchAll(ENTITY)) if (letterOf([decimal, hex, name]) === undefined) return index
  return raw.length
}

function letterOf([decimal, hex, name]: (string | undefined)[]): string | undefined {
  if (name) return ENTITIES[name]
  const point = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0
  const letter = point <= 0x10ffff ? String.fromCodePoint(point) : '\0'
  return FORBIDDEN.test(letter) ? undefined : letter
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
