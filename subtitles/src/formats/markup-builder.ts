import {
  findMarkupError,
  MARKED,
  TEXT_STYLES,
  writeMarkup,
  type TextRow,
  type TextStyle,
} from '../markup.ts'
import { MAX_CUE_LENGTH, MAX_CUE_RUNS } from './limits.ts'

/** Builds markup while a file is parsed. */
export type MarkupBuilder = {
  /** A style applies until it is closed as often as it was opened. */
  open: (style: TextStyle) => void
  close: (style: TextStyle) => void
  isOpen: (style: TextStyle) => boolean
  /** Tabs and newlines become spaces. */
  addText: (words: string) => void
  addRow: () => void
  build: () => { ok: true; text: string } | { ok: false; error: string }
}

export function markupBuilder(): MarkupBuilder {
  const rows: TextRow[] = [[]]
  // Counters instead of a stack: a hostile file may open a million tags.
  const on = { b: 0, i: 0, u: 0 }
  let [runs, length] = [0, 0]
  const isTooLarge = () => runs > MAX_CUE_RUNS || length > MAX_CUE_LENGTH
  return {
    open: (style) => {
      on[style]++
    },
    close: (style) => {
      on[style] = Math.max(0, on[style] - 1)
    },
    isOpen: (style) => on[style] > 0,
    addText(words) {
      if (!words) return
      runs++
      length += words.length
      if (isTooLarge()) return
      rows.at(-1)!.push({
        text: words.replace(/[\t\n]/g, ' '),
        styles: TEXT_STYLES.filter((style) => on[style] > 0),
      })
    },
    addRow() {
      runs++
      if (!isTooLarge()) rows.push([])
    },
    build() {
      if (length > MAX_CUE_LENGTH)
        return { ok: false, error: `is longer than ${MAX_CUE_LENGTH} characters` }
      if (isTooLarge()) return { ok: false, error: `has more than ${MAX_CUE_RUNS} tags and rows` }
      const text = writeMarkup(rows)
      // Most texts have no tags, and nothing in them can be invalid markup.
      const error = (MARKED.test(text) && findMarkupError(text)) || findCharacterError(text)
      return error ? { ok: false, error } : { ok: true, text }
    },
  }
}

export function findCharacterError(text: string): string | undefined {
  return !text.isWellFormed() || text.includes('\ufffd')
    ? 'contains U+FFFD, which replaces a lost character'
    : undefined
}
