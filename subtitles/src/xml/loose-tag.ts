// Start tags as people and old programs write them.
import { WHOLE_QNAME } from './name-patterns.ts'

export type LooseTag = {
  name: string
  /** Well-formed, with the line ends of the source. */
  text: string
  isEmpty: boolean
  length: number
  /** Declared here and around. */
  prefixes: ReadonlySet<string>
  faults: { message: string; repair: string }[]
}
type Attribute = { name: string; value: string }

const MAX_LENGTH = 20_000
const TAG = /^<([^\s<>/="']{1,256})((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/
/** With a quote that is never closed. */
const BROKEN_TAG = /^<([^\s<>/="']+)([^<>]*)>?/
const ATTRIBUTE = /([^\s="'<>/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g

/** What a prefix means in every file that has it. */
const NAMESPACES: Record<string, string> = {
  tt: 'http://www.w3.org/ns/ttml',
  tts: 'http://www.w3.org/ns/ttml#styling',
  ttp: 'http://www.w3.org/ns/ttml#parameter',
  ttm: 'http://www.w3.org/ns/ttml#metadata',
  itts: 'http://www.w3.org/ns/ttml/profile/imsc1#styling',
  ittp: 'http://www.w3.org/ns/ttml/profile/imsc1#parameter',
  ittm: 'http://www.w3.org/ns/ttml/profile/imsc1#metadata',
  ebutts: 'urn:ebu:tt:style',
  ebuttm: 'urn:ebu:tt:metadata',
  xlink: 'http://www.w3.org/1999/xlink',
}

export function readLooseTag(
  source: string,
  at: number,
  outer: ReadonlySet<string>,
): LooseTag | undefined {
  const window = source.slice(at, at + MAX_LENGTH)
  const strict = TAG.exec(window)
  const [whole, name, inside = ''] = strict ?? BROKEN_TAG.exec(window) ?? []
  if (!whole || !name) return undefined
  const faults: LooseTag['faults'] = []
  const isEmpty = /\/\s*$/.test(inside)
  const found = readAttributes(inside.replace(/\/\s*$/, ''))
  const { attributes, twice } = splitTwice(found.attributes)
  if (!strict || found.isLoose)
    faults.push({
      message: `has a <${name}> tag that is not well-formed`,
      repair: `read as well as possible: ${whole.slice(0, 500)}`,
    })
  for (const { name: again, value } of twice)
    faults.push({ message: `has the attribute ${again} twice`, repair: `left out: ${value}` })
  const { prefixes, declarations } = declare(name, attributes, outer)
  for (const { prefix } of declarations)
    faults.push({ message: `does not declare the prefix ${prefix}`, repair: 'read as if it did' })
  const written = [
    ...attributes.map((one) => `${one.name}="${escapeValue(one.value)}"`),
    ...declarations.map(({ prefix, space }) => `xmlns:${prefix}="${space}"`),
  ]
  const lines = whole.replace(/[^\n]+/g, '')
  const text = `<${[name, ...written].join(' ')}${lines}${isEmpty ? '/' : ''}>`
  return { name, text, isEmpty, length: whole.length, prefixes, faults }
}

function readAttributes(inside: string): { attributes: Attribute[]; isLoose: boolean } {
  const attributes: Attribute[] = []
  let isLoose = inside.replace(ATTRIBUTE, '').trim() !== ''
  for (const [, name, written] of inside.matchAll(ATTRIBUTE)) {
    const isQuoted = written !== undefined && /^["']/.test(written)
    if (!isQuoted) isLoose = true
    if (!WHOLE_QNAME.test(name!)) continue
    attributes.push({ name: name!, value: isQuoted ? written.slice(1, -1) : (written ?? '') })
  }
  return { attributes, isLoose }
}

function splitTwice(all: readonly Attribute[]): { attributes: Attribute[]; twice: Attribute[] } {
  const names = new Set<string>()
  const attributes: Attribute[] = []
  const twice: Attribute[] = []
  for (const attribute of all) {
    const isKept = !names.has(attribute.name) && !isReserved(attribute)
    ;(isKept ? attributes : twice).push(attribute)
    names.add(attribute.name)
  }
  return { attributes, twice }
}

/** Prefixes that cannot mean this. */
const isReserved = ({ name, value }: Attribute) =>
  /^xmlns:(?:xmlns|xml)$/.test(name) || (name.startsWith('xmlns:') && value === '')

const escapeValue = (value: string) =>
  value.replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', ' ')

/** Prefixes that are used and declared nowhere. */
function declare(
  name: string,
  attributes: readonly Attribute[],
  outer: ReadonlySet<string>,
): { prefixes: ReadonlySet<string>; declarations: { prefix: string; space: string }[] } {
  const own = attributes.flatMap((one) => /^xmlns:(.+)$/.exec(one.name)?.slice(1) ?? [])
  const used = [name, ...attributes.map((one) => one.name)].flatMap(
    (one) => /^([^:]+):/.exec(one)?.slice(1) ?? [],
  )
  const missing = [...new Set(used)].filter((prefix) => !outer.has(prefix) && !own.includes(prefix))
  const declarations = missing.map((prefix) => ({
    prefix,
    space: NAMESPACES[prefix] ?? `urn:undeclared:${prefix}`,
  }))
  const prefixes = own.length + missing.length > 0 ? new Set([...outer, ...own, ...missing]) : outer
  return { prefixes, declarations }
}
