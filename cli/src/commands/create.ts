import type { Client } from '@reelay/client'
import { printJson } from '../output/print.ts'
import { RESOURCE_DEFINITIONS } from '../resources/all.ts'
import { buildBody, type BodyOptions } from '../resources/input/body.ts'
import type { ResourceName } from '../resources/names.ts'
import { printRecord } from './show.ts'

type Options = BodyOptions & { resource: ResourceName; json?: boolean }

export async function create(
  client: Client,
  { resource, json, ...fields }: Options,
): Promise<void> {
  const endpoint = RESOURCE_DEFINITIONS[resource].create!
  const created: unknown = await client.call(endpoint, {
    body: await buildBody(client, endpoint, fields),
  })
  if (json) return printJson(created)
  for (const record of Array.isArray(created) ? created : [created]) printRecord(resource, record)
}
