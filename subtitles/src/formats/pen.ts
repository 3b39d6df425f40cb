import {
  findMarkupError,
  TEXT_STYLES,
  writeMarkup,
  type TextRow,
  type TextStyle,
} from '../markup.ts'

/** Writes down a text while a file is read. */
export type Pen = {
  /** What is said from now on looks so, until it is taken off as often as it was put on. */
  putOn: (style: TextStyle) => void
  takeOff: (style: TextStyle) => void
  isOn: (style: TextStyle) => boolean
  /** A tab, and a newline where no row ends, is a space. */
  say: (words: string) => void
  newRow: () => void
  written: () => { ok: true; text: string } | { ok: false; fault: string }
}

export function pen(): Pen {
  const rows: TextRow[] = [[]]
  // Counted, not listed: a file may open a million tags.
  const on = { b: 0, i: 0, u: 0 }
  return {
    putOn: (style) => {
      on[style]++
    },
    takeOff: (style) => {
      on[style] = Math.max(0, on[style] - 1)
    },
    isOn: (style) => on[style] > 0,
    say(words) {
      if (words)
        rows.at(-1)!.push({
          text: words.replace(/[\t\n]/g, ' '),
          styles: TEXT_STYLES.filter((style) => on[style] > 0),
        })
    },
    newRow: () => void rows.push([]),
    written() {
      const text = writeMarkup(rows)
      const fault = findMarkupError(text) ?? faultOfLetters(text)
      return fault ? { ok: false, fault } : { ok: true, text }
    },
  }
}

export function faultOfLetters(text: string): string | undefined {
  return !text.isWellFormed() || text.includes('\ufffd')
    ? 'holds U+FFFD, which stands for a character that was lost'
    : undefined
}
