// TTML has had four homes since 2006, with the same names in each.
import { attributeOf, type Element } from '../../xml/tree.ts'

const HOMES = [
  'http://www.w3.org/ns/ttml',
  'http://www.w3.org/2006/10/ttaf1',
  'http://www.w3.org/2006/04/ttaf1',
  'http://www.w3.org/2006/02/ttaf1',
]
export const TT = HOMES[0]!
export const PARAMETER = `${TT}#parameter`
export const STYLING = `${TT}#styling`

export const isTtml = (element: Element): boolean => HOMES.includes(element.space)
export const parameterOf = (element: Element, name: string): string | undefined =>
  among(element, name, ['#parameter'])
export const styleOf = (element: Element, name: string): string | undefined =>
  among(element, name, ['#styling', '#style'])
const STYLES = new Set(HOMES.flatMap((home) => [`${home}#styling`, `${home}#style`]))
/** Every style that is said of this element itself. */
export const stylesSaid = (element: Element): [string, string][] =>
  [...element.attributes].flatMap(([key, value]): [string, string][] => {
    const parted = key.lastIndexOf(' ')
    return STYLES.has(key.slice(0, parted)) ? [[key.slice(parted + 1), value]] : []
  })

function among(element: Element, name: string, rooms: string[]): string | undefined {
  for (const home of HOMES)
    for (const room of rooms) {
      const value = attributeOf(element, name, home + room)
      if (value !== undefined) return value
    }
  return undefined
}
