// Fills a studio with generated rows: 100,000 assets, 200,000 work requests, a million downloads,
// two million events and as many notifications for each unit of size. Ids follow from numbers, so
// no statement looks up what it refers to.
import { sql } from 'kysely'
import pg from 'pg'
import { connect } from '../../../api/src/kernel/db/connect.ts'
import { inTransaction } from '../../../api/src/kernel/db/transaction.ts'

/** A word of one work request, asset, file, audit entry and project in about 20,000. */
export const RARE_WORD = 'zephyrine'
export const COMMON_WORD = 'trailer'
export const ASSETS = 100_000

/** The tables that grow, whose indexes are built after loading. */
const TABLES = [
  'project',
  'asset',
  'file',
  'preview',
  'work_request',
  'work_request_history',
  'work_request_file',
  'text_track',
  'translation',
  'offline',
  'download',
  'event',
  'event_reader',
  'notification',
  'audit',
  'mail',
]

type Span = { from: number; to: number }

/** Adds the rows of the assets `from` to `to`. */
export async function fillStudio(url: string, { from, to }: Span): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await addRows(client, { from, to })
    // The new downloads are between the old ones, so the positions of all anchors change.
    await client.query(`truncate download_anchor, download_count, report_day, report_block,
      notification_day_count, due_week_count, own_request_count, mail_count, translator_day,
      open_moved_request`)
    await addAllAnchors(url)
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** The service does this every minute for new rows. A million take more than a minute. */
async function addAllAnchors(url: string) {
  const db = connect(url, { size: 1 })
  while (
    await inTransaction(db, async (tx) => {
      for (const limit of ['statement_timeout', 'lock_timeout'])
        await sql`set local ${sql.ref(limit)} = 0`.execute(tx)
    })
  );
  await db.destroy()
}

async function addRows(client: pg.Client, { from, to }: Span): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await client.query(`set maintenance_work_mem = '512MB'`)
  const indexes = await dropIndexes(client)
  if (from === 1) for (const statement of PEOPLE) await client.query(statement)
  await client.query(KNOWN)
  for (const statement of ROWS)
    await client.query(statement.replaceAll(':from', String(from)).replaceAll(':to', String(to)))
  // Triggers did not run, and the statements that make up for it join large tables.
  await client.query('analyze')
  for (const rebuild of ['rebuild_row_counts', 'rebuild_bucket_counts', 'rebuild_sights'])
    await client.query(`select ${rebuild}()`)
  for (const definition of indexes) await client.query(definition)
  await client.query('reset session_replication_role')
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = any ($1) and not exists (
       select from pg_constraint c where c.conname = i.indexname)`,
    [TABLES],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const PEOPLE = [
  `insert into person (id, email, name, approved, registered, confirmed, preferences)
   select pg_temp.id('1', n), 'person-' || n || '@example.com', 'Person ' || n,
     true, true, true, (select preferences from person limit 1)
   from generate_series(1, 200) n`,
  `insert into membership (person_id, studio_id, roles, territory_id)
   select pg_temp.id('1', n), s.id,
     array[(array['territory', 'studio', 'vendor', 'translator'])[n % 4 + 1]],
     case when n % 4 = 0 then (select id from territory where code = 'DE') end
   from generate_series(1, 200) n cross join studio s where s.slug = 'studio-a'`,
  `insert into people_group (id, name, type)
   select pg_temp.id('2', n), 'Vendor ' || n, 'v' from generate_series(1, 9) n`,
  `insert into group_studio (group_id, studio_id)
   select pg_temp.id('2', n), s.id from generate_series(1, 9) n cross join studio s
   where s.slug = 'studio-a'`,
].map((statement) => `${idFunction()}; ${statement}`)

/** Ids of 24 hexadecimal digits. The first tells the kind. */
function idFunction(): string {
  return `create or replace function pg_temp.id(kind text, n bigint) returns text
    language sql immutable return kind || lpad(to_hex(n), 23, '0')`
}

/** What rows refer to, and times that are spread over two years. */
const KNOWN = `
  ${idFunction()};
  create or replace function pg_temp.time(n bigint) returns timestamptz language sql stable
    return now() - interval '5 minutes' - (n * 7919 % 100003) * interval '631 seconds';
  create or replace function pg_temp.person(n bigint) returns text language sql immutable
    return pg_temp.id('1', n * 31 % 200 + 1);
  create or replace function pg_temp.translator(n bigint, translator text) returns text
    language sql immutable
    return case when n % 100 = 0 then translator when n % 3 = 0 then pg_temp.person(n) end;
  create or replace function pg_temp.status(n bigint) returns text language sql immutable return case
    when n % 100 < 93 then 'complete' when n % 100 < 95 then 'cancelled'
    else (array['incomplete', 'submitted', 'in-progress', 'for-review', 'rejected'])[n % 5 + 1] end;
  create temp table known as
  select s.id as studio, ty.id as type, ty.media_type, f.id as workflow, g.id as vendor,
    (select id from person where email = 'studio-a@example.com') as reader,
    (select id from person where email = 'territory-a@example.com') as territory,
    (select id from person where email = 'vendor-a@example.com') as vendor_person,
    (select id from person where email = 'translator-a@example.com') as translator,
    (select id from person where email = 'admin@example.com') as admin
  from studio s, asset_type ty, workflow f, people_group g
  where s.slug = 'studio-a' and ty.slug = 'trailer' and f.name = 'Standard'
    and g.name = 'Vendors a'`

/** A name with a common word, and with a rare one now and then. */
const nameOf = (n: string, words: string) =>
  `(array[${words}])[${n} % 5 + 1] || ' ' || ${n}
    || case when ${n} % 20011 = 7 then ' ${RARE_WORD}' else '' end`

const ROWS = [
  `insert into project (id, studio_id, slug, name, created_at)
   select pg_temp.id('3', n), k.studio, 'size-' || n, ${nameOf(
     'n',
     `'Winter Harbour', 'A Lamp for Osei', 'Glass Orchard', 'The Ninth Ferry', 'Low Water'`,
   )}, pg_temp.time(n)
   from generate_series((:from - 1) / 100 + 1, :to / 100) n, known k`,
  `insert into asset (
     id, studio_id, project_id, type_id, slug, name, media_type, workflow_id, phase,
     phase_changed_at, created_at)
   select pg_temp.id('4', n), k.studio, pg_temp.id('3', (n - 1) / 100 + 1), k.type, 'size-' || n,
     ${nameOf('n', `'Main trailer', 'Teaser trailer', 'Trailer spot', 'Featurette', 'Promo'`)},
     k.media_type, k.workflow, 'WIP', pg_temp.time(n), pg_temp.time(n)
   from generate_series(:from, :to) n, known k`,
  `insert into file (
     id, studio_id, project_id, asset_id, owner_id, name, language, length, mime, received_at,
     verified_at, created_at, embargo_end, vendors)
   select pg_temp.id('5', n), k.studio, pg_temp.id('3', ((n + 1) / 2 - 1) / 100 + 1),
     pg_temp.id('4', (n + 1) / 2), pg_temp.person(n),
     replace(${nameOf('n', `'trailer', 'poster', 'trailer', 'spot', 'trailer'`)}, ' ', '_') || '.mov',
     'deu', 1000000, 'video/quicktime', pg_temp.time(n), pg_temp.time(n), pg_temp.time(n),
     case when n % 997 = 0 then now() + interval '90 days' end,
     case when n % 10 = 0 then array[pg_temp.id('2', n % 9 + 1)] end
   from generate_series(2 * :from - 1, 2 * :to) n, known k`,
  `insert into preview (
     id, studio_id, project_id, asset_id, file_id, revision, label, type, created_at)
   select pg_temp.id('6', n), k.studio, pg_temp.id('3', (n - 1) / 100 + 1), pg_temp.id('4', n),
     pg_temp.id('5', 2 * n), '1', 'v1', 'video/quicktime', pg_temp.time(n)
   from generate_series(:from, :to) n, known k`,
  `insert into work_request (
     id, studio_id, project_id, asset_id, owner_id, status, language, territory, due_at, due_tz,
     dng, uses, dcp, recipients, instructions, submitted_at, created_at, vendor_id, vendor_answer,
     assignee_id)
   select pg_temp.id('7', n), k.studio, pg_temp.id('3', ((n + 1) / 2 - 1) / 100 + 1),
     pg_temp.id('4', (n + 1) / 2),
     case when n % 20 = 0 then k.territory else pg_temp.person(n) end, pg_temp.status(n),
     (array['deu', 'fra', 'spa', 'ita', 'jpn'])[n % 5 + 1],
     (array['DE', 'FR', 'ES', 'IT', 'JP', 'AT', 'CH'])[n % 7 + 1],
     case when pg_temp.status(n) in ('complete', 'cancelled') then pg_temp.time(n) + interval '14 days'
       else now() + (n * 7919 % 1009 - 100) * interval '1 hour' end, 'Europe/Berlin',
     '{"dialogue": ["Subtitled"], "graphics": [], "narration": []}',
     '{"items": ["Online"], "details": {"Online": [{"value": "1080p", "ship": false}]}}',
     '{"items": [], "details": []}', '{}',
     'Rebuild the title card of the trailer.' || case when n % 20011 = 7 then ' ${RARE_WORD}' else '' end,
     case when pg_temp.status(n) <> 'incomplete'
       then least(pg_temp.time(n) + interval '1 hour', now()) end,
     pg_temp.time(n),
     case n % 4 when 0 then k.vendor when 1 then pg_temp.id('2', n % 9 + 1) end,
     case when n % 4 < 2 then 'accepted' end,
     coalesce(pg_temp.translator(2 * n, k.translator), pg_temp.translator(2 * n - 1, k.translator))
   from generate_series(2 * :from - 1, 2 * :to) n, known k`,
  `insert into work_request_history (studio_id, work_request_id, person_id, status, at, code)
   select w.studio_id, w.id, w.owner_id, step.status,
     w.created_at + step.number * interval '13 hours', step.code
   from work_request w cross join lateral (values
     (0, 'incomplete', null), (1, 'submitted', null), (2, 'in-progress', null),
     (3, 'for-review', null), (4, 'rejected', 'picture'), (6, 'for-review', null),
     (9, w.status, null)) step (number, status, code)
   where w.id between pg_temp.id('7', 2 * :from - 1) and pg_temp.id('7', 2 * :to)
     and (w.status <> 'incomplete' or step.number = 0)
     and w.created_at + step.number * interval '13 hours' < now()
     and (step.number not in (4, 6) or w.id like '%0')`,
  `insert into work_request_file (work_request_id, name, file_id, position, state)
   select pg_temp.id('7', n), 'Online', pg_temp.id('5', n), 1, 'clean'
   from generate_series(2 * :from - 1, 2 * :to) n where pg_temp.status(n) = 'complete'`,
  `insert into offline (
     id, studio_id, project_id, asset_id, work_request_id, from_id, file_id, version, created_at)
   select pg_temp.id('8', n), k.studio, pg_temp.id('3', ((n + 1) / 2 - 1) / 100 + 1),
     pg_temp.id('4', (n + 1) / 2), pg_temp.id('7', n), k.vendor_person, pg_temp.id('5', n), 1,
     least(pg_temp.time(n) + interval '30 hours', now())
   from generate_series(2 * :from - 1, 2 * :to) n, known k where pg_temp.status(n) <> 'incomplete'`,
  `insert into text_track (id, studio_id)
   select pg_temp.id('9', n), k.studio from generate_series(4 * :from - 3, 4 * :to) n, known k`,
  `insert into translation (
     id, studio_id, asset_id, work_request_id, part, language, status, translator_id, created_at,
     text_track_id)
   select pg_temp.id('a', n), k.studio, pg_temp.id('4', (n + 3) / 4), pg_temp.id('7', (n + 1) / 2),
     case n % 2 when 0 then 'dialogue' else 'graphics' end,
     (array['deu', 'fra', 'spa', 'ita', 'jpn'])[(n + 1) / 2 % 5 + 1],
     case when pg_temp.status((n + 1) / 2) = 'complete' then 'approved' else 'incomplete' end,
     pg_temp.translator(n, k.translator),
     pg_temp.time(n), pg_temp.id('9', n)
   from generate_series(4 * :from - 3, 4 * :to) n, known k`,
  `insert into download (
     id, studio_id, project_id, asset_id, file_id, person_id, created_at)
   select pg_temp.id('b', n), k.studio, pg_temp.id('3', (n - 1) / 1000 + 1),
     pg_temp.id('4', (n + 9) / 10), pg_temp.id('5', (n + 9) / 10 * 2), pg_temp.person(n),
     pg_temp.time(n)
   from generate_series(10 * :from - 9, 10 * :to) n, known k`,
  `insert into event (
     id, studio_id, type, from_id, work_request_id, asset_id, told, files, notify_users,
     processed, pushed, digested, created_at, sequence, vendor_id)
   select pg_temp.id('c', n), k.studio, case n % 4 when 0 then 'fin' else 'wco' end,
     pg_temp.person(n), case when n % 4 > 0 then pg_temp.id('7', (n + 9) / 10) end,
     pg_temp.id('4', (n + 19) / 20), '{}',
     case n % 4 when 0 then array[pg_temp.id('5', (n + 9) / 10)] else '{}' end,
     array[case n % 10 when 0 then k.reader when 1 then k.vendor_person when 3 then k.admin
       when 5 then k.territory
       else case when n % 50 = 2 then k.translator else pg_temp.person(n) end end],
     true, true, true, pg_temp.time(n), -n, null
   from generate_series(20 * :from - 19, 20 * :to) n, known k`,
  `insert into notification (
     id, studio_id, event_id, from_id, to_id, type, title, email_subject, read, viewed, created_at)
   select pg_temp.id('d', n), k.studio, pg_temp.id('c', n), pg_temp.person(n),
     case n % 10 when 0 then k.reader when 1 then k.vendor_person when 3 then k.admin
       when 5 then k.territory
       else case when n % 50 = 2 then k.translator else pg_temp.person(n) end end,
     case n % 4 when 0 then 'fin' else 'wco' end, 'A work request changed',
     'A work request changed', n % 30 > 0, true, pg_temp.time(n)
   from generate_series(20 * :from - 19, 20 * :to) n, known k`,
  `insert into audit (
     id, number, at, by_id, by_name, act, about_kind, about_id, about_name, studios, search)
   overriding system value
   select pg_temp.id('e', n), -n, pg_temp.time(n), pg_temp.person(n), by_name, act, 'workrequest',
     pg_temp.id('7', (n + 4) / 5), about_name, array[k.studio],
     concat_ws(chr(31), fold(about_name), fold(by_name), act)
   from generate_series(10 * :from - 9, 10 * :to) n
   cross join lateral (
     select 'Person ' || n % 200 + 1 as by_name, 'workrequest.change' as act,
       ${nameOf('n', `'Main trailer', 'Teaser trailer', 'Trailer spot', 'Featurette', 'Promo'`)}
         as about_name) named,
     known k`,
  `insert into mail (to_address, subject, text, sent_at, created_at)
   select 'person-' || n % 200 || '@example.com', 'A work request changed', 'Look at it.',
     pg_temp.time(n), pg_temp.time(n)
   from generate_series(:from, :to) n`,
]
