import type { TextStyle } from '../../markup.ts'
import { placeOfKey, placeOfOldKey, type Place } from '../place.ts'

/** What a text looks like before its own overrides. */
export type Worn = { styles: TextStyle[]; place: Place; struck: boolean }
export const PLAIN: Worn = { styles: [], place: {}, struck: false }

const FIELDS = [
  'name',
  'fontname',
  'fontsize',
  'primarycolour',
  'secondarycolour',
  'outlinecolour',
  'backcolour',
  'bold',
  'italic',
  'underline',
  'strikeout',
  'scalex',
  'scaley',
  'spacing',
  'angle',
  'borderstyle',
  'outline',
  'shadow',
  'alignment',
  'marginl',
  'marginr',
  'marginv',
  'encoding',
]

/** `old` is SSA, which counts places otherwise. */
export function readStyle(
  value: string,
  fields = FIELDS,
  old = false,
): { name: string; worn: Worn } {
  const cells = value.split(',').map((cell) => cell.trim())
  const cell = (field: string) => cells[fields.indexOf(field)] ?? ''
  const isOn = (field: string) => Number(cell(field)) !== 0
  const key = Number(cell('alignment'))
  const styles: TextStyle[] = [
    ...(isOn('bold') ? ['b' as const] : []),
    ...(isOn('italic') ? ['i' as const] : []),
    ...(isOn('underline') ? ['u' as const] : []),
  ]
  return {
    name: cell('name').replace(/^\*+/, ''),
    worn: { styles, place: old ? ofOldKey(key) : ofKey(key), struck: isOn('strikeout') },
  }
}

const ofKey = (key: number) =>
  Number.isInteger(key) && key >= 1 && key <= 9 ? placeOfKey(key) : {}
const ofOldKey = (key: number) =>
  [1, 2, 3, 5, 6, 7, 9, 10, 11].includes(key) ? placeOfOldKey(key) : {}
