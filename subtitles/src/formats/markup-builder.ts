import {
  findMarkupError,
  MARKED,
  rubyOf,
  toStyles,
  writeMarkup,
  type TagStyle,
  type TextRow,
  type TextStyle,
} from '../markup.ts'
import { MAX_CUE_LENGTH, MAX_CUE_RUNS } from './limits.ts'

/** Builds markup while a file is parsed. */
export type MarkupBuilder = {
  /** A style applies until it is closed as often as it was opened. */
  open: (style: TagStyle) => void
  close: (style: TagStyle) => void
  isOpen: (style: TagStyle) => boolean
  /** Of the text that follows, as #rrggbb. */
  setColour: (colour: string | undefined) => void
  /** The text that follows gets the ruby that comes after it. */
  openRuby: () => void
  openRubyText: () => void
  closeRubyText: () => void
  /** Tabs and newlines become spaces. */
  addText: (words: string) => void
  addRow: () => void
  build: () => BuiltMarkup
}
/** `fault` says what is wrong with the text, and `repair` what was done. */
export type BuiltMarkup =
  | { ok: true; text: string; fault?: { message: string; repair: string } }
  | { ok: false; error: string }

export function markupBuilder(): MarkupBuilder {
  const rows: TextRow[] = [[]]
  // Counters instead of a stack: a hostile file may open a million tags.
  const on: Record<TagStyle, number> = { b: 0, i: 0, u: 0, em: 0, tcy: 0 }
  let colour: string | undefined
  /** Of the text that follows; undefined after a change. */
  let styles: readonly TextStyle[] | undefined
  let ruby: { row: number; from: number; text: string | undefined } | undefined
  let [runs, length] = [0, 0]
  const isTooLarge = () => runs > MAX_CUE_RUNS || length > MAX_CUE_LENGTH
  return {
    open: (style) => {
      on[style]++
      styles = undefined
    },
    close: (style) => {
      on[style] = Math.max(0, on[style] - 1)
      styles = undefined
    },
    isOpen: (style) => on[style] > 0,
    addText(words) {
      if (!words) return
      runs++
      length += words.length
      if (isTooLarge()) return
      const text = words.replace(/[\t\n]/g, ' ')
      if (ruby?.text !== undefined) ruby.text += text
      else {
        styles ??= toStyles((style) => on[style] > 0, colour)
        rows.at(-1)!.push({ text, styles })
      }
    },
    setColour: (next) => {
      colour = next
      styles = undefined
    },
    openRuby() {
      this.closeRubyText()
      ruby = { row: rows.length, from: rows.at(-1)!.length, text: undefined }
    },
    openRubyText: () => {
      if (ruby) ruby.text ??= ''
    },
    closeRubyText() {
      const text = ruby?.text?.trim()
      if (ruby && text) addRuby(rows, ruby.row === rows.length ? ruby.from : 0, text)
      ruby = undefined
    },
    addRow() {
      // A ruby that is never closed does not contain the next row.
      if (ruby?.text !== undefined) this.closeRubyText()
      runs++
      if (!isTooLarge()) rows.push([])
    },
    build() {
      // A ruby that is never closed lasts until the end.
      this.closeRubyText()
      if (length > MAX_CUE_LENGTH)
        return { ok: false, error: `is longer than ${MAX_CUE_LENGTH} characters` }
      if (isTooLarge()) return { ok: false, error: `has more than ${MAX_CUE_RUNS} tags and rows` }
      return checkMarkup(rows, runs)
    },
  }
}

/** Fewer runs cannot have too many tags: a run has seven of them at most, each opened and closed. */
const MAX_SAFE_RUNS = 12

function checkMarkup(rows: readonly TextRow[], runs: number): BuiltMarkup {
  const text = writeMarkup(rows).toWellFormed()
  // Most texts have no tags, and nothing in them can be invalid markup.
  const mayBeWrong = runs > MAX_SAFE_RUNS ? MARKED.test(text) : CONTROL.test(text)
  const error = mayBeWrong ? findMarkupError(text) : undefined
  const lost = findCharacterError(text)
  if (error === undefined)
    return lost === undefined
      ? { ok: true, text }
      : { ok: true, text, fault: { message: lost, repair: 'it is kept' } }
  const readable = text.replace(CONTROLS, '')
  const isReadable = findMarkupError(readable) === undefined
  return {
    ok: true,
    text: isReadable ? readable : writeMarkup(withoutStyles(rows)).replace(CONTROLS, ''),
    fault: {
      message: lost ? `${error} and ${lost}` : error,
      repair: isReadable ? 'it is removed' : 'its styles are removed',
    },
  }
}
/** Ruby is a text, and stays as one. */
const withoutStyles = (rows: readonly TextRow[]): TextRow[] =>
  rows.map((row) =>
    row.map(({ text, styles }) => {
      const ruby = rubyOf(styles)
      return { text: ruby === undefined ? text : inParentheses(text, ruby), styles: [] }
    }),
  )
export const inParentheses = (text: string, ruby: string): string => `${text}\uff08${ruby}\uff09`
/** In fields besides the text, which may have tabs. */
export const FIELD_CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f]/g

/** Longer texts, and texts with more rows, are left to the builder, which has the limits. */
const [MAX_PLAIN_LENGTH, MAX_PLAIN_ROWS] = [1000, 100]
/** With U+FFFD and halves of characters, which the builder reports. */
const MAYBE_MARKUP = /[\u0000-\u0009\u000b-\u001f\u007f<>&{\\\ud800-\udfff\ufffd]/

/**
 * The markup of rows in which no format can see a character reference, an override or a tag, except
 * pairs such as <i> and </i>, like most cues. Undefined for all others: they need a builder.
 */
export function plainMarkup(rows: string): string | undefined {
  if (rows === '') return rows
  if (rows.length > MAX_PLAIN_LENGTH) return undefined
  if (rows.includes('<') ? !hasSimpleTags(rows) : MAYBE_MARKUP.test(rows)) return undefined
  const first = rows.indexOf('\n')
  if (first < 0) return rows
  if (rows.length > MAX_PLAIN_ROWS && rows.split('\n').length > MAX_PLAIN_ROWS) return undefined
  // Most cues have two rows.
  return rows.includes('\n', first + 1)
    ? rows.replaceAll('\n', '<br>')
    : `${rows.slice(0, first)}<br>${rows.slice(first + 1)}`
}

const OTHER_MARKUP = /[\u0000-\u0009\u000b-\u001f\u007f&{\\\ud800-\udfff\ufffd]/

/** Pairs of <b>, <i> or <u> one after another, which are canonical once the rows are joined. */
function hasSimpleTags(rows: string): boolean {
  let read = 0
  for (let open = rows.indexOf('<'); open >= 0; open = rows.indexOf('<', read)) {
    const name = rows[open + 1]
    const close = rows.indexOf('<', open + 1)
    if (name !== 'i' && name !== 'b' && name !== 'u') return false
    if (rows[open + 2] !== '>' || !rows.startsWith(`/${name}>`, close + 1)) return false
    if (read > 0 && !rows.slice(read, open).trim()) return false
    const inside = rows.slice(open + 3, close)
    if (inside === '' || inside.startsWith('\n') || inside.endsWith('\n')) return false
    if (inside.includes('\n\n') || inside.includes('>')) return false
    if (rows.indexOf('>', read) < open) return false
    read = close + 4
  }
  return !rows.includes('>', read) && !OTHER_MARKUP.test(rows)
}

/** The runs from `from` on become one, because ruby belongs to one text. */
function addRuby(rows: TextRow[], from: number, ruby: string) {
  const base = rows.at(-1)!.splice(from)
  const text = base.map((run) => run.text).join('')
  const styles = base[0]?.styles ?? []
  rows
    .at(-1)!
    .push(
      text.trim() ? { text, styles: [...styles, `ruby:${ruby}`] } : { text: text + ruby, styles },
    )
}

export function findCharacterError(text: string): string | undefined {
  return !text.isWellFormed() || text.includes('\ufffd')
    ? 'contains U+FFFD, which replaces a lost character'
    : undefined
}
