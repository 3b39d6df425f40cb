import type { Client } from '../connect.ts'
import { ALL } from '../kinds/all.ts'
import type { KindName } from '../kinds.ts'
import { printFacts, printJson } from '../print.ts'

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
