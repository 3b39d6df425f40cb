// Attributes and elements that change how a subtitle looks and that a cue does not store. They are
// reported once for the file.
import { isElement, type XmlElement } from '../../xml/tree.ts'
import { excerpt } from '../report.ts'

const READ = new Set([
  'spotnumber',
  'timein',
  'timeout',
  'valign',
  'vposition',
  'halign',
  'hposition',
  'direction',
  'weight',
  'italic',
  'underline',
  'underlined',
  'color',
  'id',
  'variableid',
])
/** What files say that want what players do anyway. */
const USUAL: Record<string, RegExp> = {
  size: /^42$/,
  effect: /^(?:none|border)$/i,
  effectcolor: /^FF000000$/i,
  script: /^normal$/i,
  aspectadjust: /^1(?:\.0+)?$/,
  spacing: /^0(?:\.0+)?(?:em)?$/,
  fadeuptime: /^[0:.]*$/,
  fadedowntime: /^[0:.]*$/,
  zposition: /^0(?:\.0+)?$/,
}
const ELEMENTS = new Set(['Subtitle', 'Text', 'Font', 'Ruby', 'Rb', 'Rt', 'Space', 'HGroup'])
const MAX_VALUES = 20

export type UnreadAttributes = {
  /** Those of the element, of what is in it. */
  add: (element: XmlElement) => void
  /** Only those of the element itself. */
  addOwn: (element: XmlElement) => void
  describe: () => string[]
}

export function createUnread(): UnreadAttributes {
  const values = new Map<string, Set<string>>()
  /** Lists of attributes that were looked at: equal ones are mostly the same list. */
  const seen = new WeakSet<readonly string[]>()
  const elements = new Set<string>()
  const addOwn = ({ attributes }: XmlElement) => {
    if (!seen.has(attributes)) addValues(attributes)
    seen.add(attributes)
  }
  const add = (element: XmlElement) => {
    addOwn(element)
    if (!ELEMENTS.has(element.name) && elements.size < MAX_VALUES) elements.add(element.name)
    for (const child of element.children) if (isElement(child)) add(child)
  }
  const addValues = (attributes: readonly string[]) => {
    for (let at = 0; at < attributes.length; at += 2) {
      const name = attributes[at]!.trim()
      const [key, value] = [name.toLowerCase(), attributes[at + 1]!.trim()]
      if (READ.has(key) || key.includes(' ') || USUAL[key]?.test(value)) continue
      const known = values.get(name) ?? new Set()
      values.set(name, known)
      if (known.size < MAX_VALUES) known.add(value)
    }
  }
  return {
    add,
    addOwn,
    describe: () => [
      ...[...elements].map((name) => `The element <${name}>`),
      ...[...values].map(
        ([name, list]) => `The attribute ${name}: ${excerpt([...list].join(', '))}`,
      ),
    ],
  }
}
