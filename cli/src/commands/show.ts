import type { Client } from '@reelay/client'
import { printDetails, printJson } from '../output/print.ts'
import { paramsOf, type RecordAddress } from '../resources/address.ts'
import { RESOURCE_DEFINITIONS } from '../resources/all.ts'
import type { ResourceName } from '../resources/names.ts'

type Options = RecordAddress & { etag?: boolean; json?: boolean }

export async function show(client: Client, { etag, json, ...record }: Options): Promise<void> {
  const { show: endpoint } = RESOURCE_DEFINITIONS[record.resource]
  const params = await paramsOf(client, record)
  const { body, headers } = await client.send(endpoint!, { params } as never)
  if (etag) console.log(headers.get('etag'))
  else if (json) printJson(body)
  else printRecord(record.resource, body)
}

export function printRecord(resource: ResourceName, record: unknown) {
  const { details, printExtra } = RESOURCE_DEFINITIONS[resource]
  printDetails(details(record))
  printExtra?.(record)
}
