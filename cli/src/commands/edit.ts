import { isDeepStrictEqual } from 'node:util'
import { ApiError, type Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { changesBetween } from '../output/changes.ts'
import { printJson, printTable } from '../output/print.ts'
import { paramsOf, type RecordAddress } from '../resources/address.ts'
import { RESOURCE_DEFINITIONS } from '../resources/all.ts'
import { buildBody, type BodyOptions } from '../resources/input/body.ts'

type Options = BodyOptions & RecordAddress & { ifMatch?: string; json?: boolean }
type Fields = Record<string, unknown>

export async function edit(
  client: Client,
  { resource, parent, id, ifMatch, json, ...fields }: Options,
): Promise<void> {
  const body = await buildBody(client, RESOURCE_DEFINITIONS[resource].edit!, fields)
  if (Object.keys(body).length === 0)
    throw new CliError(
      'usage',
      `Nothing to change. For the fields, run: reelay ${resource} edit --help`,
    )
  const params = await paramsOf(client, { resource, parent, id })
  const { before, after } = await update(client, { resource, params, body, ifMatch })
  if (json) printJson(after)
  else printChanges(before, after)
}

type Update = {
  resource: RecordAddress['resource']
  params: Record<string, string>
  body: Fields
  ifMatch: string | undefined
}

const ATTEMPTS = 5

/**
 * Reads, then writes with If-Match, so `before` is exactly what was overwritten. A file under
 * inspection changes all the time: while nobody changes the edited fields, it reads and writes
 * again.
 */
async function update(
  client: Client,
  { resource, params, body, ifMatch }: Update,
): Promise<{ before: Fields; after: Fields }> {
  const { show, edit: endpoint } = RESOURCE_DEFINITIONS[resource]
  const editedFields = (record: Fields) => Object.keys(body).map((name) => record[name])
  let conflict: { before: Fields; error: unknown } | undefined
  for (let attempt = 1; ; attempt++) {
    const { body: current, headers } = await client.send(show!, { params } as never)
    const before = current as Fields
    if (conflict && !isDeepStrictEqual(editedFields(conflict.before), editedFields(before)))
      throw conflict.error
    try {
      const after: unknown = await client.call(endpoint!, {
        params,
        body,
        headers: { 'if-match': ifMatch ?? headers.get('etag')! },
      } as never)
      return { before, after: after as Fields }
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 412
      if (!isConflict || ifMatch || attempt === ATTEMPTS) throw error
      conflict = { before, error }
    }
  }
}

/** Includes what the service changed as a result. */
function printChanges(before: Fields, after: Fields) {
  const changes = changesBetween(before, after)
  if (changes.length)
    printTable(
      ['Field', 'Before', 'After'],
      changes.map((change) => [change.field, change.before, change.after]),
    )
  else console.error('No changes: the fields have these values already.')
}
