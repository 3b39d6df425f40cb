import type { FontStyle } from '../../markup.ts'
import { parseAssColour } from '../overrides.ts'
import { fromNumpad, fromSsaAlignment, type CuePosition } from '../position.ts'

/** The style of a text before its overrides. */
export type AssStyle = {
  styles: FontStyle[]
  place: CuePosition
  struck: boolean
  colour: string | undefined
}
export const PLAIN_STYLE: AssStyle = { styles: [], place: {}, struck: false, colour: undefined }

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

/** That of programs that let nobody choose one. */
const USUAL_FONT = 'Arial'

const BLACK = /^(?:&?H[0-9a-f]{0,2}0{6}&?|&?H0{1,7}&?|0)$/i
/** What has no effect, and what our own files say. */
const USUAL_LOOK = new Map([
  ['fontsize', /^60$/],
  ['outlinecolour', BLACK],
  ['backcolour', BLACK],
  ['scalex', /^100$/],
  ['scaley', /^100$/],
  ['spacing', /^0$/],
  ['angle', /^0$/],
  ['borderstyle', /^1$/],
  ['outline', /^3$/],
  ['shadow', /^[02]$/],
  ['marginl', /^(?:0+|192)$/],
  ['marginr', /^(?:0+|192)$/],
  ['marginv', /^(?:0+|54)$/],
])

/** `old` is SSA, which numbers alignments differently. */
export function readStyle(
  value: string,
  fields = FIELDS,
  old = false,
): { name: string; font: string; look: string[]; style: AssStyle } {
  const cells = value.split(',').map((cell) => cell.trim())
  const cell = (field: string) => cells[fields.indexOf(field)] ?? ''
  const isOn = (field: string) => Number(cell(field)) !== 0
  const key = Number(cell('alignment'))
  const styles: FontStyle[] = [
    ...(isOn('bold') ? ['b' as const] : []),
    ...(isOn('italic') ? ['i' as const] : []),
    ...(isOn('underline') ? ['u' as const] : []),
  ]
  return {
    name: cell('name').replace(/^\*+/, ''),
    font: cell('fontname') === USUAL_FONT ? '' : cell('fontname'),
    look: [...USUAL_LOOK]
      .filter(([field, usual]) => cell(field) && !usual.test(cell(field)))
      .map(([field]) => `${field} ${cell(field)}`),
    style: {
      styles,
      place: old ? ssaPositionOf(key) : positionOf(key),
      struck: isOn('strikeout'),
      colour: parseAssColour(cell('primarycolour')),
    },
  }
}

const positionOf = (key: number) =>
  Number.isInteger(key) && key >= 1 && key <= 9 ? fromNumpad(key) : {}
const ssaPositionOf = (key: number) =>
  [1, 2, 3, 5, 6, 7, 9, 10, 11].includes(key) ? fromSsaAlignment(key) : {}
