import type { Client } from '../connect.ts'
import type { Given } from '../declared.ts'
import { Stop } from '../exit.ts'
import { at } from '../fields.ts'
import { ALL } from '../kinds/all.ts'
import type { KindName } from '../kinds.ts'
import { pagesOf, type Stretch } from '../pages.ts'
import { jsonOf, printTable, spoken, type Value } from '../print.ts'
import { queryFor } from '../query.ts'

type Options = { kind: KindName; limit?: string; offset?: string; all?: boolean; fields?: string; json?: boolean; jsonl?: boolean; search?: string } & Given

export async function list(client: Client, { kind, limit, offset, all, fields, json, jsonl, search, ...given }: Options): Promise<void> {
  const stretch = { offset: wholeNumber('--offset', offset, 0), limit: all ? Infinity : wholeNumber('--limit', limit, 20) }
  const { list: endpoint } = ALL[kind]
  const pages = pagesOf(client, endpoint, queryFor(endpoint, { ...given, q: search }), stretch)
  const names = fields?.split(',').map((name) => name.trim()).filter(Boolean)
  if (jsonl) return printLines(pages, names)
  if (json) return printArray(pages, names)
  await printRows(pages, kind, names, stretch)
}

function wholeNumber(flag: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new Stop('misused', `${flag} takes a whole number, not "${text}".`)
  return Number(text)
}

type Pages = ReturnType<typeof pagesOf>
type Names = string[] | undefined

/** For machines only the fields that were asked for, under the names they were asked by. */
const picked = (record: unknown, names: Names): unknown => (names ? Object.fromEntries(names.map((name) => [name, at(record, name)])) : record)

async function printLines(pages: Pages, names: Names) {
  for await (const { items } of pages) for (const record of items) console.log(jsonOf(picked(record, names)))
}

async function printArray(pages: Pages, names: Names) {
  let before = '['
  for await (const { items } of pages) {
    for (const record of items) {
      process.stdout.write(`${before}\n  ${jsonOf(picked(record, names), 2).replaceAll('\n', '\n  ')}`)
      before = ','
    }
  }
  console.log(before === '[' ? '[]' : '\n]')
}

/** Only what is shown is kept of each page. How many there are in all goes to stderr, so that a pipe gets rows alone. */
async function printRows(pages: Pages, kind: KindName, names: Names, { offset }: Stretch) {
  const columns: (readonly [string, (record: unknown) => Value])[] = names ? names.map((name) => [name, (record) => spoken(at(record, name))]) : [...ALL[kind].columns]
  const rows: Value[][] = []
  let total = 0
  for await (const page of pages) {
    rows.push(...page.items.map((record) => columns.map(([, of]) => of(record))))
    total = page.total
  }
  if (rows.length) printTable(columns.map(([head]) => head), rows)
  console.error(rows.length === total ? `${total} in all` : rows.length ? `${offset + 1} to ${offset + rows.length} of ${total}` : `none of ${total}`)
}
