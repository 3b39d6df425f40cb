import { faultOfText, writeFragment, type Row, type Style } from '../fragment.ts'

export type Pen = {
  /** A tab, and a newline where no row ends, is a space. */
  say: (words: string, styles: Iterable<Style>) => void
  newRow: () => void
  written: () => { ok: true; text: string } | { ok: false; fault: string }
}

/** Writes down a text while a file is read. */
export function pen(): Pen {
  const rows: Row[] = [[]]
  return {
    say(words, styles) {
      const worn = new Set(styles)
      if (words) rows.at(-1)!.push({ text: words.replace(/[\t\n]/g, ' '), styles: ORDER.filter((style) => worn.has(style)) })
    },
    newRow: () => void rows.push([]),
    written() {
      const text = writeFragment(rows)
      const fault = faultOfText(text) ?? faultOfLetters(text)
      return fault ? { ok: false, fault } : { ok: true, text }
    },
  }
}

export function faultOfLetters(text: string): string | undefined {
  return !text.isWellFormed() || text.includes('\ufffd') ? 'holds U+FFFD, which stands for a character that was lost' : undefined
}

const ORDER = ['b', 'i', 'u'] as const satisfies Style[]
