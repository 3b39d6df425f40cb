import { nearestColour, WHITE } from '../../colours.ts'
import { colourOf, type TextStyle } from '../../markup.ts'

/** By their code: white, green, blue, cyan, red, yellow and magenta. The next code is italics. */
export const CEA_COLOURS = [
  WHITE,
  '#00ff00',
  '#0000ff',
  '#00ffff',
  '#ff0000',
  '#ffff00',
  '#ff00ff',
] as const
const ITALIC = CEA_COLOURS.length

/** The code of a style. Italics take the place of a colour. */
export function styleCode(styles: readonly TextStyle[], lose: (lost: string) => void): number {
  const colour = colourOf(styles)
  const isItalic = styles.includes('i')
  if (colour && isItalic) lose('The colour of italic text')
  if (isItalic) return ITALIC
  if (colour === undefined) return 0
  const nearest = nearestColour(colour, CEA_COLOURS)
  if (nearest !== colour) lose('A colour; the nearest of the seven of CEA-608 is used')
  return CEA_COLOURS.findIndex((known) => known === nearest)
}
