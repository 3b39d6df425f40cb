// Output for people (details and tables) and for programs (JSON).
import { styleText } from 'node:util'
import { fitColumns, padText, sanitizeText, textWidth, truncateText } from './text-width.ts'

export type CellValue = string | number | boolean | null | undefined
export type Detail = readonly [label: string, value: CellValue]

export const printJson = (record: unknown) => console.log(toJson(record, 2))

/** Escapes C1 control characters too: JSON.stringify leaves them, and a terminal obeys them. */
export const toJson = (record: unknown, indent?: number): string =>
  JSON.stringify(record, null, indent).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Any field as one cell: objects as JSON. */
export const toCellValue = (value: unknown): CellValue =>
  typeof value === 'object' && value !== null ? toJson(value) : (value as CellValue)

/** Prints one line for each detail that has a value. */
export function printDetails(details: readonly Detail[]) {
  const shown = details
    .map(([label, value]) => [label, cellText(value)] as const)
    .filter(([, text]) => text)
  const width = Math.max(0, ...shown.map(([label]) => textWidth(label)))
  for (const [label, text] of shown) console.log(`${bold(padText(label, width))}  ${text}`)
}

/** Fits a table into the terminal. In a file or a pipe nothing is truncated. */
export function printTable(headers: readonly string[], rows: readonly (readonly CellValue[])[]) {
  const lines = [
    headers.map((header) => header.toUpperCase()),
    ...rows.map((row) => row.map(cellText)),
  ]
  const widths = headers.map((_header, column) =>
    lines.reduce((widest, line) => Math.max(widest, textWidth(line[column] ?? '')), 0),
  )
  const fitted = fitColumns(widths, availableWidth())
  for (const [index, line] of lines.entries()) {
    const text = line
      .map((cell, column) => padText(truncateText(cell, fitted[column]!), fitted[column]!))
      .join('  ')
      .trimEnd()
    console.log(index === 0 ? bold(text) : text)
  }
}

function cellText(value: CellValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return sanitizeText(String(value ?? ''))
}

const availableWidth = () => process.stdout.columns || Number(process.env.COLUMNS) || Infinity

/** Only on a terminal, and not if NO_COLOR is set. */
const bold = (text: string) => styleText('bold', text, { stream: process.stdout })

/** Local time, or the time in a given zone with its name. */
export function formatTime(seconds: number, timeZone?: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  formats.set(timeZone, format)
  return `${format.format(seconds * 1000)}${timeZone ? ` ${timeZone}` : ''}`
}
/** Creating a format takes 50 µs, which adds up in lists of thousands. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()
