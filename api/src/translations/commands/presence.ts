import { sql } from 'kysely'
import { seesTranslation, viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { PRESENCE_TIMEOUT_MS, type Presence } from '../contract.ts'

/**
 * Reports presence in one statement, because every open editor sends it every few seconds. After
 * a timeout `since` starts again. Takes a Db, because no event is emitted.
 */
export async function updatePresence(
  db: Db,
  { id, line, by }: { id: string; line: string | null; by: Caller },
): Promise<Presence> {
  const fresh = sql`clock_timestamp() - ${`${PRESENCE_TIMEOUT_MS} milliseconds`}::interval`
  const { rows } = await sql<Presence>`
    with visible as (
      select tr.id, tr.text_track_id
      from translation tr join work_request w on w.id = tr.work_request_id
      where tr.id = ${id} and ${seesTranslation(viewerOf(by))}
    ), me as (
      insert into presence (translation_id, person_id, line_id)
      select id, ${by._id}, ${line} from visible
      on conflict (translation_id, person_id) do update set
        line_id = excluded.line_id,
        seen_at = excluded.seen_at,
        since = case
          when presence.seen_at > ${fresh} then presence.since else excluded.since end
    )
    select t.revision, coalesce((
      select json_agg(
        json_build_object(
          '_id', p.id, 'name', p.name, 'line', other.line_id, 'since', seconds(other.since)
        ) order by other.since, p.id
      )
      from presence other join person p on p.id = other.person_id
      where other.translation_id = visible.id and p.id <> ${by._id} and other.seen_at > ${fresh}
    ), '[]') as people
    from visible join text_track t on t.id = visible.text_track_id`.execute(db)
  if (!rows[0]) throw notFound('translation')
  return rows[0]
}
