// Old tables of letters have no typographer's signs. What people typed before there were any says
// the same, so it stands in for them.
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

/** The rows with signs that cannot be said written as they are typed, where that can be said. */
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
