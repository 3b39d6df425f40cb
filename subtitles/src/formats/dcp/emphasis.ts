// ST 428-7 has no emphasis marks. Japanese films write them as ruby: a sesame dot above each letter.
const MARK = '﹅'
const MARKS = /^[﹅﹆•・･●○◦]+$/

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })

export const toEmphasisMarks = (text: string): string =>
  MARK.repeat([...segmenter.segment(text)].length)

export const isEmphasis = (ruby: string): boolean => MARKS.test(ruby)
