import { formatTimecode } from '../../cue.ts'

/** What cells refer to: texts, and by index of the cell style whether it shows a time. */
export type CellLookup = { strings: readonly string[]; times: readonly boolean[] }

const DAY_MS = 86_400_000

/** The text of a cell with a value (ECMA-376, 18.3.1.4). */
export function toCellText(
  { kind, raw, style }: { kind: string; raw: string; style: number },
  { strings, times }: CellLookup,
): string {
  if (kind === 's') return strings[Number(raw)] ?? ''
  if (kind === 'b') return raw === '1' ? 'TRUE' : 'FALSE'
  if (kind !== 'n' || raw.trim() === '') return unescapeText(raw)
  const number = Number(raw)
  if (!Number.isFinite(number)) return raw
  if (times[style] && number >= 0 && number < 100)
    return formatTimecode(Math.round(number * DAY_MS))
  // Spreadsheets store 0.1 + 0.2 with 17 digits but show 15.
  return String(Number(number.toPrecision(15)))
}

/** Nearly all texts have nothing to replace, which a search finds faster than a pattern. */
export function unescapeText(text: string): string {
  const unescaped = text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
  return unescaped.includes('\r') ? unescaped.replace(/\r\n?/g, '\n') : unescaped
}
