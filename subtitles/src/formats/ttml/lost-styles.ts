import { parseColour } from '../../colours.ts'
import { descendants, isElement, type XmlElement } from '../../xml/tree.ts'
import { excerpt } from '../report.ts'
import { ownStyle, type StyleProperty, type TtmlStyle, type TtmlStyles } from './styles.ts'

const LOST: readonly [lost: string, isLost: (style: TtmlStyle) => boolean][] = [
  ['The colour behind the text', ({ backgroundColor: behind }) => isVisible(behind)],
  [
    'The line through or above the text',
    ({ textDecoration }) => /lineThrough|overline/.test(textDecoration ?? ''),
  ],
  [
    'The shape of the emphasis marks',
    ({ textEmphasis }) => textEmphasis !== undefined && !/^(?:none|auto)$/.test(textEmphasis),
  ],
]
/** Properties that a line cannot store and that are seldom used. */
const RARE: readonly StyleProperty[] = ['shear', 'fontShear', 'lineShear', 'opacity', 'textShadow']
/** Most files draw a black box behind the text; that is a choice of the player. */
const isVisible = (color: string | undefined) =>
  color !== undefined &&
  !/^(?:black|transparent|#000000.*|#.{6}00|rgba?\(0, *0, *0.*)$/i.test(color)

const JUSTIFIED = 'justify'

/** Most texts have a known colour, and nothing else that matters here. */
export const lostOf = (style: TtmlStyle): readonly string[] =>
  style.backgroundColor === undefined &&
  style.textEmphasis === undefined &&
  !RARE.some((property) => style[property]) &&
  style.textDecoration === undefined &&
  style.textAlign !== JUSTIFIED &&
  (style.color === undefined || style.color === 'white')
    ? NOTHING
    : [
        ...(style.color !== undefined && parseColour(style.color) === undefined
          ? [`The colour ${excerpt(style.color)}, which is unknown`]
          : []),
        ...(style.textAlign === JUSTIFIED ? ['The text is justified'] : []),
        ...LOST.filter(([, isLost]) => isLost(style)).map(([what]) => what),
        ...RARE.filter((property) => style[property]).map(
          (property) => `The style ${property}: ${excerpt(style[property]!)}`,
        ),
      ]
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
