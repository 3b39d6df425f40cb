import { bodyFrom, type Writing } from '../body.ts'
import type { Client } from '../connect.ts'
import { ALL } from '../kinds/all.ts'
import type { KindName } from '../kinds.ts'
import { printJson } from '../print.ts'
import { printRecord } from './show.ts'

type Options = Writing & { kind: KindName; json?: boolean }

export async function create(client: Client, { kind, json, ...given }: Options): Promise<void> {
  const endpoint = ALL[kind].create!
  const made: unknown = await client.call(endpoint, {
    body: await bodyFrom(client, endpoint, given),
  })
  if (json) return printJson(made)
  for (const record of Array.isArray(made) ? made : [made]) printRecord(kind, record)
}
