import { seesPerson } from '../../access/queries/people.ts'
import { seesTranslation, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { TranslatorCandidate } from '../contract.ts'

type Ordered = { studio: string; language: string; territory: string }

const MAX_CANDIDATES = 500

/**
 * The translators of the studio: first those who fit, then those with the least open work. Only
 * translations that the viewer can see count, so a vendor learns nothing about the work of others.
 */
export async function listTranslators(
  db: Db,
  viewer: Viewer,
  { studio, language, territory }: Ordered,
): Promise<TranslatorCandidate[]> {
  const { rows } = await sql<TranslatorCandidate>`
    select p.id as "_id", p.name, work.languages, work.open, seconds(work.next_due) as "nextDue",
      (${language} = any (work.languages) or coalesce(
        t.code = ${territory}
        or t.languages @> jsonb_build_array(jsonb_build_object('code', ${language}::text)), false)
      ) as fits
    from membership m
    join person p on p.id = m.person_id
    left join territory t on t.id = m.territory_id
    cross join lateral (
      select coalesce(array_agg(distinct tr.language), '{}') as languages,
        (count(*) filter (where ${isOpenWork}))::int as open,
        min(least(w.due_at, w.deadline_at)) filter (where ${isOpenWork}) as next_due
      from translation tr
        join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id
      where tr.translator_id = p.id and tr.studio_id = ${studio} and ${seesTranslation(viewer)}
    ) work
    where m.studio_id = ${studio} and 'translator' = any (m.roles) and p.disabled_at is null
      and ${seesPerson(viewer, sql`p.id`)}
    order by fits desc, work.open, p.name, p.id limit ${MAX_CANDIDATES}`.execute(db)
  return rows
}

/** Over `translation tr` and `work_request w`: the translator still has to act. */
const isOpenWork = sql`tr.status in ('incomplete', 'rejected')
  and w.status not in ('incomplete', 'complete', 'cancelled')`
