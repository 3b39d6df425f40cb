// Parses XML with namespaces into a tree. Rejects any doctype.
import type { FileError } from '../formats/format.ts'
import { decodeXml, createLocator } from './decode.ts'
import { xmlTokens, type XmlAttribute } from './tokens.ts'

export type XmlElement = {
  namespace: string
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlNode[]
  line: number
  column: number
}
type XmlText = { text: string; line: number; column: number }
type XmlNode = XmlElement | XmlText
type XmlResult = { ok: true; root: XmlElement } | { ok: false; error: FileError }

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
 * element is left out of the tree, so that a long list needs little memory.
 */
export function readXml(
  bytes: Uint8Array,
  take?: (element: XmlElement, depth: number) => boolean,
): XmlResult {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return fail(decoded.error)
  if (decoded.source.length > MAX_LENGTH)
    return fail({ line: 1, column: 1, message: 'is too long' })
  const place = createLocator(decoded.source)
  const top: XmlElement = {
    namespace: '',
    name: '',
    attributes: new Map(),
    children: [],
    line: 1,
    column: 1,
  }
  const open: { element: XmlElement; spaces: NamespaceMap; before: number }[] = [
    { element: top, spaces: new Map([['xml', XML_NAMESPACE]]), before: 0 },
  ]
  let [read, kept] = [0, 0]
  for (const token of xmlTokens(decoded.source, 'none')) {
    const { element: parent, spaces, before } = open.at(-1)!
    if (token.kind === 'error') return fail({ ...place(token.at), message: token.message })
    if (token.kind !== 'close' && (++kept > MAX_NODES || ++read > MAX_NODES_READ))
      return fail({ ...place(token.at), message: 'has too many elements' })
    if (token.kind === 'text') parent.children.push({ text: token.text, ...place(token.at) })
    if (token.kind === 'close') {
      open.pop()
      if (take?.(parent, open.length)) {
        open.at(-1)!.element.children.pop()
        kept = before
      }
    }
    if (token.kind === 'open') {
      const named = resolveNames(token, spaces)
      if (!named.ok) return fail({ ...place(named.at), message: named.message })
      const element: XmlElement = {
        namespace: named.space,
        name: named.name,
        attributes: named.attributes,
        children: [],
        ...place(token.at),
      }
      parent.children.push(element)
      open.push({ element, spaces: named.spaces, before: kept - 1 })
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
export const descendants = (element: XmlElement): XmlElement[] =>
  childElements(element).flatMap((child) => [child].concat(descendants(child)))
/** The first child with this name, in any namespace. */
export const findChild = (element: XmlElement, name: string): XmlElement | undefined =>
  childElements(element).find((child) => child.name === name)
export const textContent = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? textContent(child) : child.text)).join('')
export const getAttribute = (element: XmlElement, name: string, space = ''): string | undefined =>
  element.attributes.get(`${space} ${name}`)

type NamespaceMap = ReadonlyMap<string, string>
type NamespaceError = { ok: false; at: number; message: string }
type ResolvedName = {
  ok: true
  space: string
  name: string
  attributes: ReadonlyMap<string, string>
  spaces: NamespaceMap
}

function resolveNames(
  {
    name: written,
    attributes: list,
    at,
  }: { name: string; attributes: readonly XmlAttribute[]; at: number },
  outer: NamespaceMap,
): ResolvedName | NamespaceError {
  const declared = readDeclarations(list, outer)
  if (!declared.ok) return declared
  const { spaces } = declared
  const [prefix, name] = splitName(written)
  const space = spaces.get(prefix)
  if (prefix && space === undefined) return undeclaredPrefix(prefix, at)
  const attributes = new Map<string, string>()
  for (const attribute of list) {
    const [owner, local] = splitName(attribute.name)
    const belongs = isDeclaration(attribute) ? XMLNS_NAMESPACE : owner && spaces.get(owner)
    if (belongs === undefined) return undeclaredPrefix(owner, attribute.at)
    const key = `${belongs} ${local}`
    if (attributes.has(key))
      return { ok: false, at: attribute.at, message: `has the attribute ${attribute.name} twice` }
    attributes.set(key, attribute.value)
  }
  return { ok: true, space: space ?? '', name, attributes, spaces }
}

function readDeclarations(
  list: readonly XmlAttribute[],
  outer: NamespaceMap,
): { ok: true; spaces: NamespaceMap } | NamespaceError {
  if (!list.some(isDeclaration)) return { ok: true, spaces: outer }
  const spaces = new Map(outer)
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
  return { ok: true, spaces }
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
