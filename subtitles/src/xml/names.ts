// Resolves the prefixes of elements and attributes.
import type {
  NamespaceMap,
  NamespaceScope,
  ResolvedTag,
  StartTag,
  XmlAttribute,
} from './start-tag.ts'

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'
const MAX_NAMESPACES = 100
export const NO_ATTRIBUTES: readonly string[] = []

export const newScope = (spaces: NamespaceMap): NamespaceScope => ({
  spaces,
  elements: new Map(),
  keys: new Map(),
})
type NamespaceError = { ok: false; at: number; message: string }
/** `at` is the offset of the tag. */
export function resolveNames(
  tag: StartTag,
  at: number,
  outer: NamespaceScope,
): ResolvedTag | NamespaceError {
  if (tag.resolved?.outer === outer) return tag.resolved
  const resolved = resolveTag(tag, at, outer)
  if (resolved.ok) tag.resolved = resolved
  return resolved
}

function resolveTag(
  { name: written, attributes: list }: StartTag,
  at: number,
  outer: NamespaceScope,
): ResolvedTag | NamespaceError {
  const declared = readDeclarations(list, at, outer)
  if (!declared.ok) return declared
  const { scope } = declared
  const { space: namespace, name } = resolveElement(written, scope)
  if (namespace === undefined) return undeclaredPrefix(splitName(written)[0], at)
  if (list.length === 0)
    return { ok: true, namespace, name, attributes: NO_ATTRIBUTES, scope, outer }
  const attributes: string[] = []
  for (const attribute of list) {
    const key = resolveAttribute(attribute, scope)
    if (key === undefined) return undeclaredPrefix(splitName(attribute.name)[0], at + attribute.at)
    if (hasKey(attributes, key)) {
      const message = `has the attribute ${attribute.name} twice`
      return { ok: false, at: at + attribute.at, message }
    }
    attributes.push(key, attribute.value)
  }
  return { ok: true, namespace, name, attributes, scope, outer }
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
  start: number,
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
        at: start + at,
        message: `binds the prefix ${prefix} to a reserved or empty namespace`,
      }
    spaces.set(prefix, value)
    if (spaces.size > MAX_NAMESPACES)
      return {
        ok: false,
        at: start + at,
        message: `declares more than ${MAX_NAMESPACES} namespaces`,
      }
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
