import { bodyFrom, type Writing } from '../resources/input/body.ts'
import type { Client } from '../client.ts'
import { ALL } from '../resources/all.ts'
import type { KindName } from '../resources/names.ts'
import { printJson } from '../output/print.ts'
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
