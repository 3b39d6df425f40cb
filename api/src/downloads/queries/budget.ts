import { anyViewer } from '../../access/queries/viewers.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

const window = sql`interval '10 minutes'`

/** Waits for the person's row, so that every earlier download is visible. */
export async function lockBudget(tx: Tx, person: string): Promise<{ alerted: boolean }> {
  const { rows } = await sql<{ alerted: boolean }>`
    insert into download_budget (person_id) values (${person}) on conflict (person_id) do update
      set person_id = excluded.person_id
    returning coalesce(alerted_at > now() - ${window}, false) as alerted`.execute(tx)
  return rows[0]!
}

export async function countRecentDownloads(tx: Tx, person: string): Promise<number> {
  const { rows } = await sql<{
    taken: number
  }>`select count(*) as taken from download where person_id = ${person}
    and not opened and created_at > now() - ${window}`.execute(tx)
  return rows[0]!.taken
}

/** Seconds until this many of the oldest downloads leave the window. */
export async function secondsUntilBudgetFrees(
  tx: Tx,
  person: string,
  many: number,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from max(created_at) + ${window} - now()))::int as seconds
    from (select created_at from download where person_id = ${person}
      and not opened and created_at > now() - ${window} order by created_at limit ${many}) oldest`.execute(
    tx,
  )
  return rows[0]!.seconds
}

export const markAlerted = (tx: Tx, person: string) =>
  sql`update download_budget set alerted_at = now() where person_id = ${person}`.execute(tx)

/** The studio with most of these downloads, and its managers. */
export async function findStudioToAlert(
  tx: Tx,
  person: string,
  files: string[],
): Promise<{ studio: string; users: string[] }> {
  const { rows } = await sql<{ studio: string; users: string[] }>`
    with main_studio as (
      select studio_id, count(*) as many from (
        select studio_id from download where person_id = ${person}
          and created_at > now() - ${window} union all select studio_id from file
          where id = any (${files})) taken
      group by studio_id order by many desc, studio_id limit 1)
    select w.studio_id as studio, array(
      select viewer.id from viewer where viewer.active
        and ${anyViewer.hasRole(sql`w.studio_id`, 'admin', 'studio')}) as users
    from main_studio w`.execute(tx)
  return rows[0]!
}
