// Parses XML with namespaces into a tree. Rejects any doctype.
import type { ReferenceRepair } from './characters.ts'
import { decodeXml, createLocator, type XmlError } from './decode.ts'
import { newScope, NO_ATTRIBUTES, resolveNames, XML_NAMESPACE } from './names.ts'
import type { PlainReader } from './plain-content.ts'
import type { NamespaceScope, ResolvedTag } from './start-tag.ts'
import {
  createTokenizer,
  nextToken,
  reopen,
  type PlainToken,
  type Tokenizer,
  type XmlToken,
} from './tokens.ts'

export { XML_NAMESPACE }
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
type XmlResult = { ok: true; root: XmlElement } | { ok: false; error: XmlError }

const MAX_LENGTH = 32 * 1024 * 1024
/** Elements and texts in the tree: about 300 bytes each. */
export const MAX_NODES = 500_000
/** Elements and texts that are read, in the tree or not. */
const MAX_NODES_READ = 2_000_000

/**
 * Called with each complete element, its depth (the root is 1) and the elements around it, the root
 * first. If it returns true, the element is left out of the tree, so that a long list needs little
 * memory.
 */
type TakeElement = (element: XmlElement, depth: number, ancestors: readonly XmlElement[]) => boolean
/** An element that was read as one token. */
export type PlainElement = Pick<XmlElement, 'namespace' | 'name' | 'attributes'> & {
  /** What was read of its content: the texts before, between and after its breaks. */
  rows: readonly string[]
  /** The same as an element of a tree. Without its content, if that is not texts and breaks. */
  toElement: () => XmlElement
}
/** Without `repair`, unknown references are errors. */
type XmlOptions = {
  take?: TakeElement | undefined
  repair?: ReferenceRepair | undefined
  /** Elements and texts that may be read. */
  maxRead?: number
  plain?: PlainOptions
}
/** Elements with this name are first offered to `take`, before they become part of the tree. */
export type PlainOptions = PlainReader & {
  take: (element: PlainElement, ancestors: readonly XmlElement[]) => boolean
}
type OpenElement = { element: XmlElement; scope: NamespaceScope; before: number }
type TreeState = {
  open: OpenElement[]
  ancestors: XmlElement[]
  read: number
  kept: number
  tokenizer: Tokenizer
  place: (at: number) => { line: number; column: number }
}

export function readXml(bytes: Uint8Array, options: XmlOptions = {}): XmlResult {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return fail(decoded.error)
  if (decoded.source.length > MAX_LENGTH)
    return fail({ line: 1, column: 1, message: 'is too long' })
  const place = createLocator(decoded.source)
  const top = newElement({ namespace: '', name: '', attributes: NO_ATTRIBUTES }, place(0))
  const scope = newScope(new Map([['xml', XML_NAMESPACE]]))
  const { isValid } = decoded
  const tokenizer = createTokenizer(decoded.source, 'none', { ...options, isValid })
  const tree: TreeState = {
    open: [{ element: top, scope, before: 0 }],
    ancestors: [],
    read: 0,
    kept: 0,
    tokenizer,
    place,
  }
  for (let token = nextToken(tokenizer); token; token = nextToken(tokenizer)) {
    const error = token.kind === 'error' ? token : addToken(tree, token, options)
    if (error) return fail({ ...place(error.at), message: error.message })
  }
  return { ok: true, root: childElements(top)[0]! }
}

type TreeError = { at: number; message: string }

/** Returns what is wrong, or undefined. */
function addToken(
  tree: TreeState,
  token: Exclude<XmlToken, { kind: 'error' }> | PlainToken,
  { take, plain, maxRead = MAX_NODES_READ }: XmlOptions,
): TreeError | undefined {
  const { open, ancestors } = tree
  const { element: parent, scope, before } = open.at(-1)!
  if (token.kind === 'close') {
    open.pop()
    ancestors.pop()
    const isRoot = open.length === 1
    if (isRoot || !take?.(parent, open.length, ancestors)) return undefined
    open.at(-1)!.element.children.pop()
    tree.kept = before
    return undefined
  }
  const nodes = token.kind === 'plain' ? token.content.nodes : 1
  tree.kept += nodes
  tree.read += nodes
  if (tree.kept > MAX_NODES || tree.read > maxRead)
    return { at: token.at, message: 'has too many elements' }
  if (token.kind === 'text') {
    parent.children.push({ text: token.text })
    return undefined
  }
  const named = resolveNames(token.tag, token.at, scope)
  if (!named.ok) return named
  if (token.kind === 'plain' && addPlain(tree, token, { named, plain: plain! })) return undefined
  const element = newElement(named, tree.place(token.at))
  parent.children.push(element)
  ancestors.push(element)
  open.push({ element, scope: named.scope, before: tree.kept - 1 })
  return undefined
}

/** Returns false if the content of the element must be read as tokens. */
function addPlain(
  tree: TreeState,
  token: PlainToken,
  { named, plain }: { named: ResolvedTag; plain: PlainOptions },
): boolean {
  const { nodes } = token.content
  const element = toPlainElement(token, named, { place: tree.place, lineBreak: plain.break })
  if (plain.take(element, tree.ancestors)) {
    tree.kept -= nodes
    return true
  }
  if (plain.break !== undefined) {
    tree.open.at(-1)!.element.children.push(element.toElement())
    return true
  }
  tree.kept -= nodes - 1
  tree.read -= nodes - 1
  reopen(tree.tokenizer, token)
  return false
}

const newElement = (
  { namespace, name, attributes }: Pick<XmlElement, 'namespace' | 'name' | 'attributes'>,
  { line, column }: { line: number; column: number },
): XmlElement => ({ namespace, name, attributes, children: [], line, column })

function toPlainElement(
  { content: { rows }, at }: PlainToken,
  named: ResolvedTag,
  { place, lineBreak }: { place: TreeState['place']; lineBreak: string | undefined },
): PlainElement {
  const { namespace, name, attributes } = named
  return {
    namespace,
    name,
    attributes,
    rows,
    toElement() {
      const where = place(at)
      const element = newElement(named, where)
      if (lineBreak === undefined) return element
      for (const [index, text] of rows.entries()) {
        if (index > 0)
          element.children.push(
            newElement({ namespace, name: lineBreak, attributes: NO_ATTRIBUTES }, where),
          )
        if (text) element.children.push({ text })
      }
      return element
    },
  }
}

const fail = ({ message, ...place }: XmlError): XmlResult => ({
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
export const getAttribute = (
  element: Pick<XmlElement, 'attributes'>,
  name: string,
  space = '',
): string | undefined => findAttribute(element, attributeKey(space, name))

/** With at most 50 attributes, a list is faster and smaller than a map. */
function findAttribute(
  { attributes }: Pick<XmlElement, 'attributes'>,
  key: string,
): string | undefined {
  for (let at = 0; at < attributes.length; at += 2)
    if (attributes[at] === key) return attributes[at + 1]
  return undefined
}

export const attributeKeys = ({ attributes }: XmlElement): string[] =>
  attributes.filter((_, index) => index % 2 === 0)
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
