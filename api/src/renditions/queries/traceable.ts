import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { TRACEABLE_NAMES } from '../rules/steps.ts'
import type { TraceCode } from '@reelay/media/viewer-codes'
import type { CodeOwner } from '../rules/trace-report.ts'

export type StoredPart = { key: string; length: number; duration: number | null }
/** A film that somebody has watched, with its two marked renditions. */
export type TraceableFilm = { file: string; name: string; a: StoredPart[]; b: StoredPart[] }

/** Over `file f`: the parts of one marked rendition. */
const partsOf = ({ kind, variant }: { kind: string; variant: string }) => sql`(
  select json_agg(json_build_object('key', p.key, 'length', p.length, 'duration', p.duration)
    order by p.number)
  from rendition r join rendition_part p on p.studio_id = r.studio_id and p.rendition_id = r.id
  where r.studio_id = f.studio_id and r.file_id = f.id and r.kind = ${kind}
    and r.variant = ${variant} and r.complete
)`

/** Films watched last come first: leaks are usually recent. */
export async function listTraceableFilms(
  db: Db,
  { film }: { film?: string },
): Promise<TraceableFilm[]> {
  const { rows } = await sql<TraceableFilm>`
    select file, name, a, b from (
      select f.id as file, f.name, ${partsOf(TRACEABLE_NAMES.a)} as a,
        ${partsOf(TRACEABLE_NAMES.b)} as b,
        (select max(c.created_at) from trace_code c
          where c.studio_id = f.studio_id and c.file_id = f.id) as watched
      from file f where ${film ? sql`f.id = ${film}` : sql`true`}
    ) film
    where a is not null and b is not null and watched is not null
    order by watched desc`.execute(db)
  return rows
}

export async function listTraceCodes(db: Db, files: string[]): Promise<TraceCode[]> {
  const { rows } = await sql<TraceCode>`
    select id, code from trace_code where file_id = any(${files}) order by id`.execute(db)
  return rows
}

export async function listCodeOwners(db: Db, codes: string[]): Promise<CodeOwner[]> {
  const { rows } = await sql<CodeOwner>`
    select c.id, c.person_id as person, p.name, p.email, f.name as film,
      seconds(c.created_at) as "watchedAt"
    from trace_code c join file f on f.studio_id = c.studio_id and f.id = c.file_id
      left join person p on p.id = c.person_id
    where c.id = any(${codes})`.execute(db)
  return rows
}
