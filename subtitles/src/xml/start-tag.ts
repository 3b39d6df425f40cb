// A start tag as it is written, and what its names mean.
/** `at` is the offset from the start of the tag. */
export type XmlAttribute = { name: string; value: string; at: number }
export type StartTag = {
  name: string
  attributes: readonly XmlAttribute[]
  /** <br/> */
  isEmpty: boolean
  length: number
  /** What its prefixes mean, where it was last. */
  resolved: ResolvedTag | undefined
}
export type NamespaceMap = ReadonlyMap<string, string>
/** What the prefixes mean here, with the names that were already resolved. */
export type NamespaceScope = {
  spaces: NamespaceMap
  elements: Map<string, { space: string | undefined; name: string }>
  /** The keys of attributes. */
  keys: Map<string, string>
}
/** `outer` is the scope that the tag is in. */
export type ResolvedTag = {
  ok: true
  namespace: string
  name: string
  attributes: readonly string[]
  scope: NamespaceScope
  outer: NamespaceScope
}
