// XML with namespaces, as subtitle files and worksheets need it: read whole or not at all. A
// document type is refused.
import type { Fault } from '../formats/format.ts'
import { decodeXml, placesIn } from './decode.ts'
import { xmlTokens, type Attribute } from './tokens.ts'

export type Element = {
  space: string
  name: string
  attributes: ReadonlyMap<string, string>
  children: Node[]
  line: number
  column: number
}
type Text = { text: string; line: number; column: number }
type Node = Element | Text
type Xml = { ok: true; root: Element } | { ok: false; fault: Fault }

const LONGEST = 32 * 1024 * 1024
const MOST_SPACES = 100
export const XML_SPACE = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

export function readXml(bytes: Uint8Array): Xml {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return refused(decoded.fault)
  if (decoded.source.length > LONGEST)
    return refused({ line: 1, column: 1, message: 'is too long' })
  const place = placesIn(decoded.source)
  const top: Element = {
    space: '',
    name: '',
    attributes: new Map(),
    children: [],
    line: 1,
    column: 1,
  }
  const open: { element: Element; spaces: Spaces }[] = [
    { element: top, spaces: new Map([['xml', XML_SPACE]]) },
  ]
  for (const token of xmlTokens(decoded.source, 'none')) {
    const { element: parent, spaces } = open.at(-1)!
    if (token.kind === 'fault') return refused({ ...place(token.at), message: token.message })
    if (token.kind === 'text') parent.children.push({ text: token.text, ...place(token.at) })
    if (token.kind === 'close') open.pop()
    if (token.kind === 'open') {
      const named = nameElement(token, spaces)
      if (!named.ok) return refused({ ...place(named.at), message: named.message })
      const element: Element = {
        space: named.space,
        name: named.name,
        attributes: named.attributes,
        children: [],
        ...place(token.at),
      }
      parent.children.push(element)
      open.push({ element, spaces: named.spaces })
    }
  }
  return { ok: true, root: elementsOf(top)[0]! }
}

const refused = ({ message, ...place }: Fault): Xml => ({
  ok: false,
  fault: { ...place, message: `The document ${message}` },
})

export const isElement = (node: Node): node is Element => 'children' in node
export const elementsOf = (element: Element): Element[] => element.children.filter(isElement)
/** The first child of that name, in whichever namespace its parent is. */
export const childOf = (element: Element, name: string): Element | undefined =>
  elementsOf(element).find((child) => child.name === name)
export const textOf = (element: Element): string =>
  element.children.map((child) => (isElement(child) ? textOf(child) : child.text)).join('')
export const attributeOf = (element: Element, name: string, space = ''): string | undefined =>
  element.attributes.get(`${space} ${name}`)

type Spaces = ReadonlyMap<string, string>
type Refused = { ok: false; at: number; message: string }
type Named = {
  ok: true
  space: string
  name: string
  attributes: ReadonlyMap<string, string>
  spaces: Spaces
}

function nameElement(
  {
    name: written,
    attributes: list,
    at,
  }: { name: string; attributes: readonly Attribute[]; at: number },
  outer: Spaces,
): Named | Refused {
  const declared = declare(list, outer)
  if (!declared.ok) return declared
  const { spaces } = declared
  const [prefix, name] = partsOf(written)
  const space = spaces.get(prefix)
  if (prefix && space === undefined) return undeclared(prefix, at)
  const attributes = new Map<string, string>()
  for (const attribute of list) {
    const [owner, local] = partsOf(attribute.name)
    const belongs = declares(attribute) ? XMLNS : owner && spaces.get(owner)
    if (belongs === undefined) return undeclared(owner, attribute.at)
    const key = `${belongs} ${local}`
    if (attributes.has(key))
      return { ok: false, at: attribute.at, message: `says ${attribute.name} twice` }
    attributes.set(key, attribute.value)
  }
  return { ok: true, space: space ?? '', name, attributes, spaces }
}

function declare(
  list: readonly Attribute[],
  outer: Spaces,
): { ok: true; spaces: Spaces } | Refused {
  if (!list.some(declares)) return { ok: true, spaces: outer }
  const spaces = new Map(outer)
  for (const { name, value, at } of list.filter(declares)) {
    const prefix = name.slice('xmlns:'.length)
    if (prefix && (!value || prefix === 'xmlns' || (prefix === 'xml') !== (value === XML_SPACE)))
      return { ok: false, at, message: `gives the prefix ${prefix} a meaning that it cannot have` }
    spaces.set(prefix, value)
    if (spaces.size > MOST_SPACES)
      return { ok: false, at, message: `declares more than ${MOST_SPACES} namespaces` }
  }
  return { ok: true, spaces }
}

const declares = ({ name }: Attribute) => name === 'xmlns' || name.startsWith('xmlns:')
const undeclared = (prefix: string, at: number): Refused => ({
  ok: false,
  at,
  message: `does not declare the prefix ${prefix}`,
})

function partsOf(written: string): [prefix: string, name: string] {
  const colon = written.indexOf(':')
  return colon < 0 ? ['', written] : [written.slice(0, colon), written.slice(colon + 1)]
}
