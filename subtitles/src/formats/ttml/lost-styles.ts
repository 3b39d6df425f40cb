import { parseColour } from '../../colours.ts'
import { descendants, isElement, type XmlElement } from '../../xml/tree.ts'
import { ownStyle, type TtmlStyle, type TtmlStyles } from './styles.ts'

const LOST: readonly [lost: string, isLost: (style: TtmlStyle) => boolean][] = [
  [
    'The colour of the text, which is unknown',
    ({ color }) => color !== undefined && parseColour(color) === undefined,
  ],
  ['The colour behind the text', ({ backgroundColor: behind }) => isVisible(behind)],
  [
    'The shape of the emphasis marks',
    ({ textEmphasis }) => textEmphasis !== undefined && !/^(?:none|auto)$/.test(textEmphasis),
  ],
]
/** Most files draw a black box behind the text; that is a choice of the player. */
const isVisible = (color: string | undefined) =>
  color !== undefined &&
  !/^(?:black|transparent|#000000.*|#.{6}00|rgba?\(0, *0, *0.*)$/i.test(color)

/** Most texts have a known colour, and nothing else that matters here. */
export const lostOf = (style: TtmlStyle): readonly string[] =>
  style.backgroundColor === undefined &&
  style.textEmphasis === undefined &&
  (style.color === undefined || style.color === 'white')
    ? NOTHING
    : LOST.filter(([, isLost]) => isLost(style)).map(([what]) => what)
const NOTHING: readonly string[] = []

/** What the paragraph shows and a line cannot store. */
export function lostStyles(
  p: XmlElement,
  { look }: { look: TtmlStyle },
  { styles }: { styles: TtmlStyles },
): readonly string[] {
  const inner = p.children.some(isElement) ? descendants(p) : []
  if (inner.length === 0) return lostOf(look)
  const found = [lostOf(look), ...inner.map((element) => lostOf(ownStyle(element, styles)))].flat()
  if (inner.some(({ name }) => name === 'animate')) found.push('An animation (animate)')
  return found.length > 1 ? [...new Set(found)] : found
}
