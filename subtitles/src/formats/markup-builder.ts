import {
  findMarkupError,
  TEXT_STYLES,
  writeMarkup,
  type TextRow,
  type TextStyle,
} from '../markup.ts'

/** Writes down a text while a file is read. */
export type MarkupBuilder = {
  /** What is said from now on looks so, until it is taken off as often as it was put on. */
  open: (style: TextStyle) => void
  close: (style: TextStyle) => void
  isOpen: (style: TextStyle) => boolean
  /** A tab, and a newline where no row ends, is a space. */
  addText: (words: string) => void
  addRow: () => void
  build: () => { ok: true; text: string } | { ok: false; error: string }
}

export function markupBuilder(): MarkupBuilder {
  const rows: TextRow[] = [[]]
  // Counted, not listed: a file may open a million tags.
  const on = { b: 0, i: 0, u: 0 }
  return {
    open: (style) => {
      on[style]++
    },
    close: (style) => {
      on[style] = Math.max(0, on[style] - 1)
    },
    isOpen: (style) => on[style] > 0,
    addText(words) {
      if (words)
        rows.at(-1)!.push({
          text: words.replace(/[\t\n]/g, ' '),
          styles: TEXT_STYLES.filter((style) => on[style] > 0),
        })
    },
    addRow: () => void rows.push([]),
    build() {
      const text = writeMarkup(rows)
      const error = findMarkupError(text) ?? findCharacterError(text)
      return error ? { ok: false, error } : { ok: true, text }
    },
  }
}

export function findCharacterError(text: string): string | undefined {
  return !text.isWellFormed() || text.includes('\ufffd')
    ? 'holds U+FFFD, which stands for a character that was lost'
    : undefined
}
