// Fills a studio with generated rows that the product could have written: 100,000 assets, 200,000
// work requests with their lines and 1.2 million status changes, a million downloads, two million
// events and as many notifications for each unit of size. Ids follow from numbers, so no statement
// looks up what it refers to.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { BenchContext } from '../context.ts'

/** A word of one work request, asset, file, audit entry and project in about 20,000. */
export const RARE_WORD = 'zephyrine'
export const COMMON_WORD = 'trailer'
const ASSETS = 100_000

/** Fills the database, unless `--data` names one that is filled. */
export async function fillOnce({ dataDir, databaseUrl, size, log }: BenchContext): Promise<void> {
  const marker = join(dataDir, 'filled')
  if (existsSync(marker)) return
  const assets = Math.round(ASSETS * size)
  log(`Adding ${assets} assets and what belongs to them`)
  await fillStudio(databaseUrl, assets)
  writeFileSync(marker, String(assets))
}

export async function fillStudio(url: string, assets: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(`set maintenance_work_mem = '512MB'`)
    await client.query(KNOWN)
    const indexes = await dropIndexes(client)
    for (const statement of ROWS)
      await client.query(statement.replaceAll(':assets', String(assets)))
    for (const definition of indexes) await client.query(definition)
    await client.query('reset session_replication_role')
    await client.query(CHECK_REFERENCES)
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** They are built after loading, except those of constraints. Returns their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const tables = ROWS.map((statement) => /insert into (\w+)/.exec(statement)![1])
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = any ($1) and not exists (
       select from pg_constraint c where c.conname = i.indexname)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Fails if a row refers to one that does not exist. */
const CHECK_REFERENCES = `
  do $$ declare reference record; begin
    for reference in select conrelid::regclass as of, conname as name from pg_constraint
      where contype = 'f' loop
      execute format('alter table %s alter constraint %I not enforced', reference.of, reference.name);
      execute format('alter table %s alter constraint %I enforced', reference.of, reference.name);
    end loop;
  end $$`

/** What ids and values follow from. Ids have 24 hexadecimal digits, the first two tell the table. */
const KNOWN = `
  create function pg_temp.id(kind text, n bigint) returns text language sql immutable
    return kind || lpad(to_hex(n), 22, '0');
  create function pg_temp.time(n bigint) returns timestamptz language sql stable
    return now() - interval '5 minutes' - (n * 7919 % 100003) * interval '631 seconds';
  /* How long a request stays in a status. */
  create function pg_temp.step(n bigint) returns interval language sql stable
    return least(interval '13 hours', (now() - pg_temp.time(n)) / 12);
  /* How many of its seconds are working time: about a quarter. */
  create function pg_temp.worked(n bigint) returns numeric language sql stable
    return extract(epoch from pg_temp.step(n)) / 4;
  create function pg_temp.name(n bigint, words text[]) returns text language sql immutable
    return words[n % 5 + 1] || ' ' || n || case when n % 20011 = 7 then ' ${RARE_WORD}' else '' end;
  /* One of 200 people: 0 for a territory, 1 for the studio, 2 for a vendor, 3 for translators. */
  create function pg_temp.person(role bigint, n bigint) returns text language sql immutable
    return pg_temp.id('a1', n * 31 % 50 * 4 + case role when 0 then 4 else role end);
  create function pg_temp.translator(n bigint, translator text) returns text
    language sql immutable return case
    when n % 100 = 0 then translator when n % 3 = 0 then pg_temp.person(3, n) end;
  create function pg_temp.vendor(n bigint, vendor text) returns text language sql immutable
    return case n % 4 when 0 then vendor when 1 then pg_temp.id('a2', n % 9 + 1) end;
  create function pg_temp.vendor_person(n bigint, person text) returns text language sql immutable
    return case n % 4 when 1 then pg_temp.id('a1', (n % 9 + 9) * 4 - 2) else person end;
  create function pg_temp.language(n bigint) returns text language sql immutable
    return (array['deu', 'fra', 'spa', 'ita', 'jpn'])[n % 5 + 1];
  create function pg_temp.territory(n bigint) returns text language sql immutable
    return (array['DE', 'FR', 'ES', 'IT', 'JP', 'AT', 'CH'])[n % 7 + 1];
  /* The statuses of a request from its creation on. */
  create function pg_temp.statuses(n bigint) returns text[] language sql immutable return case
    when n % 100 < 10 then '{incomplete,submitted,awaiting-materials,in-progress,for-review,rejected,in-progress,for-review,approved,complete}'::text[]
    when n % 100 < 93 then '{incomplete,submitted,awaiting-materials,in-progress,for-review,approved,complete}'
    when n % 100 < 95 then '{incomplete,submitted,cancelled}'
    else trim_array('{incomplete,submitted,awaiting-materials,in-progress,for-review,rejected}'::text[],
      (array[0, 1, 2, 3, 5])[n / 100 % 5 + 1]) end;
  create function pg_temp.status(n bigint) returns text language sql immutable
    return (pg_temp.statuses(n))[cardinality(pg_temp.statuses(n))];
  create temp table known as
  select s.id as studio, ty.id as type, ty.media_type, f.id as workflow, g.id as vendor,
    (select id from person where email = 'studio-a@example.com') as reader,
    (select id from person where email = 'territory-a@example.com') as territory,
    (select id from person where email = 'vendor-a@example.com') as vendor_person,
    (select id from person where email = 'translator-a@example.com') as translator
  from studio s, asset_type ty, workflow f, people_group g
  where s.slug = 'studio-a' and ty.slug = 'trailer' and f.name = 'Standard'
    and g.name = 'Vendors a'`

const series = (each: number) => `generate_series(1, ${each} * :assets) n, known k`
const REQUESTS = `generate_series(1, 2 * :assets) n
  join work_request w on w.id = pg_temp.id('a7', n), known k`
/** Of a row of which each asset has several. */
const assetId = (each: number) => `pg_temp.id('a4', (n - 1) / ${each} + 1)`
const projectId = (each: number) => `pg_temp.id('a3', (n - 1) / ${100 * each} + 1)`

/** In the order in which rows refer to each other. */
const ROWS = [
  `insert into person (id, email, name, approved, registered, confirmed, preferences)
   select pg_temp.id('a1', n), 'person-' || n || '@example.com', 'Person ' || n, true, true, true,
     (select preferences from person limit 1)
   from generate_series(1, 200) n`,
  `insert into territory (id, code, name, standard)
   select pg_temp.id('a0', n), pg_temp.territory(n), 'Territory ' || n, 'PAL'
   from generate_series(1, 6) n`,
  `insert into membership (person_id, studio_id, roles, territory_id)
   select pg_temp.id('a1', n), k.studio,
     array[(array['territory', 'studio', 'vendor', 'translator'])[n % 4 + 1]],
     case when n % 4 = 0 then (select id from territory where code = 'DE') end
   from generate_series(1, 200) n, known k`,
  `insert into people_group (id, name, type)
   select pg_temp.id('a2', n), 'Vendor ' || n, 'v' from generate_series(1, 9) n`,
  `insert into group_studio (group_id, studio_id)
   select pg_temp.id('a2', n), k.studio from generate_series(1, 9) n, known k`,
  `insert into group_person (group_id, person_id)
   select pg_temp.id('a2', n % 9 + 1), pg_temp.id('a1', 4 * n - 2) from generate_series(1, 50) n`,
  `insert into project (id, studio_id, slug, name, created_at)
   select pg_temp.id('a3', n), k.studio, 'size-' || n, pg_temp.name(n, array['Winter Harbour',
     'A Lamp for Osei', 'Glass Orchard', 'The Ninth Ferry', 'Low Water']), pg_temp.time(n)
   from generate_series(1, (:assets - 1) / 100 + 1) n, known k`,
  `insert into asset (id, studio_id, project_id, type_id, slug, name, media_type, workflow_id, phase,
     phase_changed_at, created_at)
   select pg_temp.id('a4', n), k.studio, ${projectId(1)}, k.type, 'size-' || n, pg_temp.name(n,
     array['Main trailer', 'Teaser trailer', 'Trailer spot', 'Featurette', 'Promo']),
     k.media_type, k.workflow, 'WIP', pg_temp.time(n), pg_temp.time(n)
   from ${series(1)}`,
  `insert into file (id, studio_id, project_id, asset_id, owner_id, name, language, length, mime,
     received_at, verified_at, created_at, embargo_end, vendors)
   select pg_temp.id('a5', n), k.studio, ${projectId(2)}, ${assetId(2)},
     pg_temp.vendor_person(n, k.vendor_person), replace(pg_temp.name(n,
       array['trailer', 'poster', 'trailer', 'spot', 'trailer']), ' ', '_') || '.mov',
     pg_temp.language(n), 1000000, 'video/quicktime', pg_temp.time(n), pg_temp.time(n),
     pg_temp.time(n), case when n % 997 = 0 then now() + interval '90 days' end,
     case when n % 4 = 1 then array[pg_temp.vendor(n, null)] end
   from ${series(2)}`,
  `insert into preview (id, studio_id, project_id, asset_id, file_id, revision, label, type,
     created_at)
   select pg_temp.id('a6', n), k.studio, ${projectId(1)}, ${assetId(1)}, pg_temp.id('a5', 2 * n),
     '1', 'v1', 'video/quicktime', pg_temp.time(n)
   from ${series(1)}`,
  `insert into work_request (id, studio_id, project_id, asset_id, owner_id, status, language,
     territory, due_at, due_tz, dng, uses, dcp, recipients, instructions, submitted_at, created_at,
     vendor_id, vendor_answer, assignee_id)
   select pg_temp.id('a7', n), k.studio, ${projectId(2)}, ${assetId(2)},
     case when n % 35 = 0 then k.territory else pg_temp.person(least(n % 7, 1), n) end,
     pg_temp.status(n), pg_temp.language(n), pg_temp.territory(n),
     case when pg_temp.status(n) in ('complete', 'cancelled') then pg_temp.time(n)
       + interval '14 days' else now() + (n * 7919 % 1009 - 100) * interval '1 hour' end,
     'Europe/Berlin', '{"dialogue": ["Subtitled"], "graphics": ["OV"], "narration": ["OV"]}',
     '{"items": ["Online"], "details": {"Online": [{"value": "1080p", "ship": false}]}}',
     '{"items": [], "details": {}}', '{}', 'Rebuild the title card of the trailer.'
       || case when n % 20011 = 7 then ' ${RARE_WORD}' else '' end,
     case when pg_temp.status(n) <> 'incomplete' then pg_temp.time(n) + pg_temp.step(n) end,
     pg_temp.time(n), v.id, case when v.id is not null then 'accepted' end,
     coalesce(pg_temp.translator(2 * n, k.translator), pg_temp.translator(2 * n - 1, k.translator))
   from ${series(2)} cross join lateral (select case when pg_temp.status(n) <> 'incomplete'
     then pg_temp.vendor(n, k.vendor) end as id) v`,
  `insert into work_request_history (
     studio_id, work_request_id, person_id, status, at, code, reason, automatic, vendor_id,
     status_before, working_seconds, total_seconds, reached_before)
   select w.studio_id, w.id, case when step.status in ('in-progress', 'for-review', 'complete')
       then pg_temp.vendor_person(n, k.vendor_person) else w.owner_id end,
     step.status, w.created_at + (number - 1) * pg_temp.step(n),
     case step.status when 'rejected' then 'picture' end,
     case step.status when 'rejected' then 'The picture is too dark.' else '' end,
     step.status = 'awaiting-materials', case when number > 2 then w.vendor_id end,
     (pg_temp.statuses(n))[number - 1],
     case when number > 1 then pg_temp.worked(n) * (1 + n * number % 1000 / 2000.0) end,
     case step.status when 'complete' then pg_temp.worked(n) * (number - 2) end,
     case when number > 7 and step.status in ('in-progress', 'for-review')
       then w.created_at + (number - 4) * pg_temp.step(n) end
   from ${REQUESTS}
   cross join lateral unnest(pg_temp.statuses(n)) with ordinality step (status, number)`,
  `insert into work_request_assignment (id, studio_id, work_request_id, vendor_id, by_id, decision,
     decided_by, decided_at, created_at)
   select pg_temp.id('a8', n), w.studio_id, w.id, w.vendor_id, k.reader, 'accepted',
     pg_temp.vendor_person(n, k.vendor_person), w.submitted_at, w.submitted_at
   from ${REQUESTS} where w.vendor_id is not null`,
  `insert into material (studio_id, work_request_id, name, complete)
   select w.studio_id, w.id, 'Subtitled', w.status not in ('awaiting-materials', 'cancelled')
   from ${REQUESTS} where w.status <> 'incomplete'`,
  `insert into work_request_file (studio_id, work_request_id, name, file_id, position, state)
   select w.studio_id, w.id, 'Online', pg_temp.id('a5', n), 1, 'clean'
   from ${REQUESTS} where w.status = 'complete'`,
  `insert into offline (id, studio_id, project_id, asset_id, work_request_id, from_id, file_id,
     version, created_at, decision, decided_by, decided_at, reason, code, vendor_id)
   select pg_temp.id('a9', h.id), w.studio_id, w.project_id, w.asset_id, w.id, h.person_id,
     pg_temp.id('a5', n), row_number() over (partition by w.id order by h.id), h.at, next.status,
     case when next.status is not null then next.person_id end, next.at,
     coalesce(next.reason, ''), next.code, h.vendor_id
   from ${REQUESTS}, work_request_history h left join work_request_history next
     on next.id = h.id + 1 and next.work_request_id = h.work_request_id
   where h.work_request_id = w.id and h.status = 'for-review'`,
  `insert into text_track (id, studio_id, revision)
   select pg_temp.id('b0', n), k.studio, n % 2 from ${series(4)}`,
  `insert into text_track_revision (studio_id, text_track_id, number, person_id, action, at)
   select k.studio, pg_temp.id('b0', n), 1, pg_temp.person(3, n), 'written', pg_temp.time((n + 1) / 2)
   from ${series(4)} where n % 2 = 1`,
  `insert into text_track_line (
     studio_id, id, text_track_id, start_ms, stop_ms, position, text, custom)
   select k.studio, pg_temp.id('b1', 3 * n + line), pg_temp.id('b0', n), line * 3000, line * 3000 + 2400, line,
     (array['Wer zeichnet die Karte?', 'Sie zeigt das alte Meer.', 'Der Trailer beginnt.'])[line],
     true
   from ${series(4)}, generate_series(1, 3) line where n % 2 = 1`,
  `insert into text_track_line_version (
     studio_id, text_track_id, line_id, version, revision, line)
   select studio_id, text_track_id, id, 1, 1, jsonb_build_object('_id', id, 'start', start_ms,
     'stop', stop_ms, 'text', text, 'source', source, 'origin', origin_id, 'stale', stale,
     'auto', auto, 'custom', custom, 'machine', machine, 'version', version, 'position', position)
   from text_track_line where id like 'b1%'`,
  `insert into translation (id, studio_id, asset_id, work_request_id, part, language, status,
     translator_id, created_at, text_track_id)
   select pg_temp.id('b2', 2 * n - t), w.studio_id, w.asset_id, w.id,
     (array['dialogue', 'graphics'])[2 - t], w.language,
     case when t = 1 and w.status not in ('incomplete', 'awaiting-materials', 'cancelled')
       then 'approved' else 'incomplete' end, pg_temp.translator(2 * n - t, k.translator), w.created_at,
     pg_temp.id('b0', 2 * n - t)
   from ${REQUESTS}, generate_series(0, 1) t`,
  `insert into download (id, studio_id, project_id, asset_id, file_id, person_id, created_at)
   select pg_temp.id('b3', n), k.studio, ${projectId(10)}, ${assetId(10)},
     pg_temp.id('a5', (n - 1) / 10 * 2 + 2), pg_temp.person(n % 2, n), pg_temp.time(n)
   from ${series(10)}`,
  `insert into event (id, studio_id, type, from_id, work_request_id, asset_id, details, files,
     notify_users, processed, pushed, digested, created_at, vendor_id, sequence)
   select e.id, k.studio, e.type, from_id, request, asset, details, files, array[to_id], true, true, true,
     at, of_vendor, -row_number() over (order by at desc)
   from known k cross join lateral (
     select pg_temp.id('c0', h.id) as id, case h.status when 'submitted' then 'wsu'
         when 'awaiting-materials' then 'wam' when 'in-progress' then 'wip' when 'for-review'
         then 'wrv' when 'rejected' then 'wrj' when 'approved' then 'wap' when 'complete'
         then 'wco' else 'wcx' end as type,
       h.person_id as from_id, w.id as request, w.asset_id as asset,
       jsonb_build_object('status', h.status, 'reason', h.reason) as details, '{}'::text[] as files,
       case when h.person_id <> w.owner_id then w.owner_id when h.status = 'approved'
         then coalesce(w.assignee_id, k.vendor_person)
         else pg_temp.vendor_person(n, k.vendor_person) end as to_id, h.at, h.vendor_id as of_vendor
     from generate_series(1, 2 * :assets) n join work_request w on w.id = pg_temp.id('a7', n)
     join work_request_history h on h.work_request_id = w.id and h.status <> 'incomplete'
     union all
     select pg_temp.id('c1', n), 'fin', f.owner_id, null, f.asset_id, '{}', array[f.id], k.reader,
       f.created_at, f.vendors[1]
     from generate_series(1, 2 * :assets) n join file f on f.id = pg_temp.id('a5', n)
     union all
     select pg_temp.id('c2', n), 'fd', d.person_id, null, d.asset_id, '{}', array[d.file_id],
       case when n % 10 = 0 then k.reader else pg_temp.person(1, n) end, d.created_at, null
     from generate_series(1, 10 * :assets) n join download d on d.id = pg_temp.id('b3', n)) e`,
  `insert into notification (id, studio_id, event_id, from_id, to_id, type, title, email_subject,
     read, viewed, sent, created_at)
   select 'd' || substr(id, 2), studio_id, id, from_id, notify_users[1], type,
     'A work request or file changed', 'A work request or file changed', sequence % 30 <> 0, true,
     true, created_at
   from event where sequence < 0`,
  `insert into audit (id, number, at, by_id, by_name, action, about_kind, about_id, about_name,
     input, studios)
   overriding system value
   select pg_temp.id('e0', h.id), -h.id, h.at, p.id, p.name, action, 'workrequests', w.id, a.name,
     jsonb_build_object('status', h.status), array[w.studio_id]
   from work_request_history h join work_request w on w.id = h.work_request_id
   join asset a on a.id = w.asset_id join person p on p.id = h.person_id
   cross join lateral (select case h.status when 'incomplete' then 'POST /workrequests'
     else 'PUT /workrequests/:id' end as action) call
   where w.id like 'a7%'`,
  `insert into mail (to_address, subject, text, sent_at, created_at)
   select 'person-' || n % 200 + 1 || '@example.com', 'A work request changed', 'Look at it.',
     pg_temp.time(n), pg_temp.time(n)
   from ${series(1)}`,
]
