import { startDownloads } from '../src/downloads/contract.ts'
import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import type { DemoCalendar } from './calendar.ts'
import type { PersonKey } from './data/people.ts'
import type { DemoLibrary } from './library.ts'
import type { Staff } from './people.ts'

const DOWNLOADS = 2_000

/** A few recent downloads through the API, and a year of earlier ones by SQL. */
export async function fillDownloads(
  db: Db,
  calendar: DemoCalendar,
  staff: Staff,
  library: DemoLibrary,
) {
  const recent: [PersonKey, string, number][] = [
    ['annegret', 'velmarra-trailer-1', 3.2],
    ['haruka', 'almanac-season-trailer', 1.6],
    ['piet', 'velmarra-trailer-2', 0.7],
    ['layan', 'velmarra-trailer-1', 0.3],
  ]
  for (const [key, slug, days] of recent)
    await calendar.at(days, async () =>
      staff.person[key].call(startDownloads, {
        body: { files: await filesOf(db, library[slug]!._id) },
      }),
    )
  await pastDownloads(db, staff.studio.lanternfold)
}

async function filesOf(db: Db, asset: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from file
    where asset_id = ${asset} and verified_at is not null and embargo_end is null
      and not embargo_event
    order by name limit 2`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Person, file and time come from the digest of a number, so that every demo is the same. Nothing is
 * downloaded before it exists, under embargo, or by people without access.
 */
async function pastDownloads(db: Db, studio: string) {
  const random = (what: string) =>
    sql`(('x' || left(md5(n || ${what}), 8))::bit(32)::bigint / 4294967296.0)`
  await sql`
    with people as (
      select array_agg(p.id order by p.email) as ids
      from person p join membership m on m.person_id = p.id
      where m.studio_id = ${studio} and m.roles && array['studio', 'territory', 'vendor']
    ),
    files as (
      select array_agg(f.id order by f.created_at, f.name) as ids from file f
      where f.studio_id = ${studio} and f.verified_at is not null and f.embargo_end is null
        and not f.embargo_event
    )
    insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
    select f.studio_id, f.project_id, f.asset_id, f.id,
      people.ids[1 + floor(${random('who')} * cardinality(people.ids))::int],
      f.created_at + (now() - f.created_at) * ${random('when')}
    from generate_series(1, ${DOWNLOADS} - (select count(*) from download)) n
      cross join people cross join files
      join file f
        on f.id = files.ids[1 + floor(${random('what')} * cardinality(files.ids))::int]`.execute(db)
}
