// Rows of a backup or an export, in temporary tables of the session that imports them.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError, type BackupRepository, type Manifest } from '../backup/repository.ts'
import { readText } from '../backup/text.ts'
import { HISTORY_ROWS, SHARED_ROWS, STUDIO_ROWS } from './contents.ts'

export type LoadedTable = Pick<Manifest['tables'][number], 'name' | 'columns'>
export type BackupSource = { repository: BackupRepository; manifest: Manifest }

/**
 * Loads the rows with the ids that this installation has for shared records. An id can be anywhere
 * in the text of a row, also in arrays and JSON. So are the ids of `replaced`.
 */
export async function loadTables(
  client: pg.Client,
  source: BackupSource,
  replaced: ReadonlyMap<string, string> = new Map(),
): Promise<LoadedTable[]> {
  const ids = new Map([...replaced, ...(await findReplacedIds(client, source))])
  const loaded: LoadedTable[] = []
  for (const table of [...Object.keys(SHARED_ROWS), ...Object.keys(STUDIO_ROWS)])
    loaded.push(await loadTable(client, source, table, ids))
  // The hashes of the history cover its ids.
  for (const table of Object.keys(HISTORY_ROWS))
    loaded.push(await loadTable(client, source, table, NO_IDS))
  return loaded
}

const NO_IDS: ReadonlyMap<string, string> = new Map()

/**
 * The ids of shared records that have another id here. Loads their tables with the ids of the backup,
 * to compare them; `loadTables` then replaces these tables.
 */
async function findReplacedIds(client: pg.Client, source: BackupSource) {
  const ids = new Map<string, string>()
  for (const [table, key] of Object.entries(SHARED_ROWS)) {
    if (!key) continue
    await loadTable(client, source, table, NO_IDS)
    const { rows } = await client.query<{ id: string; existing: string }>(`
      select imported.id, existing.id as existing
      from pg_temp.${table} imported join ${table} existing on existing.${key} = imported.${key}
      where existing.id <> imported.id`)
    for (const { id, existing } of rows) ids.set(id, existing)
  }
  return ids
}

async function loadTable(
  client: pg.Client,
  { repository, manifest }: BackupSource,
  table: string,
  ids: ReadonlyMap<string, string>,
): Promise<LoadedTable> {
  const entry = manifest.tables.find(({ name }) => name === table)
  if (!entry) throw new BackupError(`The backup ${manifest.name} has no table ${table}`)
  const { columns, ...expected } = entry
  await client.query(`drop table if exists pg_temp.${table}`)
  // Without constraints, which the rows meet when they are inserted.
  await client.query(
    `create temp table ${table} as select ${columns.join(', ')} from ${table} with no data`,
  )
  const { chunks, findError } = readText(repository.textPath(manifest.name, table), expected)
  await pipeline(
    ids.size ? Readable.from(replaceIds(chunks, ids)) : chunks,
    client.query(copyFrom(`copy pg_temp.${table} (${columns.join(', ')}) from stdin`)),
  )
  const error = findError()
  if (error) throw new BackupError(`The table ${table} of the backup is damaged: ${error}`)
  await client.query(`analyze pg_temp.${table}`)
  return { name: table, columns }
}

/** Not a part of a longer number, such as a hash. */
const ID = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g

async function* replaceIds(
  chunks: AsyncIterable<Buffer>,
  ids: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  for await (const line of createInterface({ input: Readable.from(chunks), crlfDelay: Infinity }))
    yield `${line.replace(ID, (id) => ids.get(id) ?? id)}\n`
}
