import type { Client } from '../client.ts'
import { ALL } from '../resources/all.ts'
import type { KindName } from '../resources/names.ts'
import { printFacts, printJson } from '../output/print.ts'

type Options = { kind: KindName; id: string; etag?: boolean; json?: boolean }

export async function show({ send }: Client, { kind, id, etag, json }: Options): Promise<void> {
  const { body: record, headers } = await send(ALL[kind].show!, { params: { id } } as never)
  if (etag) console.log(headers.get('etag'))
  else if (json) printJson(record)
  else printRecord(kind, record)
}

export function printRecord(name: KindName, record: unknown) {
  const { facts, below } = ALL[name]
  printFacts(facts(record))
  below?.(record)
}
