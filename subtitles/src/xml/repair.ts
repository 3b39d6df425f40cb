// Makes a document well-formed. What has one meaning only is repaired, the rest is left out, and each
// change is reported. Lines stay where they are.
import { decodeLeniently, createLocator } from './decode.ts'
import { INVALID_CHARACTERS } from './characters.ts'
import { WHOLE_QNAME } from './name-patterns.ts'
import { readLooseTag } from './loose-tag.ts'

export type XmlFault = { line: number; column: number; message: string; repair: string }

/** `at` is where the next markup starts. */
type Repairing = {
  source: string
  at: number
  parts: string[]
  open: { name: string; prefixes: ReadonlySet<string> }[]
  hasRoot: boolean
  /** Ends of sections that do not follow any more. */
  missing: Set<string>
  fault: (at: number, message: string, repair: string) => void
}

/** Reports are for people. A hostile file has one for each byte. */
const MAX_FAULTS = 1000
const MAX_DEPTH = 60
const MAX_QUOTED = 500
const TAG_START = /^<[^\s<>/="'!?&]/

export function repairXml(bytes: Uint8Array): { bytes: Uint8Array; faults: XmlFault[] } {
  const faults: XmlFault[] = []
  const decoded = decodeLeniently(bytes)
  const source = decoded.source.replace(INVALID_CHARACTERS, '')
  const place = createLocator(source)
  const add = (at: number, message: string, repair: string) => {
    if (faults.length < MAX_FAULTS)
      faults.push({ ...place(at), message: `The document ${message}`, repair })
  }
  if (decoded.message) add(0, decoded.message, 'read as far as possible')
  if (source.length < decoded.source.length)
    add(
      0,
      'has characters that XML does not allow',
      `${decoded.source.length - source.length} are removed`,
    )
  const repairing: Repairing = {
    source,
    at: 0,
    parts: [],
    open: [],
    hasRoot: false,
    missing: new Set(),
    fault: add,
  }
  while (repairing.at < source.length) step(repairing)
  const { open, parts } = repairing
  if (open.length > 0)
    add(source.length, `ends before </${open.at(-1)!.name}>`, 'closed at the end')
  for (const { name } of open.toReversed()) parts.push(`</${name}>`)
  return { bytes: new TextEncoder().encode(parts.join('')), faults }
}

function step(repairing: Repairing) {
  const { source, at, open } = repairing
  if (source[at] !== '<') addText(repairing)
  else if (source.startsWith('<!--', at)) skipSection(repairing, '-->', 'a comment')
  else if (source.startsWith('<![CDATA[', at)) addCdata(repairing)
  else if (source.startsWith('<?', at)) skipInstruction(repairing)
  else if (source.startsWith('<!', at)) skipDeclaration(repairing)
  else if (source.startsWith('</', at)) addEndTag(repairing)
  else if (!TAG_START.test(source.slice(at, at + 2)) || open.length >= MAX_DEPTH) {
    repairing.fault(at, 'has a < that does not start a tag', 'it is kept as text')
    addLetters(repairing, '&lt;', 1)
  } else addStartTag(repairing)
}

/** Text outside of the root element cannot be kept. */
function addLetters(repairing: Repairing, letters: string, length: number) {
  if (repairing.open.length > 0) repairing.parts.push(letters)
  repairing.at += length
}

function addText(repairing: Repairing) {
  const { source, at, open, fault, parts } = repairing
  const found = source.indexOf('<', at)
  const next = found < 0 ? source.length : found
  const raw = source.slice(at, next)
  repairing.at = next
  if (open.length === 0) {
    parts.push(lineEnds(raw))
    const words = raw.replace('\ufeff', '').trim()
    if (words)
      fault(at, 'has text outside the root element', `left out: ${words.slice(0, MAX_QUOTED)}`)
    return
  }
  if (raw.includes(']]>')) fault(at + raw.indexOf(']]>'), 'has ]]> in text', 'it is kept')
  parts.push(raw.replaceAll(']]>', ']]&gt;'))
}

const lineEnds = (text: string) => text.replace(/[^\n]+/g, '')

function skipSection(repairing: Repairing, end: string, what: string) {
  const { source, at, parts, fault } = repairing
  const found = findEnd(repairing, end, at + 2)
  const next = found < 0 ? at + (end === '-->' ? 4 : 2) : found + end.length
  if (found < 0) fault(at, `has ${what} that is not closed`, 'what follows is read')
  parts.push(lineEnds(source.slice(at, next)))
  repairing.at = next
}

/** A file may start a million sections and end none. */
function findEnd({ source, missing }: Repairing, end: string, from: number): number {
  const found = missing.has(end) ? -1 : source.indexOf(end, from)
  if (found < 0) missing.add(end)
  return found
}

function addCdata(repairing: Repairing) {
  const { source, at, open, parts, fault } = repairing
  const from = at + '<![CDATA['.length
  const found = findEnd(repairing, ']]>', from)
  if (found < 0) {
    fault(at, 'has a CDATA section that is not closed', 'what follows is read')
    repairing.at = from
    return
  }
  const text = source.slice(from, found)
  repairing.at = found + 3
  if (open.length > 0) parts.push(source.slice(at, found + 3))
  else
    fault(
      at,
      'has a CDATA section outside the root element',
      `left out: ${text.slice(0, MAX_QUOTED)}`,
    )
}

/** The result is UTF-8, whatever the declaration says. */
function skipInstruction(repairing: Repairing) {
  const { source, at, fault } = repairing
  const isFirst = /^[\ufeff\s]*$/.test(source.slice(0, Math.min(at, 1000)))
  if (at > 0 && isFirst && source.startsWith('<?xml ', at) && source.slice(0, at) !== '\ufeff')
    fault(at, 'has an XML declaration that is not at the start', 'read as if it were')
  skipSection(repairing, '?>', 'a processing instruction')
}

function skipDeclaration(repairing: Repairing) {
  const { source, at, parts, fault } = repairing
  const end = /^<![^<>[]*(?:\[[^\]]*\]\s*)?>/.exec(source.slice(at, at + 20_000))?.[0].length ?? 2
  fault(
    at,
    'has a document type declaration',
    `left out: ${source.slice(at, at + end).slice(0, MAX_QUOTED)}`,
  )
  parts.push(lineEnds(source.slice(at, at + end)))
  repairing.at = at + end
}

/** Only comments and instructions follow. */
const endsHere = ({ source, at }: Repairing) =>
  /^(?:\s|<!--[^]*?-->|<\?[^]*?\?>)*$/.test(source.slice(at, at + 5000))

const END_TAG = /<\/\s*([^\s<>/]*)[^<>]*>?/y

function addEndTag(repairing: Repairing) {
  const { source, at, open, parts, fault } = repairing
  END_TAG.lastIndex = at
  const [whole, name = ''] = END_TAG.exec(source)!
  repairing.at = at + whole.length
  const found = open.findLastIndex((element) => element.name === name)
  // The end of the root element is the end of the document.
  const isEarly = found === 0 && source.slice(repairing.at).trim() !== '' && !endsHere(repairing)
  const depth = isEarly ? -1 : found
  if (depth < 0) {
    parts.push(lineEnds(whole))
    fault(
      at,
      `closes </${name.slice(0, 100)}>, which is not open`,
      `left out: ${whole.slice(0, MAX_QUOTED)}`,
    )
    return
  }
  if (whole !== `</${name}>` && !/^<\/[^\s<>/]+\s*>$/.test(whole))
    fault(
      at,
      'has an end tag that is not well-formed',
      `read as </${name}>: ${whole.slice(0, MAX_QUOTED)}`,
    )
  const inner = open.splice(depth)
  if (inner.length > 1)
    fault(at, `closes </${name}> where <${inner.at(-1)!.name}> is open`, 'both are closed')
  for (const element of inner.toReversed()) parts.push(`</${element.name}>`)
  parts.push(lineEnds(whole))
}

/** Elements that never contain themselves. */
const SEPARATE = /^(?:\w+:)?(?:p|Subtitle|Text|unit)$/

/** An element without its end tag ends where the next one of the kind starts. */
function closeOuter({ at, open, parts, fault }: Repairing, name: string) {
  const outer = SEPARATE.test(name) ? open.findLastIndex((element) => element.name === name) : -1
  if (outer < 0) return
  for (const element of open.splice(outer).toReversed()) parts.push(`</${element.name}>`)
  fault(at, `starts <${name}> inside of <${name}>`, 'the first one ends there')
}

const TTML = /^http:\/\/www\.w3\.org\/(?:ns\/ttml|2006\/(?:02|04|10)\/ttaf1)$/

/** A root element <tt> of an unknown namespace is that of TTML. */
function withNamespace(
  { name, text }: { name: string; text: string },
  fault: (message: string, repair: string) => void,
): string {
  const [, prefix] = /^(?:(\w+):)?tt$/.exec(name) ? name.split(':').toReversed() : [undefined, '-']
  if (prefix === '-') return text
  const declaration = prefix === undefined ? ' xmlns="' : ` xmlns:${prefix}="`
  const from = text.indexOf(declaration) + declaration.length
  const end = text.indexOf('"', from)
  if (from < declaration.length || TTML.test(text.slice(from, end))) return text
  fault(`has the unknown namespace ${text.slice(from, end)}`, 'read as TTML')
  return `${text.slice(0, from)}http://www.w3.org/ns/ttml${text.slice(end)}`
}

function addStartTag(repairing: Repairing) {
  const { source, at, open, parts, fault, hasRoot } = repairing
  if (open.length === 0 && hasRoot) {
    const rest = source.slice(at)
    fault(
      at,
      'has more than one root element',
      `left out: ${rest.replace(/\s+/g, ' ').slice(0, MAX_QUOTED)}`,
    )
    repairing.at = source.length
    return
  }
  const prefixes = open.at(-1)?.prefixes ?? new Set(['xml', 'xmlns'])
  const tag = readLooseTag(source, at, prefixes)
  if (!tag || !WHOLE_QNAME.test(tag.name)) {
    fault(at, 'has a tag that is not well-formed', 'it is kept as text')
    addLetters(repairing, '&lt;', 1)
    return
  }
  for (const { message, repair } of tag.faults) fault(at, message, repair)
  closeOuter(repairing, tag.name)
  parts.push(
    hasRoot ? tag.text : withNamespace(tag, (message, repair) => fault(at, message, repair)),
  )
  repairing.hasRoot = true
  repairing.at = at + tag.length
  if (!tag.isEmpty) open.push({ name: tag.name, prefixes: tag.prefixes })
}
