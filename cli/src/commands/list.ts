import { ranges } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { printTable, toCellValue, toJson, type CellValue } from '../output/print.ts'
import { parentParams } from '../resources/address.ts'
import { RESOURCE_DEFINITIONS } from '../resources/all.ts'
import { splitList } from '../resources/input/body.ts'
import { getField } from '../resources/input/fields.ts'
import { buildQuery } from '../resources/input/query.ts'
import type { ResourceName } from '../resources/names.ts'
import { listRecords, type RecordList, type RecordStream } from '../resources/pages.ts'
import type { CommandInput } from './definition.ts'

type Options = {
  resource: ResourceName
  parent?: string
  limit?: string
  offset?: string
  all?: boolean
  fields?: string
  json?: boolean
  jsonl?: boolean
  search?: string
} & CommandInput

export async function list(client: Client, options: Options): Promise<void> {
  const { resource, parent, limit, offset, all, fields, json, jsonl, search, ...filters } = options
  const window = {
    offset: parseOffset(offset),
    limit: all ? Infinity : parseCount('--limit', limit, 20),
  }
  const { list: endpoint } = RESOURCE_DEFINITIONS[resource]
  const query = buildQuery(endpoint, { ...filters, q: search })
  const found = listRecords(client, endpoint, { params: parentParams(parent), query }, window)
  const names = fields === undefined ? undefined : splitList(fields)
  if (jsonl) return printJsonLines(found.records, names)
  if (json) return printJsonArray(found.records, names)
  await printRows(found, resource, names, window.offset)
}

function parseOffset(text: string | undefined): number {
  const offset = parseCount('--offset', text, 0)
  if (offset > ranges.MAX_FIRST)
    throw new CliError(
      'usage',
      `--offset is at most ${ranges.MAX_FIRST}. Use --all, or narrow the list with filters.`,
    )
  return offset
}

function parseCount(flag: string, text: string | undefined, defaultCount: number): number {
  if (text === undefined) return defaultCount
  if (!/^\d{1,9}$/.test(text))
    throw new CliError('usage', `${flag} takes a whole number, not "${text}".`)
  return Number(text)
}

type FieldNames = string[] | undefined

/** The paths of the fields become the keys: `{ "asset.slug": … }`. */
const pickFields = (record: unknown, names: FieldNames): unknown =>
  names ? Object.fromEntries(names.map((name) => [name, getField(record, name)])) : record

async function printJsonLines(records: RecordStream, names: FieldNames) {
  for await (const record of records) console.log(toJson(pickFields(record, names)))
}

/** Prints while it reads: the list may be long. */
export async function printJsonArray(records: RecordStream, names?: FieldNames) {
  let separator = '['
  for await (const record of records) {
    const json = toJson(pickFields(record, names), 2).replaceAll('\n', '\n  ')
    process.stdout.write(`${separator}\n  ${json}`)
    separator = ','
  }
  console.log(separator === '[' ? '[]' : '\n]')
}

/** The count goes to stderr, so that a pipe gets only rows. */
async function printRows(
  { records, total }: RecordList,
  resource: ResourceName,
  names: FieldNames,
  offset: number,
) {
  const columns: (readonly [string, (record: unknown) => CellValue])[] = names
    ? names.map((name) => [name, (record) => toCellValue(getField(record, name))])
    : [...RESOURCE_DEFINITIONS[resource].columns]
  const rows: CellValue[][] = []
  for await (const record of records) rows.push(columns.map(([, valueOf]) => valueOf(record)))
  const headers = columns.map(([header]) => header)
  if (rows.length) printTable(headers, rows)
  const { countsTo } = RESOURCE_DEFINITIONS[resource].list
  console.error(countLine({ shown: rows.length, offset, total: total(), countsTo }))
}

type Counts = { shown: number; offset: number; total: number | null; countsTo?: number | undefined }

function countLine({ shown, offset, total, countsTo = ranges.MAX_COUNTED }: Counts): string {
  if (shown === total) return `${total} in total`
  const all = total ?? `${countsTo.toLocaleString('en')}+`
  return shown ? `${offset + 1} to ${offset + shown} of ${all}` : `none of ${all}`
}
