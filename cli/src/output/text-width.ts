// Text in the cells of a terminal.

export type Value = string | number | boolean | null | undefined

export function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return plain(String(value ?? ''))
}

/** One line without anything a terminal would obey: names come from other people. */
export const plain = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()

const letters = new Intl.Segmenter()
/** Chinese, Japanese and Korean letters and most emoji take two cells of a terminal. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u
const cellsOf = (letter: string) => (WIDE.test(letter) ? 2 : 1)

/** What is all ASCII, as ids and moments are, need not be taken apart. */
export const widthOf = (text: string): number =>
  /^[ -~]*$/.test(text)
    ? text.length
    : [...letters.segment(text)].reduce((width, { segment }) => width + cellsOf(segment), 0)

export const pad = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** The beginning of a text and an ellipsis, where it is wider than there is room. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let [kept, taken] = ['', 1]
  for (const { segment } of letters.segment(text)) {
    taken += cellsOf(segment)
    if (taken > width) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/**
 * How wide each column may be so that a row fits. The first keeps its width, because what stands
 * there is copied; of the others the widest give, moments and words last.
 * Where even that is too wide, the terminal wraps: better than columns of single letters.
 */
export function fitted(widths: readonly number[], room: number): number[] {
  const fit = [...widths]
  const whole = () => fit.reduce((sum, width) => sum + width, 2 * (fit.length - 1))
  for (const floor of FLOORS) {
    while (whole() > room) {
      const widest = fit.indexOf(Math.max(...fit.slice(1)), 1)
      if (widest < 1 || fit[widest]! <= floor) break
      fit[widest]! -= 1
    }
  }
  return fit
}
/** A moment has sixteen letters; less than six say nothing. */
const FLOORS = [16, 6]
