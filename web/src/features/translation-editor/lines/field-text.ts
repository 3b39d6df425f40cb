// Converts between the markup of a line and the text in its field, where tags are visible and rows
// are separated by line breaks.
import {
  type FontStyle,
  canonicalMarkup,
  findMarkupError,
  readMarkup,
  writeMarkup,
} from '@reelay/subtitles'

export type Style = FontStyle

/** After the angle bracket. */
const NAME = '(?:/?(?:[biu]|em|tcy|ruby|rt)|c #[0-9a-fA-F]{6}|/c)>'
const TAG = new RegExp(`<${NAME}`, 'g')
const IS_TAG = new RegExp(`^<${NAME}$`)
const TAG_OR_BREAK = new RegExp(`(<${NAME}|\\n)`)
/** Literal text that looks like a tag. */
const LITERAL_TAG = new RegExp(`<(?=${NAME})`, 'g')
const ESCAPED_TAG = new RegExp(`&lt;(?=${NAME})`, 'g')
/** Ruby is not part of the text that people read and split. */
const RUBY_TEXT = /<rt>[^<]*(?:<\/rt>|$)/g

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
    .split(TAG_OR_BREAK)
    .map((piece) =>
      piece === '\n'
        ? '<br>'
        : IS_TAG.test(piece)
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

const COLOUR_TAG = /<c #[0-9a-fA-F]{6}>|<\/c>/g

/** Colours the selection, or the whole text without one. Undefined removes the colours in it. */
export function setColour(
  { value, start, end }: FieldSelection,
  colour: string | undefined,
): FieldSelection {
  const [from, to] = start === end ? [0, value.length] : [start, end]
  const plain = value.slice(from, to).replace(COLOUR_TAG, '')
  const [open, close] = colour ? [`<c ${colour}>`, '</c>'] : ['', '']
  return {
    value: value.slice(0, from) + open + plain + close + value.slice(to),
    start: from + open.length,
    end: from + open.length + plain.length,
  }
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
  [
    ...new Intl.Segmenter().segment(
      fieldText.slice(0, caret).replace(RUBY_TEXT, '').replace(TAG, ''),
    ),
  ].length

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
