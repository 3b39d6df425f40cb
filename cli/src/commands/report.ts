import type { Endpoint } from '@reelay/api/contract'
import type { Client } from '../client.ts'
import { Stop } from '../output/exit-codes.ts'
import { printJson } from '../output/print.ts'
import { queryFor } from '../resources/input/query.ts'
import { recordsOf } from '../resources/pages.ts'
import { REPORTS, type ReportName } from '../output/reports.ts'

type Options = { name: ReportName; csv?: boolean; json?: boolean; project?: string }

export async function report(
  client: Client,
  { name, csv, json, ...given }: Options,
): Promise<void> {
  if (name === 'coverage' && !given.project)
    throw new Stop('misused', 'Say of which project: --project <id or slug>')
  const { endpoint, print } = REPORTS[name]
  const query = queryFor(endpoint, given)
  if (csv) return sendOn(client, endpoint, query)
  const answer = await answerOf(client, endpoint, query)
  if (json) printJson(answer)
  else print(answer as never)
}

/** As the service wrote it, byte by byte. */
async function sendOn({ call }: Client, endpoint: Endpoint, query: object) {
  const { list: _list, ...bytes } = { ...endpoint, bytes: 'out' } as const
  process.stdout.write(await call(bytes, { query: { ...query, format: 'csv' } } as never))
}

async function answerOf(client: Client, endpoint: Endpoint, query: object): Promise<unknown> {
  if (!endpoint.list) return client.call(endpoint, { query } as never)
  return Array.fromAsync(recordsOf(client, endpoint, query, { offset: 0, limit: Infinity }).each)
}
