// Inserts a million downloads with SQL; creating them through the API would take too long.
import { sql } from 'kysely'
import pg from 'pg'
import { addAnchors } from '../../api/src/downloads/queries/anchors.ts'
import { connect } from '../../api/src/kernel/db/connect.ts'
import { inTransaction } from '../../api/src/kernel/db/transaction.ts'

/** A word in the names of three out of five files. */
export const COMMON_WORD = 'trailer'

export async function createDownloads(url: string, studio: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of [PROJECTS, ASSETS, FILES]) await client.query(statement, [studio])
  await withoutIndexes(client, () => client.query(DOWNLOADS, [studio, rows]))
  await addAllAnchors(url)
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.end()
}

/** Drops the indexes and foreign-key checks while it inserts: four times faster. */
async function withoutIndexes(client: pg.Client, work: () => Promise<unknown>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'download' and indexname <> 'download_pkey'`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query('set session_replication_role = replica')
  await work()
  for (const { definition } of rows) await client.query(definition)
}

const PROJECTS = `
  insert into project (studio_id, slug, name)
  select $1, 'bench-' || n, (array[
    'Winter Harbour', 'A Lamp for Osei', 'Glass Orchard', 'The Ninth Ferry'
  ])[n % 4 + 1] || ' ' || n
  from generate_series(1, 20) n`
const ASSETS = `
  insert into asset (studio_id, project_id, type_id, slug, name, media_type, workflow_id, phase)
  select
    $1, p.id, t.id, p.slug || '-' || n,
    (array['Teaser', 'Main cut', 'Spot', 'Featurette', 'Promo'])[n % 5 + 1] || ' ' || n,
    t.media_type, w.id, 'WIP'
  from project p
  cross join generate_series(1, 25) n
  join asset_type t on t.slug = 'trailer'
  cross join workflow w
  where p.slug like 'bench-%' and w.name = 'Standard'`
const FILES = `
  insert into file (
    studio_id, project_id, asset_id, owner_id, name,
    language, length, mime, received_at, verified_at
  )
  select
    $1, a.project_id, a.id, (select id from person limit 1),
    (case when n <= 6 then 'trailer' else 'poster' end) || '_' || a.slug || '_' || n || '.mov',
    'deu', 1000000, 'video/quicktime', now(), now()
  from asset a
  cross join generate_series(1, 10) n
  where a.slug like 'bench-%'`
/** Popular files are downloaded more often. The latest download is five minutes old. */
const DOWNLOADS = `
  with files as materialized (
    select array_agg(id order by random()) as ids
    from file where asset_id in (select id from asset where slug like 'bench-%')
  ),
  people as materialized (select array_agg(id) as ids from person),
  picked as materialized (
    select
      n,
      files.ids[1 + floor(power(random(), 2) * array_length(files.ids, 1))::int] as file,
      people.ids[1 + floor(random() * array_length(people.ids, 1))::int] as person
    from generate_series(1, $2::int) n cross join files cross join people
  )
  insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
  select
    $1, f.project_id, f.asset_id, f.id, picked.person,
    now() - interval '5 minutes' - ($2 - picked.n) * interval '27 seconds'
  from picked
  join file f on f.id = picked.file
  order by picked.n`

/** The service does this every minute for new rows. */
export async function addAllAnchors(url: string) {
  const db = connect(url, { size: 1 })
  // A million rows take more than a minute, so there are no timeouts here.
  while (
    await inTransaction(db, async (tx) => {
      for (const limit of ['statement_timeout', 'lock_timeout'])
        await sql`set local ${sql.ref(limit)} = 0`.execute(tx)
      return addAnchors(tx)
    })
  );
  await db.destroy()
}
