// Matches names as the API does: ignores case and accents.
export type TextPart = { text: string; isMatch: boolean }

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const matches = (name: string, typed: string): boolean =>
  fold(name).includes(fold(typed.trim()))

/** Splits a name at the first match. */
export function splitByMatch(name: string, typed: string): TextPart[] {
  const wanted = fold(typed.trim())
  const letters = [...name]
  const folded = letters.map(fold)
  const at = wanted ? folded.join('').indexOf(wanted) : -1
  if (at < 0) return [{ text: name, isMatch: false }]
  const from = letterAt(folded, at)
  const to = letterAt(folded, at + wanted.length - 1) + 1
  return [
    { text: letters.slice(0, from).join(''), isMatch: false },
    { text: letters.slice(from, to).join(''), isMatch: true },
    { text: letters.slice(to).join(''), isMatch: false },
  ].filter(({ text }) => text)
}

/** A letter can fold to none or several. */
function letterAt(folded: string[], place: number): number {
  let length = 0
  return folded.findIndex((letter) => (length += letter.length) > place)
}

/** 1:02, 00:01:02, 00:01:02:03 */
export const isTimecode = (typed: string): boolean =>
  /^\d{1,2}(:[0-5]\d){1,2}(:\d{2})?$/.test(typed.trim())
export const isId = (typed: string): boolean => /^[0-9a-f]{24}$/.test(typed.trim())
