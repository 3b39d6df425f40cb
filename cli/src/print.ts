// What people read: facts in two columns, tables in as many as they need. What machines read: JSON.

export type Fact = [label: string, value: string | number | boolean | null | undefined]

export function printJson(record: unknown) {
  // JSON leaves the second set of control characters as they are, and a terminal obeys them.
  console.log(JSON.stringify(record, null, 2).replace(/[\u007f-\u009f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`))
}

/** One line for each fact that there is. */
export function printFacts(facts: readonly Fact[]) {
  const shown = facts.map(([label, value]) => [label, textOf(value)] as const).filter(([, text]) => text)
  const width = Math.max(0, ...shown.map(([label]) => widthOf(label)))
  for (const [label, text] of shown) console.log(`${pad(label, width)}  ${text}`)
}

export function printTable(heads: readonly string[], rows: readonly (readonly Fact[1][])[]) {
  const lines = [heads.map((head) => head.toUpperCase()), ...rows.map((row) => row.map(textOf))]
  const widths = heads.map((_head, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  for (const line of lines) console.log(line.map((cell, column) => pad(cell, widths[column]!)).join('  ').trimEnd())
}

function textOf(value: Fact[1]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return plain(String(value ?? ''))
}

/** One line without anything a terminal would obey: names come from other people. */
export const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)))

const letters = new Intl.Segmenter()
/** Chinese, Japanese and Korean letters and most emoji take two cells of a terminal. */
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u
const widthOf = (text: string): number => [...letters.segment(text)].reduce((width, { segment }) => width + (WIDE.test(segment) ? 2 : 1), 0)

/** A moment as the clock on the wall shows it, here or in a zone that is named. */
export function moment(seconds: number, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return `${parts.format(seconds * 1000)}${timeZone ? ` ${timeZone}` : ''}`
}
