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

/** Replaces unsupported characters where an equivalent exists. `lost` names them. */
export function substituteUnsupported(
  rows: readonly TextRow[],
  can: (character: string) => boolean,
): { rows: TextRow[]; lost: string[] } {
  const replaced = new Set<string>()
  const substitute = (character: string) => {
    const other = can(character) ? undefined : SUBSTITUTES[character]
    if (other !== undefined) replaced.add(character)
    return other ?? character
  }
  const substituted = rows.map((row) =>
    row.map(({ text, styles }) => ({ styles, text: Array.from(text, substitute).join('') })),
  )
  return { rows: substituted, lost: [...replaced].map(describe) }
}

const describe = (character: string) => {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  const name = character.trim() ? character : `U+${code}`
  return `The character ${name}, written as ${JSON.stringify(SUBSTITUTES[character])}`
}
