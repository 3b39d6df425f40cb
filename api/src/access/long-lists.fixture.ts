// Records of every kind for lists, and changes of what people see of them.
import type { Db } from '../kernel/db/connect.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import type { Fixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { createRequestAt } from '../../test/work-requests.ts'

/** The id of another vendor. */
export const OTHER = 'f'.repeat(24)

/** For tests that change translators without the commands, which save the assignee. */
export const saveAssignees = (db: Db) =>
  sql`
    update work_request w set assignee_id = (
      select tr.translator_id from translation tr
      where tr.studio_id = w.studio_id and tr.work_request_id = w.id and tr.part is not null
        and tr.translator_id is not null
      order by tr.part limit 1)`.execute(db)

/** Requests in several states, files, events of many days about them, and another vendor. */
export async function fillLists({ a, db, runJobs }: Fixtures): Promise<void> {
  await sql`
    insert into people_group (id, name, type)
    values (${OTHER}, 'Other vendor', 'v')`.execute(db)
  for (const status of ['incomplete', 'in-progress', 'rejected', 'complete'] as const)
    await createRequestAt(a, status)
  for (const name of ['one.mov', 'two.mov', 'three.mov']) await uploadFile(a.people.studio, a, name)
  await sql`
    update translation set translator_id = ${a.people.translator._id}
    where work_request_id in (select id from work_request order by id limit 2)`.execute(db)
  const everybody = Object.values(a.people).map(({ _id }) => _id)
  const groups = [a.vendors._id]
  await sql`
    insert into event (studio_id, type, from_id, work_request_id, asset_id, files, notify_users,
      notify_groups, vendor_id, created_at)
    select w.studio_id, kind.type, ${a.people.studio._id}, case when kind.about then w.id end,
      w.asset_id, kind.files, case when kind.people then ${everybody}::text[] else '{}' end,
      case when kind.groups then ${groups}::text[] else '{}' end,
      case when kind.about then w.vendor_id end,
      now() - (row_number() over (order by w.id, kind.type) * 17) * interval '1 hour'
    from work_request w
    cross join lateral (select array_agg(id order by id) as ids from file) f
    cross join lateral (values
      ('wco', true, '{}'::text[], true, true), ('wcm', true, '{}', false, true),
      ('fin', false, f.ids[1:1], true, false), ('fin', false, f.ids[1:2], true, true),
      ('ofc', true, f.ids[1:2], true, false), ('ofl', true, f.ids[2:3], true, true))
      kind (type, about, files, people, groups)`.execute(db)
  await sql`
    insert into event (studio_id, type, from_id, project_id, notify_users, created_at)
    select studio_id, 'pch', ${a.people.studio._id}, id, ${everybody}::text[],
      now() - interval '9 days'
    from project`.execute(db)
  await sql`
    insert into notification (studio_id, event_id, from_id, to_id, type, title, email_subject,
      created_at)
    select e.studio_id, e.id, e.from_id, p.id, e.type, '', '', e.created_at
    from event e cross join person p
    where p.id = any (${everybody}::text[])
    on conflict do nothing`.execute(db)
  await runJobs()
}

/** Changes of what people may see, each on top of those before. */
export const changesOf = ({ a }: Fixtures): [string, Sql][] => {
  const { territory, translator, vendor } = a.people
  const some = sql`id in (select id from work_request order by id limit 2)`
  const first = sql`id = (select min(id) from file)`
  const second = sql`id = (select id from file order by id offset 1 limit 1)`
  return [
    [
      'after another vendor got requests',
      sql`update work_request set vendor_id = ${OTHER} where ${some}`,
    ],
    [
      'after the vendor got requests',
      sql`update work_request set vendor_id = ${a.vendors._id}, vendor_answer = null where ${some}`,
    ],
    ['after it declined', sql`update work_request set vendor_answer = 'declined' where ${some}`],
    [
      'after the requests were taken away',
      sql`update work_request set vendor_id = null, vendor_answer = null, territory = 'FR'`,
    ],
    [
      'after requests were withdrawn',
      sql`update work_request set submitted_at = null where ${some}`,
    ],
    ['after a new owner', sql`update work_request set owner_id = ${translator._id} where ${some}`],
    [
      'after people of a territory and a vendor own requests that their roles do not show',
      sql`update work_request set submitted_at = null, owner_id = case
          when id = (select min(id) from work_request) then ${territory._id} else ${vendor._id} end
        where ${some}`,
    ],
    [
      'under an embargo',
      sql`update file set embargo_end = now() + interval '1 day' where ${first}`,
    ],
    ['until the last phase', sql`update file set embargo_event = true where ${second}`],
    ['in the last phase', sql`update asset set terminal = true`],
    ['before the last phase again', sql`update asset set terminal = false`],
    ['after the embargo', sql`update file set embargo_end = null, embargo_event = false`],
    [
      'with a file of a vendor',
      sql`update file set vendors = array[${OTHER}::text] where ${first}`,
    ],
    ['with a file of nobody', sql`update file set vendors = '{}' where ${second}`],
    [
      'with files of the vendor',
      sql`update file set vendors = array[${a.vendors._id}::text] where ${first}`,
    ],
    ['after a file was removed', sql`update file set removed_at = now() where ${first}`],
    ['after all files were removed', sql`update file set removed_at = now()`],
    ['after they came back', sql`update file set removed_at = null, vendors = null`],
    [
      'after the translator changed',
      sql`update translation set translator_id = ${territory._id} where translator_id is not null`,
    ],
    [
      'after the translator came back',
      sql`update translation set translator_id = ${translator._id}
        where translator_id is not null and part = 'dialogue'`,
    ],
    [
      'after the translator got the second of two parts',
      sql`update translation set translator_id = case part when 'dialogue'
          then ${territory._id} else ${translator._id} end
        where work_request_id = (select min(work_request_id) from translation)`,
    ],
    [
      'after the translator got a translation of no part',
      sql`with track as (
          insert into text_track (studio_id) values (${a.studio._id}) returning id)
        insert into translation (studio_id, asset_id, work_request_id, language, text_track_id,
          translator_id)
        select w.studio_id, w.asset_id, w.id, 'fra', track.id, ${translator._id}
        from track cross join (select * from work_request order by id desc limit 1) w`,
    ],
    [
      'after people got other roles',
      sql`update membership set roles = array[case roles[1] when 'vendor' then 'territory'
        when 'territory' then 'vendor' else roles[1] end]`,
    ],
    ['after the group lost its people', sql`delete from group_person`],
    [
      'after others joined the group',
      sql`insert into group_person (group_id, person_id) select ${a.vendors._id}, p.id
        from person p where p.id = any (${[territory._id, translator._id]}::text[])`,
    ],
    ['after the asset was archived', sql`update asset set archived_at = now()`],
  ]
}

/** More than a thousand rows of each kind, on some days more than on others. */
export async function fillDays({ a, db }: Fixtures): Promise<void> {
  const request = await createRequestAt(a, 'in-progress')
  const time = sql`now() - (n % 37 * n % 11) * interval '7 hours'`
  const many = sql`generate_series(1, 1300) n`
  await sql`
    insert into asset (studio_id, project_id, type_id, slug, name, media_type, workflow_id, phase,
      created_at)
    select studio_id, project_id, type_id, 'many-' || n, 'Many', media_type, workflow_id, phase,
      ${time}
    from asset cross join ${many} where id = ${a.asset._id}`.execute(db)
  await sql`
    insert into file (studio_id, project_id, asset_id, owner_id, name, created_at)
    select studio_id, project_id, id, ${a.people.studio._id}, 'many.mov', ${time}
    from asset cross join ${many} where id = ${a.asset._id}`.execute(db)
  await sql`
    insert into work_request (studio_id, project_id, asset_id, owner_id, status, language, territory,
      dng, uses, dcp, recipients, instructions, created_at)
    select studio_id, project_id, asset_id, owner_id, status, language, territory, dng, uses, dcp,
      recipients, instructions, ${time}
    from work_request cross join ${many} where id = ${request}`.execute(db)
  // Ids follow from the request, because every request has two translations with a text track each.
  const track = sql`left(md5(w.id || part), 24)`
  const untranslated = sql`work_request w cross join (values ('dialogue'), ('graphics')) p (part)
    where not exists (select from translation tr
      where tr.studio_id = w.studio_id and tr.work_request_id = w.id)`
  await sql`insert into text_track (id, studio_id) select ${track}, w.studio_id
    from ${untranslated}`.execute(db)
  await sql`
    insert into translation (studio_id, asset_id, work_request_id, part, language, text_track_id,
      created_at)
    select w.studio_id, w.asset_id, w.id, part, w.language, ${track}, w.created_at
    from ${untranslated}`.execute(db)
  await sql`analyze file`.execute(db)
  await sql`
    insert into event (studio_id, type, from_id, asset_id, files, created_at)
    select f.studio_id, 'fin', f.owner_id, f.asset_id, array[f.id], f.created_at
    from file f where f.name = 'many.mov'`.execute(db)
  await sql`update asset set archived_at = now() where slug like 'many-%3'`.execute(db)
  await sql`
    update file set removed_at = now()
    where name = 'many.mov' and id like '%a'`.execute(db)
  await sql`
    update work_request set due_at = created_at + interval '9 days', due_tz = 'UTC',
      status = case when id like '%b' then 'for-review' when id like '%c' then 'complete'
        else status end`.execute(db)
}
