// TTML has had four namespaces since 2006, with the same names in each. Some files have none.
import type { XmlDialect } from '../../xml/repair.ts'
import { attributeKeys, getAttribute, type XmlElement } from '../../xml/tree.ts'

export const TTML_NAMESPACE = 'http://www.w3.org/ns/ttml'
const NAMESPACES = [
  TTML_NAMESPACE,
  'http://www.w3.org/2006/10/ttaf1',
  'http://www.w3.org/2006/04/ttaf1',
  'http://www.w3.org/2006/02/ttaf1',
]
const NAMESPACES_OR_NONE = [...NAMESPACES, '']
export const PARAMETER_NAMESPACE = `${TTML_NAMESPACE}#parameter`
export const STYLING_NAMESPACE = `${TTML_NAMESPACE}#styling`
export const METADATA_NAMESPACE = `${TTML_NAMESPACE}#metadata`

export const TTML_DIALECT: XmlDialect = {
  neverNested: ['p'],
  root: { name: 'tt', format: 'TTML', namespaces: NAMESPACES },
}

export const isTtml = ({ namespace }: Pick<XmlElement, 'namespace'>): boolean =>
  NAMESPACES_OR_NONE.includes(namespace)
/** Subtitles as pictures. SMPTE-TT has `backgroundImage` in a namespace for each of its editions. */
export const isImage = (element: XmlElement): boolean =>
  element.name === 'image' ||
  attributeKeys(element).some((key) => key.endsWith(' backgroundImage') && key.includes('smpte'))
export const getParameter = (element: XmlElement, name: string): string | undefined =>
  findInNamespaces(element, name, ['#parameter'])
const STYLE_SUFFIXES = ['#styling', '#style']
export const getStyle = (element: XmlElement, name: string): string | undefined =>
  findInNamespaces(element, name, STYLE_SUFFIXES)
const STYLE_NAMESPACES = new Set(
  NAMESPACES_OR_NONE.flatMap((namespace) => STYLE_SUFFIXES.map((suffix) => namespace + suffix)),
)
/** The style property that an attribute sets, by its key in `attributes`. */
export function stylePropertyOf(key: string): string | undefined {
  const separator = key.lastIndexOf(' ')
  return STYLE_NAMESPACES.has(key.slice(0, separator)) ? key.slice(separator + 1) : undefined
}

/** Styles of IMSC and EBU-TT. */
export const isForeignStyle = (key: string): boolean =>
  key.startsWith('http://www.w3.org/ns/ttml/profile/imsc1#styling ') ||
  key.startsWith('urn:ebu:tt:style ')

function findInNamespaces(
  element: XmlElement,
  name: string,
  suffixes: readonly string[],
): string | undefined {
  for (const namespace of NAMESPACES_OR_NONE)
    for (const suffix of suffixes) {
      const value = getAttribute(element, name, namespace + suffix)
      if (value !== undefined) return value
    }
  return undefined
}
