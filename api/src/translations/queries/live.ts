import { seesTranslation, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { PRESENCE_TIMEOUT_MS, type PresentPerson } from '../contract.ts'

export type LiveTranslation = {
  textTrack: string
  revision: number
  /** Grows with every revision and every change of presence. */
  changes: number
  people: PresentPerson[]
}

/** Over `presence`. */
export const isFresh = sql`seen_at > clock_timestamp()
  - ${`${PRESENCE_TIMEOUT_MS} milliseconds`}::interval`

/** `people` are the others who have it open. */
export async function getLiveTranslation(
  db: Db,
  viewer: Viewer,
  { id, person }: { id: string; person: string },
): Promise<LiveTranslation> {
  const { rows } = await sql<LiveTranslation>`
    select tr.text_track_id as "textTrack", t.revision, ${changesOf} as changes, coalesce((
      select json_agg(json_build_object(
        '_id', p.id, 'name', p.name, 'line', presence.line_id, 'selection', presence.selection,
        'since', seconds(presence.since)) order by presence.since, p.id)
      from presence join person p on p.id = presence.person_id
      where presence.studio_id = tr.studio_id and presence.translation_id = tr.id
        and p.id <> ${person} and presence.${isFresh}), '[]') as people
    from translation tr
      join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id
      join text_track t on t.studio_id = tr.studio_id and t.id = tr.text_track_id
    where tr.id = ${id} and ${seesTranslation(viewer)}`.execute(db)
  if (!rows[0]) throw notFound('translation')
  return rows[0]
}

/** The `changes` of translations, for the streams of this process. */
export async function listChanges(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; changes: number }>`
    select tr.id, ${changesOf} as changes
    from translation tr join text_track t on t.studio_id = tr.studio_id and t.id = tr.text_track_id
    where tr.id = any (${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, changes }) => [id, changes]))
}

/** Over `translation tr` and its `text_track t`. */
const changesOf = sql`t.revision + coalesce((
  select sum(p.changes)::int from presence p
    where p.studio_id = tr.studio_id and p.translation_id = tr.id), 0)`
