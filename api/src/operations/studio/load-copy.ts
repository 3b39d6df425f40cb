import type pg from 'pg'
import { Slug } from '../../kernel/http/contract/schema.ts'
import { validatorOf } from '../../kernel/http/validator.ts'
import { BackupError } from '../backup/repository.ts'
import { STUDIO_ROWS } from './contents.ts'
import { keepRowsOf } from './insert-rows.ts'
import { loadTables, type BackupSource } from './load-tables.ts'

export type FoundStudio = { id: string; slug: string }

/** Who belongs to the studio. Otherwise everybody would see everything twice, and be reminded of it. */
const MEMBERS = ['membership', 'group_studio', 'group_person', 'request_member']

/**
 * Loads the rows again, as those of a studio with another slug: every record of the studio gets a new
 * id, wherever it is named.
 */
export async function loadCopy(
  client: pg.Client,
  source: BackupSource,
  { id }: Pick<FoundStudio, 'id'>,
  as: string,
): Promise<FoundStudio> {
  const isSlug: boolean = validatorOf(Slug).Check(as)
  if (!isSlug)
    throw new BackupError(`${as} is not a slug. Use lower-case letters, digits and hyphens`)
  await keepRowsOf(client, id)
  const ids = await newIds(client)
  await client.query('drop table pg_temp.studio_object')
  await loadTables(client, source, ids)
  for (const table of MEMBERS) await client.query(`delete from pg_temp.${table}`)
  // A link leads to the share of the studio itself.
  await client.query('update pg_temp.share_recipient set digest = null')
  const copy = ids.get(id)!
  await client.query(
    `update pg_temp.studio set slug = $2, name = name || ' (' || $2 || ')' where id = $1`,
    [copy, as],
  )
  return { id: copy, slug: as }
}

/** For each record of the studio. The first eight digits are its time, which orders records. */
async function newIds(client: pg.Client): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const table of Object.keys(STUDIO_ROWS)) {
    const { rows } = await client.query<{ old: string; new: string }>(`
      select row ->> 'id' as old, left(row ->> 'id', 8) || substr(new_id(), 9) as new
      from pg_temp.${table} t cross join lateral (select to_jsonb(t) as row) as_json
      where row ->> 'id' ~ '^[0-9a-f]{24}$'`)
    for (const row of rows) ids.set(row.old, row.new)
  }
  return ids
}
