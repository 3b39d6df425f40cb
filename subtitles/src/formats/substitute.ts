// Legacy code tables have no typographic punctuation. The typewriter equivalents replace it.
import type { TextRow } from '../markup.ts'

const SUBSTITUTES: Record<string, string> = {
  '…': '...',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  ș: 'ş',
  ț: 'ţ',
  Ș: 'Ş',
  Ț: 'Ţ',
}

/** Replaces unsupported characters where an equivalent exists. */
export const substituteUnsupported = (
  rows: readonly TextRow[],
  can: (character: string) => boolean,
): TextRow[] =>
  rows.map((row) =>
    row.map(({ text, styles }) => ({
      styles,
      text: Array.from(text, (character) =>
        can(character) ? character : (SUBSTITUTES[character] ?? character),
      ).join(''),
    })),
  )
