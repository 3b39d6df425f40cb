// Makes a document well-formed. What has one meaning only is repaired, the rest is left out, and each
// change is reported. Lines stay where they are.
import { decodeLeniently, createLocator } from './decode.ts'
import { INVALID_CHARACTERS } from './characters.ts'
import { WHOLE_QNAME } from './name-patterns.ts'
import { readLooseTag } from './loose-tag.ts'

export type XmlFault = { line: number; column: number; message: string; repair: string }

/** What a format says about its elements. */
export type XmlDialect = {
  /** Elements that never contain themselves: without its end tag, one ends where the next starts. */
  neverNested: readonly string[]
  /** A root element of this name is of the format, whose current namespace is the first one. */
  root?: { name: string; format: string; namespaces: readonly string[] }
}

type RepairState = {
  source: string
  dialect: XmlDialect
  /** Where the next markup or text starts. */
  at: number
  output: string[]
  open: { name: string; prefixes: ReadonlySet<string> }[]
  hasRoot: boolean
  /** For each text that was searched, where it is next: a file may start a million comments. */
  searches: Map<string, { from: number; position: number }>
  report: (message: string, repair: string, at?: number) => void
}

/** Reports are for people. A hostile file has one for each byte. */
const MAX_FAULTS = 1000
const MAX_DEPTH = 60
const MAX_QUOTED = 500
const MAX_NAME = 100
const MAX_BLANK_START = 1000
const TAG_START = /<[^\s<>/="'!?&]/y
const END_TAG = /<\/\s*([^\s<>/]*)[^<>]*>?/y
const BLANK = /\s*/y
const DOCTYPE_HEAD = /<![^<>[]*/y
const DOCTYPE_END = /\]\s{0,100}>/y
const CDATA = '<![CDATA['
const COMMENT = { title: 'a comment', start: '<!--', end: '-->' }
const INSTRUCTION = { title: 'a processing instruction', start: '<?', end: '?>' }

export function repairXml(
  bytes: Uint8Array,
  dialect: XmlDialect,
): { bytes: Uint8Array; faults: XmlFault[] } {
  const faults: XmlFault[] = []
  const decoded = decodeLeniently(bytes)
  const source = decoded.source.replace(INVALID_CHARACTERS, '')
  const locate = createLocator(source)
  const state: RepairState = {
    source,
    dialect,
    at: 0,
    output: [],
    open: [],
    hasRoot: false,
    searches: new Map(),
    report(message, repair, at = state.at) {
      if (faults.length < MAX_FAULTS)
        faults.push({ ...locate(at), message: `The document ${message}`, repair })
    },
  }
  const { open, report } = state
  if (decoded.message) report(decoded.message, 'read as far as possible')
  const removed = decoded.source.length - source.length
  if (removed > 0) report('has characters that XML does not allow', `${removed} are removed`)
  while (state.at < source.length) repairNext(state)
  if (open.length > 0) report(`ends before </${open.at(-1)!.name}>`, 'closed at the end')
  closeFrom(state, 0)
  return { bytes: new TextEncoder().encode(state.output.join('')), faults }
}

function repairNext(state: RepairState) {
  const { source, at } = state
  if (source[at] !== '<') repairText(state)
  else if (source.startsWith(COMMENT.start, at)) skipSection(state, COMMENT)
  else if (source.startsWith(CDATA, at)) repairCdata(state)
  else if (source.startsWith(INSTRUCTION.start, at)) skipInstruction(state)
  else if (source.startsWith('<!', at)) skipDoctype(state)
  else if (source.startsWith('</', at)) repairEndTag(state)
  else repairStartTag(state)
}

/** Writes the next part of the source, or what replaces it. */
function take(state: RepairState, length: number, text?: string) {
  state.output.push(text ?? state.source.slice(state.at, state.at + length))
  state.at += length
}

function skip(state: RepairState, length: number) {
  const skipped = state.source.slice(state.at, state.at + length)
  take(state, length, onlyLineBreaks(skipped))
}

const onlyLineBreaks = (text: string) => text.replace(/[^\n]+/g, '')
const leftOut = (text: string) => `left out: ${text.slice(0, MAX_QUOTED)}`

function findNext({ source, searches }: RepairState, text: string, from: number): number {
  const last = searches.get(text)
  if (last && from >= last.from && (last.position < 0 || from <= last.position))
    return last.position
  const position = source.indexOf(text, from)
  searches.set(text, { from, position })
  return position
}

const matchAt = (pattern: RegExp, source: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(source)
}

function repairText(state: RepairState) {
  const { source, at, open, report } = state
  const next = source.indexOf('<', at)
  const text = source.slice(at, next < 0 ? source.length : next)
  if (open.length > 0) {
    if (text.includes(']]>')) report('has ]]> in text', 'it is kept', at + text.indexOf(']]>'))
    take(state, text.length, text.replaceAll(']]>', ']]&gt;'))
    return
  }
  const words = text.replace('\ufeff', '').trim()
  if (words) report('has text outside the root element', leftOut(words))
  skip(state, text.length)
}

function skipSection(state: RepairState, { title, start, end }: typeof COMMENT) {
  const found = findNext(state, end, state.at + 2)
  if (found < 0) state.report(`has ${title} that is not closed`, 'what follows is read')
  skip(state, found < 0 ? start.length : found + end.length - state.at)
}

function repairCdata(state: RepairState) {
  const { source, at, open, report } = state
  const from = at + CDATA.length
  const end = findNext(state, ']]>', from)
  if (end < 0) {
    report('has a CDATA section that is not closed', 'what follows is read')
    skip(state, CDATA.length)
    return
  }
  const length = end + 3 - at
  if (open.length > 0) {
    take(state, length)
    return
  }
  report('has a CDATA section outside the root element', leftOut(source.slice(from, end)))
  skip(state, length)
}

/** The result is UTF-8, whatever the declaration says. */
function skipInstruction(state: RepairState) {
  const { source, at, report } = state
  const before = source.slice(0, Math.min(at, MAX_BLANK_START))
  if (before !== '' && before !== '\ufeff' && !before.trim() && source.startsWith('<?xml ', at))
    report('has an XML declaration that is not at the start', 'read as if it were')
  skipSection(state, INSTRUCTION)
}

function skipDoctype(state: RepairState) {
  const { source, at, report } = state
  const [head] = matchAt(DOCTYPE_HEAD, source, at)!
  let end = at + head.length
  if (source[end] === '[') {
    end = findNext(state, ']', end)
    const close = end < 0 ? null : matchAt(DOCTYPE_END, source, end)
    end = close ? end + close[0].length : at + 2
  } else end = source[end] === '>' ? end + 1 : at + 2
  report('has a document type declaration', leftOut(source.slice(at, end)))
  skip(state, end - at)
}

function repairEndTag(state: RepairState) {
  const { source, at, open, report } = state
  const [tag, name = ''] = matchAt(END_TAG, source, at)!
  const index = open.findLastIndex((element) => element.name === name)
  const fault = endTagFault(state, index, tag)
  if (fault) {
    report(`closes </${name.slice(0, MAX_NAME)}>${fault}`, leftOut(tag))
    skip(state, tag.length)
    return
  }
  if (!/^<\/[^\s<>/]+\s*>$/.test(tag))
    report(
      'has an end tag that is not well-formed',
      `read as </${name}>: ${tag.slice(0, MAX_QUOTED)}`,
    )
  if (index < open.length - 1)
    report(`closes </${name}> where <${open.at(-1)!.name}> is open`, 'both are closed')
  closeFrom(state, index)
  skip(state, tag.length)
}

/** Why the end tag of `open[index]` cannot be kept. */
function endTagFault(state: RepairState, index: number, tag: string): string | undefined {
  if (index < 0) return ', which is not open'
  // The end of the root element is the end of the document.
  return index === 0 && !endsAt(state, state.at + tag.length) ? ' before its end' : undefined
}

/** Whether only comments and instructions follow. */
function endsAt(state: RepairState, from: number): boolean {
  const { source } = state
  let at = from
  for (;;) {
    at += matchAt(BLANK, source, at)![0].length
    if (at === source.length) return true
    const section = [COMMENT, INSTRUCTION].find(({ start }) => source.startsWith(start, at))
    if (!section) return false
    const found = findNext(state, section.end, at + 2)
    if (found < 0) return false
    at = found + section.end.length
  }
}

function closeFrom({ open, output }: RepairState, index: number) {
  for (const { name } of open.splice(index).toReversed()) output.push(`</${name}>`)
}

function repairStartTag(state: RepairState) {
  const { source, at, open, report, hasRoot } = state
  if (open.length >= MAX_DEPTH || !matchAt(TAG_START, source, at)) {
    keepAsText(state, 'has a < that does not start a tag')
    return
  }
  if (open.length === 0 && hasRoot) {
    report('has more than one root element', leftOut(source.slice(at).replace(/\s+/g, ' ')))
    state.at = source.length
    return
  }
  const tag = readLooseTag(source, at, open.at(-1)?.prefixes ?? new Set(['xml', 'xmlns']))
  if (!tag || !WHOLE_QNAME.test(tag.name)) {
    keepAsText(state, 'has a tag that is not well-formed')
    return
  }
  for (const { message, repair } of tag.faults) report(message, repair)
  closeUnclosedSibling(state, tag.name)
  take(state, tag.length, hasRoot ? tag.text : withNamespace(state, tag))
  state.hasRoot = true
  if (!tag.isEmpty) open.push({ name: tag.name, prefixes: tag.prefixes })
}

/** Text outside of the root element cannot be kept. */
function keepAsText(state: RepairState, message: string) {
  state.report(message, 'it is kept as text')
  take(state, 1, state.open.length > 0 ? '&lt;' : '')
}

const splitName = (name: string): [local: string, prefix?: string] =>
  name.split(':').toReversed() as [string, string?]

function closeUnclosedSibling(state: RepairState, name: string) {
  const { dialect, open, report } = state
  const index = open.findLastIndex((element) => element.name === name)
  if (index < 0 || !dialect.neverNested.includes(splitName(name)[0])) return
  closeFrom(state, index)
  report(`starts <${name}> inside of <${name}>`, 'the first one ends there')
}

function withNamespace(
  { dialect: { root }, report }: RepairState,
  { name, text }: { name: string; text: string },
): string {
  const [local, prefix] = splitName(name)
  if (local !== root?.name) return text
  const declaration = prefix ? ` xmlns:${prefix}="` : ' xmlns="'
  const from = text.indexOf(declaration) + declaration.length
  if (from < declaration.length) return text
  const namespace = text.slice(from, text.indexOf('"', from))
  if (root.namespaces.includes(namespace)) return text
  report(`has the unknown namespace ${namespace}`, `read as ${root.format}`)
  return `${text.slice(0, from)}${root.namespaces[0]}${text.slice(from + namespace.length)}`
}
