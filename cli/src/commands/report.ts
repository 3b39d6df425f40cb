import type { Endpoint } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { printJson } from '../output/print.ts'
import { REPORTS, type ReportName } from '../output/reports.ts'
import { buildQuery } from '../resources/input/query.ts'
import { listRecords } from '../resources/pages.ts'

type Options = { name: ReportName; csv?: boolean; json?: boolean; project?: string }

export async function report(
  client: Client,
  { name, csv, json, ...filters }: Options,
): Promise<void> {
  if (name === 'coverage' && !filters.project)
    throw new CliError('usage', 'Name a project: --project <id or slug>')
  const { endpoint, print } = REPORTS[name]
  const query = buildQuery(endpoint, filters)
  if (csv) return printCsv(client, endpoint, query)
  const result = await fetchReport(client, endpoint, query)
  if (json) printJson(result)
  else print(result as never)
}

async function printCsv({ call }: Client, endpoint: Endpoint, query: object) {
  const { list: _list, ...bytes } = { ...endpoint, bytes: 'out' } as const
  process.stdout.write(await call(bytes, { query: { ...query, format: 'csv' } } as never))
}

async function fetchReport(client: Client, endpoint: Endpoint, query: object): Promise<unknown> {
  if (!endpoint.list) return client.call(endpoint, { query } as never)
  const { records } = listRecords(client, endpoint, { query }, { offset: 0, limit: Infinity })
  return Array.fromAsync(records)
}
