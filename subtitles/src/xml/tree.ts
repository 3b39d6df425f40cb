// Parses XML with namespaces into a tree. Rejects any doctype.
import type { FileError } from '../formats/format.ts'
import type { ReferenceRepair } from './characters.ts'
import { decodeXml, createLocator } from './decode.ts'
import { xmlTokens, type XmlAttribute } from './tokens.ts'

export type XmlElement = {
  namespace: string
  name: string
  /** Keys and values in turn; a key is the namespace, a space and the name. */
  attributes: readonly string[]
  children: XmlNode[]
  line: number
  column: number
}
type XmlText = { text: string }
type XmlNode = XmlElement | XmlText
type XmlResult = { ok: true; root: XmlElement } | { ok: false; error: FileError }

const NO_ATTRIBUTES: readonly string[] = []
const MAX_LENGTH = 32 * 1024 * 1024
const MAX_NAMESPACES = 100
/** Elements and texts in the tree: about 300 bytes each. */
const MAX_NODES = 500_000
/** Elements and texts that are read, in the tree or not. */
const MAX_NODES_READ = 2_000_000
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'

/**
 * `take` is called with each complete element and its depth (the root is 1). If it returns true, the
 * element is left out of the tree, so that a long list needs little memory. Without `repair`, unknown
 * references are errors.
 */
export function readXml(
  bytes: Uint8Array,
  take?: (element: XmlElement, depth: number) => boolean,
  repair?: ReferenceRepair,
): XmlResult {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return fail(decoded.error)
  if (decoded.source.length > MAX_LENGTH)
    return fail({ line: 1, column: 1, message: 'is too long' })
  const place = createLocator(decoded.source)
  const top: XmlElement = {
    namespace: '',
    name: '',
    attributes: NO_ATTRIBUTES,
    children: [],
    line: 1,
    column: 1,
  }
  const open: { element: XmlElement; scope: NamespaceScope; before: number }[] = [
    { element: top, scope: newScope(new Map([['xml', XML_NAMESPACE]])), before: 0 },
  ]
  let [read, kept] = [0, 0]
  for (const token of xmlTokens(decoded.source, 'none', repair)) {
    const { element: parent, scope, before } = open.at(-1)!
    if (token.kind === 'error') return fail({ ...place(token.at), message: token.message })
    if (token.kind !== 'close' && (++kept > MAX_NODES || ++read > MAX_NODES_READ))
      return fail({ ...place(token.at), message: 'has too many elements' })
    if (token.kind === 'text') parent.children.push({ text: token.text })
    if (token.kind === 'close') {
      open.pop()
      if (take?.(parent, open.length)) {
        open.at(-1)!.element.children.pop()
        kept = before
      }
    }
    if (token.kind === 'open') {
      const named = resolveNames(token, scope)
      if (!named.ok) return fail({ ...place(named.at), message: named.message })
      const { line, column } = place(token.at)
      const { space: namespace, name, attributes } = named
      const element: XmlElement = { namespace, name, attributes, children: [], line, column }
      parent.children.push(element)
      open.push({ element, scope: named.scope, before: kept - 1 })
    }
  }
  return { ok: true, root: childElements(top)[0]! }
}

const fail = ({ message, ...place }: FileError): XmlResult => ({
  ok: false,
  error: { ...place, message: `The document ${message}` },
})

export const isElement = (node: XmlNode): node is XmlElement => 'children' in node
export const childElements = (element: XmlElement): XmlElement[] =>
  element.children.filter(isElement)
export function descendants(element: XmlElement, found: XmlElement[] = []): XmlElement[] {
  for (const child of element.children)
    if (isElement(child)) {
      found.push(child)
      descendants(child, found)
    }
  return found
}
/** The first child with this name, in any namespace. */
export const findChild = (element: XmlElement, name: string): XmlElement | undefined =>
  childElements(element).find((child) => child.name === name)
export const textContent = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? textContent(child) : child.text)).join('')
export const getAttribute = (element: XmlElement, name: string, space = ''): string | undefined =>
  findAttribute(element, attributeKey(space, name))

/** With at most 50 attributes, a list is faster and smaller than a map. */
function findAttribute({ attributes }: XmlElement, key: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2)
    if (attributes[at] === key) return attributes[at + 1]
  return undefined
}

/** The keys of the attributes with their values. */
export function* attributeEntries({ attributes }: XmlElement): Generator<[string, string], void> {
  for (let at = 0; at < attributes.length; at += 2) yield [attributes[at]!, attributes[at + 1]!]
}

/** Made once for each name that the readers ask for: a reader asks for ten in every element. */
const KEYS = new Map<string, Map<string, string>>()
function attributeKey(space: string, name: string): string {
  const known = KEYS.get(space)?.get(name)
  if (known !== undefined) return known
  const key = `${space} ${name}`
  const names = KEYS.get(space) ?? new Map<string, string>()
  KEYS.set(space, names.set(name, key))
  return key
}

type NamespaceMap = ReadonlyMap<string, string>
/** What the prefixes mean here, with the names that were already resolved. */
type NamespaceScope = {
  spaces: NamespaceMap
  elements: Map<string, { space: string | undefined; name: string }>
  /** The keys of attributes. */
  keys: Map<string, string>
}
const newScope = (spaces: NamespaceMap): NamespaceScope => ({
  spaces,
  elements: new Map(),
  keys: new Map(),
})
type NamespaceError = { ok: false; at: number; message: string }
type ResolvedName = {
  ok: true
  space: string
  name: string
  attributes: readonly string[]
  scope: NamespaceScope
}

function resolveNames(
  {
    name: written,
    attributes: list,
    at,
  }: { name: string; attributes: readonly XmlAttribute[]; at: number },
  outer: NamespaceScope,
): ResolvedName | NamespaceError {
  const declared = readDeclarations(list, outer)
  if (!declared.ok) return declared
  const { scope } = declared
  const { space, name } = resolveElement(written, scope)
  if (space === undefined) return undeclaredPrefix(splitName(written)[0], at)
  if (list.length === 0) return { ok: true, space, name, attributes: NO_ATTRIBUTES, scope }
  const attributes: string[] = []
  for (const attribute of list) {
    const key = resolveAttribute(attribute, scope)
    if (key === undefined) return undeclaredPrefix(splitName(attribute.name)[0], attribute.at)
    if (hasKey(attributes, key))
      return { ok: false, at: attribute.at, message: `has the attribute ${attribute.name} twice` }
    attributes.push(key, attribute.value)
  }
  return { ok: true, space, name, attributes, scope }
}

function hasKey(attributes: readonly string[], key: string): boolean {
  for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === key) return true
  return false
}

function resolveElement(written: string, { spaces, elements }: NamespaceScope) {
  const known = elements.get(written)
  if (known) return known
  const [prefix, name] = splitName(written)
  const resolved = { space: spaces.get(prefix) ?? (prefix ? undefined : ''), name }
  elements.set(written, resolved)
  return resolved
}

/** Undefined if its prefix is not declared. */
function resolveAttribute(
  attribute: XmlAttribute,
  { spaces, keys }: NamespaceScope,
): string | undefined {
  const known = keys.get(attribute.name)
  if (known !== undefined) return known
  const [owner, local] = splitName(attribute.name)
  const belongs = isDeclaration(attribute) ? XMLNS_NAMESPACE : owner && spaces.get(owner)
  if (belongs === undefined) return undefined
  const key = `${belongs} ${local}`
  keys.set(attribute.name, key)
  return key
}

function readDeclarations(
  list: readonly XmlAttribute[],
  outer: NamespaceScope,
): { ok: true; scope: NamespaceScope } | NamespaceError {
  if (!list.some(isDeclaration)) return { ok: true, scope: outer }
  const spaces = new Map(outer.spaces)
  for (const { name, value, at } of list.filter(isDeclaration)) {
    const prefix = name.slice('xmlns:'.length)
    if (
      prefix &&
      (!value || prefix === 'xmlns' || (prefix === 'xml') !== (value === XML_NAMESPACE))
    )
      return {
        ok: false,
        at,
        message: `binds the prefix ${prefix} to a reserved or empty namespace`,
      }
    spaces.set(prefix, value)
    if (spaces.size > MAX_NAMESPACES)
      return { ok: false, at, message: `declares more than ${MAX_NAMESPACES} namespaces` }
  }
  return { ok: true, scope: newScope(spaces) }
}

const isDeclaration = ({ name }: XmlAttribute) => name === 'xmlns' || name.startsWith('xmlns:')
const undeclaredPrefix = (prefix: string, at: number): NamespaceError => ({
  ok: false,
  at,
  message: `does not declare the prefix ${prefix}`,
})

function splitName(written: string): [prefix: string, name: string] {
  const colon = written.indexOf(':')
  return colon < 0 ? ['', written] : [written.slice(0, colon), written.slice(colon + 1)]
}
