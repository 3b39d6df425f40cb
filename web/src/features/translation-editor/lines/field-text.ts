// A line's text as it stands in the field: rows are rows, tags are seen, and everything else is
// what it says.
import {
  type TextStyle,
  canonicalMarkup,
  findMarkupError,
  readMarkup,
  writeMarkup,
} from '@reelay/subtitles'

export type Style = TextStyle

const TAG = /<\/?[biu]>/g
/** What would be taken for a tag, although it is meant as it stands. */
const LITERAL_TAG = /<(?=\/?[biu]>)/g
const ESCAPED_TAG = /&lt;(?=\/?[biu]>)/g

export function toFieldText(fragment: string): string {
  const read = readMarkup(fragment)
  if (!read.ok) return fragment
  const plain = read.rows.map((row) =>
    row.map(({ text, styles }) => ({ text: text.replace(LITERAL_TAG, '&lt;'), styles })),
  )
  // `&` last: what was written as &amp;lt; is no tag's sign.
  return writeMarkup(plain)
    .replaceAll('<br>', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** The canonical fragment; one with a tag left open stays as it was typed, and is told of. */
export function toMarkup(typed: string): string {
  const clean = typed.replaceAll('\r', '').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
  const fragment = clean
    .split(/(<\/?[biu]>|\n)/)
    .map((piece) =>
      piece === '\n'
        ? '<br>'
        : /^<\/?[biu]>$/.test(piece)
          ? piece
          : escape(piece.replace(ESCAPED_TAG, '<')),
    )
    .join('')
  return findMarkupError(fragment) === undefined ? canonicalMarkup(fragment) : fragment
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export type FieldSelection = { value: string; start: number; end: number }

/** Puts a style around what is chosen, or takes it away where it is there already. */
export function toggleStyle({ value, start, end }: FieldSelection, style: Style): FieldSelection {
  const [open, close] = [`<${style}>`, `</${style}>`]
  const [before, chosen, after] = [value.slice(0, start), value.slice(start, end), value.slice(end)]
  if (before.endsWith(open) && after.startsWith(close))
    return {
      value: before.slice(0, -open.length) + chosen + after.slice(close.length),
      start: start - open.length,
      end: end - open.length,
    }
  if (chosen.startsWith(open) && chosen.endsWith(close)) {
    const bare = chosen.slice(open.length, -close.length)
    return { value: before + bare + after, start, end: start + bare.length }
  }
  if (start === end) return toggleWholeText({ value, start, end }, open, close)
  return {
    value: `${before}${open}${chosen}${close}${after}`,
    start: start + open.length,
    end: end + open.length,
  }
}

/** Without a choice it is the whole text that is meant: a line is in italics, or it is not. */
function toggleWholeText(
  { value, start }: FieldSelection,
  open: string,
  close: string,
): FieldSelection {
  if (value.startsWith(open) && value.endsWith(close)) {
    const at = Math.min(Math.max(0, start - open.length), value.length - open.length - close.length)
    return { value: value.slice(open.length, -close.length), start: at, end: at }
  }
  return { value: `${open}${value}${close}`, start: start + open.length, end: start + open.length }
}

export const insertText = (
  { value, start, end }: FieldSelection,
  text: string,
): FieldSelection => ({
  value: value.slice(0, start) + text + value.slice(end),
  start: start + text.length,
  end: start + text.length,
})

/** How many characters are read before the caret, as a split counts them. */
export const charactersBefore = (typed: string, caret: number): number =>
  [...new Intl.Segmenter().segment(typed.slice(0, caret).replace(TAG, ''))].length

/** Where a caret is after the text around it was changed by somebody else: at the same words. */
export function moveCaret(before: string, after: string, caret: number): number {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same++
  if (caret <= same) return caret
  let tail = 0
  while (
    tail < before.length - same &&
    tail < after.length - same &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++
  return caret >= before.length - tail
    ? after.length - (before.length - caret)
    : Math.min(caret, after.length - tail)
}
