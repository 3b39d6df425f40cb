// What people read: facts in two columns, tables in as many as they need. What machines read: JSON.
import { styleText } from 'node:util'
import { cut, fitted, pad, textOf, widthOf, type Value } from './text-width.ts'

export { plain, type Value } from './text-width.ts'
export type Fact = readonly [label: string, value: Value]

export const printJson = (record: unknown) => console.log(jsonOf(record, 2))

/** JSON leaves the second set of control characters as they are, and a terminal obeys them. */
export const jsonOf = (record: unknown, indent?: number): string =>
  JSON.stringify(record, null, indent).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Whatever a field holds, in one cell. */
export const spoken = (value: unknown): Value =>
  typeof value === 'object' && value !== null ? jsonOf(value) : (value as Value)

/** One line for each fact that there is. */
export function printFacts(facts: readonly Fact[]) {
  const shown = facts
    .map(([label, value]) => [label, textOf(value)] as const)
    .filter(([, text]) => text)
  const width = Math.max(0, ...shown.map(([label]) => widthOf(label)))
  for (const [label, text] of shown) console.log(`${strong(pad(label, width))}  ${text}`)
}

/** As wide as the terminal at most. What is not shown on one, in a file or a pipe, is not cut. */
export function printTable(heads: readonly string[], rows: readonly (readonly Value[])[]) {
  const lines = [heads.map((head) => head.toUpperCase()), ...rows.map((row) => row.map(textOf))]
  const widths = heads.map((_head, column) =>
    lines.reduce((widest, line) => Math.max(widest, widthOf(line[column] ?? '')), 0),
  )
  const fit = fitted(widths, roomOf(process.stdout, process.env))
  for (const [index, line] of lines.entries()) {
    const text = line
      .map((cell, column) => pad(cut(cell, fit[column]!), fit[column]!))
      .join('  ')
      .trimEnd()
    console.log(index === 0 ? strong(text) : text)
  }
}

const roomOf = (
  { columns }: { columns?: number },
  { COLUMNS }: Record<string, string | undefined>,
) => columns || Number(COLUMNS) || Infinity

/** Only on a terminal, and not where NO_COLOR is set. */
const strong = (text: string) => styleText('bold', text, { stream: process.stdout })

/** A moment as the clock on the wall shows it, here or in a zone that is named. */
export function moment(seconds: number, timeZone?: string): string {
  const known =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  clocks.set(timeZone, known)
  return `${known.format(seconds * 1000)}${timeZone ? ` ${timeZone}` : ''}`
}
/** To make one costs 50 µs, which a list of thousands feels. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>()
