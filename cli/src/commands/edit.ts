import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@reelay/client'
import { bodyFrom, type Writing } from '../resources/input/body.ts'
import type { Client } from '../client.ts'
import { Stop } from '../output/exit-codes.ts'
import { ALL } from '../resources/all.ts'
import type { KindName } from '../resources/names.ts'
import { printJson, printTable, spoken } from '../output/print.ts'

type Options = Writing & { kind: KindName; id: string; ifMatch?: string; json?: boolean }

export async function edit(
  client: Client,
  { kind, id, ifMatch, json, ...given }: Options,
): Promise<void> {
  const body = await bodyFrom(client, ALL[kind].edit!, given)
  if (Object.keys(body).length === 0)
    throw new Stop('misused', `Say what to change. What there is: reelay ${kind} edit --help`)
  const { before, after } = await writeOver(client, { kind, id, body, ifMatch })
  if (json) printJson(after)
  else printChanges(before, after)
}

type Fields = Record<string, unknown>
type Write = { kind: KindName; id: string; body: Fields; ifMatch: string | undefined }

const TRIES = 5

/**
 * Reads before it writes: what it shows as the state before is then what was really written over,
 * or nothing was written.
 * A file that is being looked into changes by itself all the while; as long as nobody touched the
 * fields that are meant, it is read and written again.
 */
async function writeOver(
  client: Client,
  { kind, id, body, ifMatch }: Write,
): Promise<{ before: Fields; after: Fields }> {
  const { show, edit: endpoint } = ALL[kind]
  const meant = (record: Fields) => Object.keys(body).map((name) => record[name])
  let overtaken: { before: Fields; error: unknown } | undefined
  for (let tries = 1; ; tries++) {
    const { body: read, headers } = await client.send(show!, { params: { id } } as never)
    const before = read as Fields
    if (overtaken && !isDeepStrictEqual(meant(overtaken.before), meant(before)))
      throw overtaken.error
    try {
      const after: unknown = await client.call(endpoint!, {
        params: { id },
        body,
        headers: { 'if-match': ifMatch ?? headers.get('etag')! },
      } as never)
      return { before, after: after as Fields }
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 412) || ifMatch || tries === TRIES)
        throw error
      overtaken = { before, error }
    }
  }
}

/**
 * Also what the service changed because of it. What is worked out for each answer, such as signed
 * addresses, says nothing.
 */
function printChanges(before: Fields, after: Fields) {
  const changed = Object.keys(after).filter(
    (name) =>
      !name.startsWith('$') && name !== 'path' && !isDeepStrictEqual(before[name], after[name]),
  )
  if (changed.length)
    printTable(
      ['Field', 'Before', 'After'],
      changed.map((name) => [name, spoken(before[name]), spoken(after[name])]),
    )
  else console.error('Nothing changed: it was so already.')
}
