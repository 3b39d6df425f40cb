import { isDeepStrictEqual } from 'node:util'
import { ApiError, type Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { printJson, printTable, toCellValue } from '../output/print.ts'
import { RESOURCE_DEFINITIONS } from '../resources/all.ts'
import { buildBody, type BodyOptions } from '../resources/input/body.ts'
import type { ResourceName } from '../resources/names.ts'

type Options = BodyOptions & {
  resource: ResourceName
  id: string
  ifMatch?: string
  json?: boolean
}
type Fields = Record<string, unknown>

export async function edit(
  client: Client,
  { resource, id, ifMatch, json, ...fields }: Options,
): Promise<void> {
  const body = await buildBody(client, RESOURCE_DEFINITIONS[resource].edit!, fields)
  if (Object.keys(body).length === 0)
    throw new CliError(
      'usage',
      `Nothing to change. For the fields, run: reelay ${resource} edit --help`,
    )
  const { before, after } = await update(client, { resource, id, body, ifMatch })
  if (json) printJson(after)
  else printChanges(before, after)
}

type Update = { resource: ResourceName; id: string; body: Fields; ifMatch: string | undefined }

const ATTEMPTS = 5

/**
 * Reads, then writes with If-Match, so `before` is exactly what was overwritten. A file under
 * inspection changes all the time: while nobody changes the edited fields, it reads and writes
 * again.
 */
async function update(
  client: Client,
  { resource, id, body, ifMatch }: Update,
): Promise<{ before: Fields; after: Fields }> {
  const { show, edit: endpoint } = RESOURCE_DEFINITIONS[resource]
  const editedFields = (record: Fields) => Object.keys(body).map((name) => record[name])
  let conflict: { before: Fields; error: unknown } | undefined
  for (let attempt = 1; ; attempt++) {
    const { body: current, headers } = await client.send(show!, { params: { id } } as never)
    const before = current as Fields
    if (conflict && !isDeepStrictEqual(editedFields(conflict.before), editedFields(before)))
      throw conflict.error
    try {
      const after: unknown = await client.call(endpoint!, {
        params: { id },
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

/** Includes what the service changed as a result, but no computed fields such as signed URLs. */
function printChanges(before: Fields, after: Fields) {
  const changed = Object.keys(after).filter(
    (name) =>
      !name.startsWith('$') && name !== 'path' && !isDeepStrictEqual(before[name], after[name]),
  )
  if (changed.length)
    printTable(
      ['Field', 'Before', 'After'],
      changed.map((name) => [name, toCellValue(before[name]), toCellValue(after[name])]),
    )
  else console.error('No changes: the fields have these values already.')
}
