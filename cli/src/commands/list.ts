import type { Client } from '../client.ts'
import type { Given } from './definition.ts'
import { Stop } from '../output/exit-codes.ts'
import { at } from '../resources/input/fields.ts'
import { ALL } from '../resources/all.ts'
import type { KindName } from '../resources/names.ts'
import { recordsOf, type Each, type Records, type Stretch } from '../resources/pages.ts'
import { jsonOf, printTable, spoken, type Value } from '../output/print.ts'
import { queryFor } from '../resources/input/query.ts'

type Options = {
  kind: KindName
  limit?: string
  offset?: string
  all?: boolean
  fields?: string
  json?: boolean
  jsonl?: boolean
  search?: string
} & Given

export async function list(
  client: Client,
  { kind, limit, offset, all, fields, json, jsonl, search, ...given }: Options,
): Promise<void> {
  const stretch = {
    offset: wholeNumber('--offset', offset, 0),
    limit: all ? Infinity : wholeNumber('--limit', limit, 20),
  }
  const { list: endpoint } = ALL[kind]
  const records = recordsOf(client, endpoint, queryFor(endpoint, { ...given, q: search }), stretch)
  const names = fields
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (jsonl) return printLines(records.each, names)
  if (json) return printArray(records.each, names)
  await printRows(records, kind, names, stretch)
}

function wholeNumber(flag: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^\d{1,9}$/.test(text))
    throw new Stop('misused', `${flag} takes a whole number, not "${text}".`)
  return Number(text)
}

type Names = string[] | undefined

/** For machines only the fields that were asked for, under the names they were asked by. */
const picked = (record: unknown, names: Names): unknown =>
  names ? Object.fromEntries(names.map((name) => [name, at(record, name)])) : record

async function printLines(each: Each, names: Names) {
  for await (const record of each) console.log(jsonOf(picked(record, names)))
}

async function printArray(each: Each, names: Names) {
  let before = '['
  for await (const record of each) {
    process.stdout.write(
      `${before}\n  ${jsonOf(picked(record, names), 2).replaceAll('\n', '\n  ')}`,
    )
    before = ','
  }
  console.log(before === '[' ? '[]' : '\n]')
}

/**
 * Only what is shown is kept of each record. How many there are in all goes to stderr, so that a
 * pipe gets rows alone.
 */
async function printRows(
  { each, total }: Records,
  kind: KindName,
  names: Names,
  { offset }: Stretch,
) {
  const columns: (readonly [string, (record: unknown) => Value])[] = names
    ? names.map((name) => [name, (record) => spoken(at(record, name))])
    : [...ALL[kind].columns]
  const rows: Value[][] = []
  for await (const record of each) rows.push(columns.map(([, of]) => of(record)))
  if (rows.length)
    printTable(
      columns.map(([head]) => head),
      rows,
    )
  console.error(
    rows.length === total()
      ? `${total()} in all`
      : rows.length
        ? `${offset + 1} to ${offset + rows.length} of ${total()}`
        : `none of ${total()}`,
  )
}
