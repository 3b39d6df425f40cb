// Lists with their plain computation, which checks each row for the reader.
import assert from 'node:assert/strict'
import type { TestUser } from '../../test/fixtures.ts'
import * as assets from '../assets/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import type { Db } from '../kernel/db/connect.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import * as notifications from '../notifications/contract.ts'
import * as offlines from '../offlines/contract.ts'
import { seesOffline } from '../offlines/queries/offlines.ts'
import * as projects from '../projects/contract.ts'
import * as translations from '../translations/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { seesEvent } from './queries/event-visibility.ts'
import {
  seesAsset,
  seesFile,
  seesProject,
  seesTranslation,
  seesWorkRequest,
} from './queries/visibility.ts'
import { anyViewer } from './queries/viewers.ts'

export type PlainList = {
  endpoint: typeof assets.listAssets
  from: Sql
  where: Sql
  id: Sql
  order: Sql
  query?: object
}

const newestFirst = (alias: string) => sql.raw(`${alias}.created_at desc, ${alias}.id desc`)
const plain = (
  endpoint: unknown,
  alias: string,
  from: Sql,
  where: Sql,
  order?: Sql,
): PlainList => ({
  endpoint: endpoint as typeof assets.listAssets,
  from,
  where,
  id: sql.raw(`${alias}.id`),
  order: order ?? newestFirst(alias),
})
const byDue = sql`coalesce(least(w.due_at, w.deadline_at), 'infinity'), w.id`
const OPEN = ['incomplete', 'submitted', 'in-progress', 'for-review']
const concerns = sql`(
  ${anyViewer.hasPermission(sql`e.studio_id`, 'report.read')}
  or ${anyViewer.hasPermission(sql`e.studio_id`, 'event.write')}
  or e.notify_groups && viewer.groups or e.from_id = viewer.id or viewer.id = any (e.notify_users))`

export const LISTS = {
  assets: plain(
    assets.listAssets,
    'a',
    sql`asset a`,
    sql`a.archived_at is null and ${seesAsset(anyViewer)}`,
  ),
  files: plain(
    files.listFiles,
    'f',
    sql`file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id`,
    seesFile(anyViewer),
  ),
  requests: plain(
    workrequests.listWorkRequests,
    'w',
    sql`work_request w`,
    seesWorkRequest(anyViewer),
  ),
  requestsByDue: {
    ...plain(
      workrequests.listWorkRequests,
      'w',
      sql`work_request w`,
      seesWorkRequest(anyViewer),
      byDue,
    ),
    query: { order: 'due' },
  },
  openRequests: {
    ...plain(
      workrequests.listWorkRequests,
      'w',
      sql`work_request w`,
      sql`${seesWorkRequest(anyViewer)} and w.status = any (${OPEN})`,
      byDue,
    ),
    query: { order: 'due', status: OPEN.join(',') },
  },
  requestsByAsset: {
    ...plain(
      workrequests.listWorkRequests,
      'w',
      sql`work_request w join asset a on a.studio_id = w.studio_id and a.id = w.asset_id`,
      seesWorkRequest(anyViewer),
      sql`a.name, w.id`,
    ),
    query: { order: 'asset' },
  },
  translations: plain(
    translations.listTranslations,
    'tr',
    sql`translation tr
      join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id`,
    seesTranslation(anyViewer),
  ),
  offlines: plain(
    offlines.listOfflines,
    'o',
    sql`offline o join work_request w on w.studio_id = o.studio_id and w.id = o.work_request_id
      join file f on f.studio_id = o.studio_id and f.id = o.file_id
      join asset a on a.studio_id = o.studio_id and a.id = o.asset_id`,
    seesOffline(anyViewer),
  ),
  projects: plain(
    projects.listProjects,
    'p',
    sql`project p`,
    seesProject(anyViewer),
    sql`p.name, p.id`,
  ),
  events: plain(events.listEvents, 'e', sql`event e`, sql`${seesEvent(anyViewer)} and ${concerns}`),
  notifications: plain(
    notifications.listNotifications,
    'n',
    sql`notification n join event e on e.studio_id = n.studio_id and e.id = n.event_id`,
    sql`n.to_id = viewer.id and ${seesEvent(anyViewer)}`,
  ),
}

export async function plainIds(db: Db, reader: TestUser, list: PlainList): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${list.id} as id from viewer cross join ${list.from}
    where viewer.id = ${reader._id} and ${list.where} order by ${list.order}`.execute(db)
  return rows.map(({ id }) => id)
}

const LAST = 499
export const queryOf = ({ query }: PlainList) => query && { query }

export async function assertLists(db: Db, readers: TestUser[], what: string): Promise<void> {
  for (const reader of readers)
    for (const [name, list] of Object.entries(LISTS)) {
      const expected = await plainIds(db, reader, list)
      const { items, total } = await reader.call(list.endpoint, {
        ...queryOf(list),
        range: { first: 0, last: LAST },
      })
      const message = `${name} of ${reader.email} ${what}`
      assert.deepEqual(
        items.map((item) => item._id),
        expected,
        message,
      )
      assert.equal(total, expected.length, message)
    }
}
