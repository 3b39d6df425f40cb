// TTML has had four namespaces since 2006, with the same names in each. Some files have none.
import { getAttribute, type XmlElement } from '../../xml/tree.ts'

const NAMESPACES = [
  'http://www.w3.org/ns/ttml',
  'http://www.w3.org/2006/10/ttaf1',
  'http://www.w3.org/2006/04/ttaf1',
  'http://www.w3.org/2006/02/ttaf1',
  '',
]
export const TT = NAMESPACES[0]!
export const PARAMETER = `${TT}#parameter`
export const STYLING = `${TT}#styling`
export const METADATA = `${TT}#metadata`

export const isTtml = ({ namespace }: Pick<XmlElement, 'namespace'>): boolean =>
  NAMESPACES.includes(namespace)
/** Subtitles as pictures. */
export const isImage = ({ name, attributes }: XmlElement): boolean =>
  name === 'image' ||
  attributes.some(
    (key, at) => at % 2 === 0 && key.endsWith(' backgroundImage') && key.includes('smpte'),
  )
export const getParameter = (element: XmlElement, name: string): string | undefined =>
  findInNamespaces(element, name, ['#parameter'])
export const getStyle = (element: XmlElement, name: string): string | undefined =>
  findInNamespaces(element, name, ['#styling', '#style'])
const STYLE_NAMESPACES = new Set(NAMESPACES.flatMap((home) => [`${home}#styling`, `${home}#style`]))
/** The style property that an attribute sets, by its key in `attributes`. */
export function stylePropertyOf(key: string): string | undefined {
  const separator = key.lastIndexOf(' ')
  return STYLE_NAMESPACES.has(key.slice(0, separator)) ? key.slice(separator + 1) : undefined
}

/** Styles of IMSC and EBU-TT. */
export const isForeignStyle = (key: string): boolean =>
  key.startsWith('http://www.w3.org/ns/ttml/profile/imsc1#styling ') ||
  key.startsWith('urn:ebu:tt:style ')

function findInNamespaces(element: XmlElement, name: string, rooms: string[]): string | undefined {
  for (const home of NAMESPACES)
    for (const room of rooms) {
      const value = getAttribute(element, name, home + room)
      if (value !== undefined) return value
    }
  return undefined
}
