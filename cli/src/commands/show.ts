import type { Client } from '@reelay/client'
import { printDetails, printJson } from '../output/print.ts'
import { RESOURCE_DEFINITIONS } from '../resources/all.ts'
import type { ResourceName } from '../resources/names.ts'

type Options = { resource: ResourceName; id: string; etag?: boolean; json?: boolean }

export async function show({ send }: Client, { resource, id, etag, json }: Options): Promise<void> {
  const { show: endpoint } = RESOURCE_DEFINITIONS[resource]
  const { body: record, headers } = await send(endpoint!, { params: { id } } as never)
  if (etag) console.log(headers.get('etag'))
  else if (json) printJson(record)
  else printRecord(resource, record)
}

export function printRecord(resource: ResourceName, record: unknown) {
  const { details, printExtra } = RESOURCE_DEFINITIONS[resource]
  printDetails(details(record))
  printExtra?.(record)
}
