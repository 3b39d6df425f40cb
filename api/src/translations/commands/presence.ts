import { seesTranslation, viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Presence, TextSelection } from '../contract.ts'
import { getLiveTranslation, isFresh } from '../queries/live.ts'

type PresenceInput = {
  id: string
  line: string | null
  selection: TextSelection | null
  by: Caller
}

/** After a timeout `since` starts again. Takes a Db, because no event is emitted. */
export async function updatePresence(
  db: Db,
  { id, line, selection, by }: PresenceInput,
): Promise<Presence> {
  const viewer = viewerOf(by)
  await sql`
    insert into presence (studio_id, translation_id, person_id, line_id, selection)
    select tr.studio_id, tr.id, ${by._id}, ${line}, ${selection && JSON.stringify(selection)}::jsonb
    from translation tr 
      join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id
    where tr.id = ${id} and ${seesTranslation(viewer)}
    on conflict (studio_id, translation_id, person_id) do update set
      line_id = excluded.line_id,
      selection = excluded.selection,
      seen_at = excluded.seen_at,
      since = case when presence.${isFresh} then presence.since else excluded.since end,
      changes = presence.changes + (
        (presence.line_id, presence.selection) is distinct from
          (excluded.line_id, excluded.selection) or not presence.${isFresh})::int`.execute(db)
  const { people, revision } = await getLiveTranslation(db, viewer, { id, person: by._id })
  return { people, revision }
}

export async function endPresence(db: Db, { id, by }: { id: string; by: Caller }): Promise<void> {
  await sql`
    update presence set seen_at = '-infinity', changes = changes + 1
    where translation_id = ${id} and person_id = ${by._id} and ${isFresh}`.execute(db)
}
