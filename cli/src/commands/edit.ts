import { isDeepStrictEqual } from 'node:util'
import { bodyFrom, type Writing } from '../body.ts'
import type { Client } from '../connect.ts'
import { Stop } from '../exit.ts'
import { ALL } from '../kinds/all.ts'
import type { KindName } from '../kinds.ts'
import { printJson, printTable, spoken } from '../print.ts'

type Options = Writing & { kind: KindName; id: string; ifMatch?: string; json?: boolean }

/** Reads before it writes: what it shows as the state before is then what was really written over, or nothing was written. */
export async function edit(client: Client, { kind, id, ifMatch, json, ...given }: Options): Promise<void> {
  const { show, edit: endpoint } = ALL[kind]
  const body = await bodyFrom(client, endpoint!, given)
  if (Object.keys(body).length === 0) throw new Stop('misused', `Say what to change. What there is: reelay ${kind} edit --help`)
  const { body: before, headers } = await client.send(show!, { params: { id } } as never)
  const after: unknown = await client.call(endpoint!, { params: { id }, body, headers: { 'if-match': ifMatch ?? headers.get('etag')! } } as never)
  if (json) printJson(after)
  else printChanges(before as Fields, after as Fields)
}

type Fields = Record<string, unknown>

/** Also what the service changed because of it. What is worked out for each answer, such as signed addresses, says nothing. */
function printChanges(before: Fields, after: Fields) {
  const changed = Object.keys(after).filter((name) => !name.startsWith('$') && name !== 'path' && !isDeepStrictEqual(before[name], after[name]))
  if (changed.length) printTable(['Field', 'Before', 'After'], changed.map((name) => [name, spoken(before[name]), spoken(after[name])]))
  else console.error('Nothing changed: it was so already.')
}
