// Converts between the markup of a line and the text in its field, where tags are visible and rows
// are separated by line breaks.
import {
  type TextStyle,
  canonicalMarkup,
  findMarkupError,
  readMarkup,
  writeMarkup,
} from '@reelay/subtitles'

export type Style = TextStyle

const TAG = /<\/?[biu]>/g
/** Literal text that looks like a tag. */
const LITERAL_TAG = /<(?=\/?[biu]>)/g
const ESCAPED_TAG = /&lt;(?=\/?[biu]>)/g

export function toFieldText(markup: string): string {
  const parsed = readMarkup(markup)
  if (!parsed.ok) return markup
  const plain = parsed.rows.map((row) =>
    row.map(({ text, styles }) => ({ text: text.replace(LITERAL_TAG, '&lt;'), styles })),
  )
  // `&` last, so that &amp;lt; becomes &lt; and not `<`.
  return writeMarkup(plain)
    .replaceAll('<br>', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Canonical markup; a text with an unclosed tag stays as typed and is reported. */
export function toMarkup(fieldText: string): string {
  const clean = fieldText.replaceAll('\r', '').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
  const markup = clean
    .split(/(<\/?[biu]>|\n)/)
    .map((piece) =>
      piece === '\n'
        ? '<br>'
        : /^<\/?[biu]>$/.test(piece)
          ? piece
          : escape(piece.replace(ESCAPED_TAG, '<')),
    )
    .join('')
  return findMarkupError(markup) === undefined ? canonicalMarkup(markup) : markup
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export type FieldSelection = { value: string; start: number; end: number }

/** Adds the style to the selection, or removes it if it is already there. */
export function toggleStyle({ value, start, end }: FieldSelection, style: Style): FieldSelection {
  const [open, close] = [`<${style}>`, `</${style}>`]
  const [before, selected, after] = [
    value.slice(0, start),
    value.slice(start, end),
    value.slice(end),
  ]
  if (before.endsWith(open) && after.startsWith(close))
    return {
      value: before.slice(0, -open.length) + selected + after.slice(close.length),
      start: start - open.length,
      end: end - open.length,
    }
  if (selected.startsWith(open) && selected.endsWith(close)) {
    const bare = selected.slice(open.length, -close.length)
    return { value: before + bare + after, start, end: start + bare.length }
  }
  if (start === end) return toggleWholeText({ value, start, end }, open, close)
  return {
    value: `${before}${open}${selected}${close}${after}`,
    start: start + open.length,
    end: end + open.length,
  }
}

/** Without a selection, the style applies to the whole text. */
function toggleWholeText(
  { value, start }: FieldSelection,
  open: string,
  close: string,
): FieldSelection {
  if (value.startsWith(open) && value.endsWith(close)) {
    const caret = Math.min(
      Math.max(0, start - open.length),
      value.length - open.length - close.length,
    )
    return { value: value.slice(open.length, -close.length), start: caret, end: caret }
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

/** The number of characters before the caret without tags, as the split endpoint counts them. */
export const charactersBefore = (fieldText: string, caret: number): number =>
  [...new Intl.Segmenter().segment(fieldText.slice(0, caret).replace(TAG, ''))].length

/** The caret position after somebody else changed the text around it. */
export function moveCaret(before: string, after: string, caret: number): number {
  let prefix = 0
  while (prefix < before.length && prefix < after.length && before[prefix] === after[prefix])
    prefix++
  if (caret <= prefix) return caret
  let suffix = 0
  while (
    suffix < before.length - prefix &&
    suffix < after.length - prefix &&
    before[before.length - 1 - suffix] === after[after.length - 1 - suffix]
  )
    suffix++
  return caret >= before.length - suffix
    ? after.length - (before.length - caret)
    : Math.min(caret, after.length - suffix)
}
