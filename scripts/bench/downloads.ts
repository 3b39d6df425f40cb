// A million downloads, written by SQL: nobody has the time to make them one by one.
import { sql } from 'kysely'
import pg from 'pg'
import { dropAnchors } from '../../api/src/downloads/queries/anchors.ts'
import { connect } from '../../api/src/kernel/db/connect.ts'
import { inTransaction } from '../../api/src/kernel/db/transaction.ts'

/** A word in the names of three files of five. */
export const BROAD = 'trailer'

export async function fillDownloads(url: string, studio: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of [PROJECTS, ASSETS, FILES]) await client.query(statement, [studio])
  await withoutIndexes(client, () => client.query(DOWNLOADS, [studio, rows]))
  await anchor(url)
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.end()
}

/**
 * Indexes made afterwards, and references not asked for: a quarter of the time, and the same table.
 */
async function withoutIndexes(client: pg.Client, work: () => Promise<unknown>) {
  const { rows } = await client.query<{ name: string; made: string }>(
    "select indexname as name, indexdef as made from pg_indexes where tablename = 'download' and indexname <> 'download_pkey'",
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query('set session_replication_role = replica')
  await work()
  for (const { made } of rows) await client.query(made)
}

const PROJECTS = `
  insert into project (studio_id, slug, name) select $1, 'bench-' || n, (array['Winter Harbour', 'A Lamp for Osei', 'Glass Orchard', 'The Ninth Ferry'])[n % 4 + 1] || ' ' || n from generate_series(1, 20) n`
const ASSETS = `
  insert into asset (studio_id, project_id, type_id, slug, name, media_type, workflow_id, phase)
  select $1, p.id, t.id, p.slug || '-' || n, (array['Teaser', 'Main cut', 'Spot', 'Featurette', 'Promo'])[n % 5 + 1] || ' ' || n, t.media_type, w.id, 'WIP'
  from project p cross join generate_series(1, 25) n join asset_type t on t.slug = 'trailer' cross join workflow w where p.slug like 'bench-%' and w.name = 'Standard'`
const FILES = `
  insert into file (studio_id, project_id, asset_id, owner_id, name, language, length, mime, received_at, verified_at)
  select $1, a.project_id, a.id, (select id from person limit 1), (case when n <= 6 then 'trailer' else 'poster' end) || '_' || a.slug || '_' || n || '.mov', 'deu', 1000000, 'video/quicktime', now(), now()
  from asset a cross join generate_series(1, 10) n where a.slug like 'bench-%'`
/**
 * Popular files are taken more often, as everywhere; the last of them was taken a few minutes ago.
 */
const DOWNLOADS = `
  with files as materialized (select array_agg(id order by random()) as ids from file where asset_id in (select id from asset where slug like 'bench-%')),
  people as materialized (select array_agg(id) as ids from person),
  picked as materialized (
    select n, files.ids[1 + floor(power(random(), 2) * array_length(files.ids, 1))::int] as file, people.ids[1 + floor(random() * array_length(people.ids, 1))::int] as person
    from generate_series(1, $2::int) n cross join files cross join people)
  insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
  select $1, f.project_id, f.asset_id, f.id, picked.person, now() - interval '5 minutes' - ($2 - picked.n) * interval '27 seconds' from picked join file f on f.id = picked.file order by picked.n`

/** The service does this every minute for what is new. */
async function anchor(url: string) {
  const db = connect(url, { size: 1 })
  // A million at once is more than a minute's worth, so here it may take its time, and wait for the
  // service's own turn.
  while (
    await inTransaction(db, async (tx) => {
      for (const limit of ['statement_timeout', 'lock_timeout'])
        await sql`set local ${sql.ref(limit)} = 0`.execute(tx)
      return dropAnchors(tx)
    })
  );
  await db.destroy()
}
