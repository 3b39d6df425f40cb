import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { matches } from '../../kernel/db/page.ts'
import { limitOf, type Page, type Range } from '../../kernel/http/range.ts'
import type { Download } from '../contract.ts'
import { columns } from './columns.ts'

/** Files whose own name, or whose asset's or project's, holds what was typed. Names are few where downloads are many. */
export const filesMatching = (q: string): RawBuilder<unknown> => sql`
  select f.id from file f where ${matches(sql`f.name_folded`, q)}
  union select f.id from file f join asset a on a.id = f.asset_id where ${matches(sql`a.name_folded`, q)}
  union select f.id from file f join project p on p.id = f.project_id where ${matches(sql`p.name_folded`, q)}`

type Named = { files: string[]; total: number }

/** The files that match, and how often they were taken: the tally, and what came after the last anchor. */
export async function filesNamed(db: Db, studios: string[], q: string): Promise<Named> {
  const { rows } = await sql<Named>`
    with named as materialized (${filesMatching(q)})
    select array(select id from named) as files,
      coalesce((select sum(taken) from download_tally where studio_id = any (${studios}) and file_id in (select id from named)), 0)::bigint
      + (select count(*) from unnest(${studios}::text[]) s (id)
          left join lateral (select created_at, id from download_anchor x where x.studio_id = s.id order by position desc limit 1) last on true
          join download d on d.studio_id = s.id and (last.id is null or (d.created_at, d.id) > (last.created_at, last.id))
          where d.file_id in (select id from named)) as total`.execute(db)
  return rows[0]!
}

/** Beyond this many hits it is cheaper to walk the downloads in order and pick than to gather and sort them. */
const GATHER = 5_000

export async function pageOfFiles(db: Db, studios: string[], range: Range, { files, total, newestFirst }: Named & { newestFirst: boolean }): Promise<Page<Download>> {
  if (range.first >= total) return { items: [], total }
  const direction = newestFirst ? sql`desc` : sql`asc`
  const hits = total <= GATHER
    ? sql`select d.* from download d where d.file_id = any (${files}) and d.studio_id = any (${studios})`
    : sql`select d.* from (select * from download where studio_id = any (${studios}) order by created_at ${direction}, id ${direction}) d where d.file_id = any (${files})`
  const { rows } = await sql<{ item: Download }>`
    select to_json(item) as item from (
      select d.* from (${hits}) d order by d.created_at ${direction}, d.id ${direction} offset ${range.first} limit ${limitOf(range)}) d
    cross join lateral (select ${columns}) item`.execute(db)
  return { items: rows.map((row) => row.item), total }
}
