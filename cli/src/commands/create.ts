import type { Client } from '@reelay/client'
import { printJson } from '../output/print.ts'
import { parentParams } from '../resources/address.ts'
import { RESOURCE_DEFINITIONS } from '../resources/all.ts'
import { buildBody, type BodyOptions } from '../resources/input/body.ts'
import type { ResourceName } from '../resources/names.ts'
import { printRecord } from './show.ts'

type Options = BodyOptions & { resource: ResourceName; parent?: string; json?: boolean }

export async function create(
  client: Client,
  { resource, parent, json, ...fields }: Options,
): Promise<void> {
  const endpoint = RESOURCE_DEFINITIONS[resource].create!
  const created: unknown = await client.call(endpoint, {
    params: parentParams(parent),
    body: await buildBody(client, endpoint, fields),
  } as never)
  if (json) return printJson(created)
  for (const record of Array.isArray(created) ? created : [created]) printRecord(resource, record)
}
