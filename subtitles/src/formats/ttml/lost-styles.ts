import { descendants, type XmlElement } from '../../xml/tree.ts'
import { ownStyle, type TtmlStyle, type TtmlStyles } from './styles.ts'

const WHITE = /^(?:white|#ffffff(?:ff)?|rgba?\(255, *255, *255(?:, *255)?\))$/i
const LOST: readonly [lost: string, isLost: (style: TtmlStyle) => boolean][] = [
  ['The colour of the text', ({ color }) => color !== undefined && !WHITE.test(color)],
  ['The colour behind the text', ({ backgroundColor: behind }) => isVisible(behind)],
  ['Ruby; its text follows in parentheses', ({ ruby }) => ruby !== undefined && ruby !== 'none'],
  ['Emphasis marks', ({ textEmphasis }) => isSet(textEmphasis)],
  ['Horizontal digits in vertical text', ({ textCombine }) => isSet(textCombine)],
]
const isSet = (value: string | undefined) => value !== undefined && value !== 'none'
/** Most files draw a black box behind the text; that is a choice of the player. */
const isVisible = (color: string | undefined) =>
  color !== undefined &&
  !/^(?:black|transparent|#000000.*|#.{6}00|rgba?\(0, *0, *0.*)$/i.test(color)

/** What the paragraph shows and a line cannot store. */
export function lostStyles(
  p: XmlElement,
  { look, region }: { look: TtmlStyle; region: XmlElement | undefined },
  { styles }: { styles: TtmlStyles },
): string[] {
  const inner = descendants(p)
  const all = [look, ...inner.map((element) => ownStyle(element, styles))]
  const lost = LOST.filter(([, isLost]) => all.some(isLost)).map(([what]) => what)
  if (region && ownStyle(region, styles).writingMode?.startsWith('tb'))
    lost.push('The vertical direction of the text')
  if (inner.some(({ name }) => name === 'set')) lost.push('An animation (set)')
  return lost
}
