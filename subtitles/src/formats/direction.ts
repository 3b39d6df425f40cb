import type { Cue } from '../cue.ts'
import type { TextRow } from '../markup.ts'

export const STARTS_RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A direction that follows neither from the language of the file nor from the letters. */
export function ownDirection(
  direction: string | undefined,
  [row = []]: readonly TextRow[],
  isRightToLeft: boolean,
): Pick<Cue, 'direction'> {
  if (direction === undefined) return {}
  const startsRightToLeft = STARTS_RIGHT_TO_LEFT.test(row.map(({ text }) => text).join(''))
  if (direction === 'rtl' && !isRightToLeft && !startsRightToLeft) return { direction: 'rtl' }
  return direction === 'ltr' && isRightToLeft && startsRightToLeft ? { direction: 'ltr' } : {}
}
