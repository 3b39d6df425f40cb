import type { Viewer } from '../access/queries/visibility.ts'
import type { Db } from '../kernel/db/connect.ts'
import { desc } from '../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { seesItem, seesItems } from '../offlines/queries/seen-items.ts'
import { seesSharedFile, sharedFiles } from '../shares/queries/shared.ts'
import { MEMBER_TIMEOUT_MS, type GuestSession, type ReviewSession } from './contract.ts'

/** A page that reloads slowly finds its session again. */
const SESSION_TIMEOUT_MS = 60_000

const seenWithin = (ms: number): Sql =>
  sql`m.seen_at > clock_timestamp() - ${`${ms} milliseconds`}::interval`
/** Over `review_session_member m`. */
export const isPresent = seenWithin(MEMBER_TIMEOUT_MS)
/** Guests alone keep no session alive. */
const hasMember = (condition: Sql): Sql => sql`exists (
  select from review_session_member m
  where m.studio_id = s.studio_id and m.session_id = s.id and m.share_id is null and ${condition})`
export const isRunning = hasMember(seenWithin(SESSION_TIMEOUT_MS))
export const milliseconds = sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Over `review_session s`. */
const seesSession = (viewer: Viewer): Sql => seesItems(viewer, sql`s.items`)

const visiblePlaylist = (viewer: Viewer): Sql => sql`(
  select string_agg(listed.item, '.' order by listed.position)
  from regexp_split_to_table(s.view ->> 'playlist', '[.]') with ordinality listed (item, position)
  where ${seesItem(viewer, sql`listed.item`)})`

const columns = (viewer: Viewer): Sql => sql`
  s.id as "_id", s.revision, s.offered, s.playback, s.drawing,
  case when s.view ->> 'playlist' is null then s.view
    else jsonb_set(s.view, '{playlist}', coalesce(to_jsonb(${visiblePlaylist(viewer)}), 'null'))
  end as view,
  (select m.id from review_session_member m
    where m.studio_id = s.studio_id and m.session_id = s.id and m.id = s.leader
      and ${isPresent}) as leader,
  coalesce((
    select json_agg(
      json_build_object('_id', m.id, 'person', m.person_id, 'name', p.name,
        'guest', m.share_id is not null, 'following', m.following,
        'since', seconds(m.since)) order by m.since, m.id)
    from review_session_member m join person_summary p on p.id = m.person_id
    where m.studio_id = s.studio_id and m.session_id = s.id and ${isPresent}), '[]') as members,
  seconds(s.created_at) as created, ${milliseconds} as now`

export const findReviewSession = (
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<ReviewSession | undefined> =>
  findOne(db, {
    columns: columns(viewer),
    from: sql`review_session s`,
    where: allOf(sql`s.id = ${id}`, isRunning, seesSession(viewer)),
  })

export async function getReviewSession(db: Db, viewer: Viewer, id: string): Promise<ReviewSession> {
  const session = await findReviewSession(db, viewer, id)
  if (!session) throw notFound('review session')
  return session
}

export const listReviewSessions = (
  db: Db,
  viewer: Viewer,
  range: Range,
  { items }: { items?: string },
): Promise<Page<ReviewSession>> =>
  listPage(db, range, {
    columns: columns(viewer),
    from: sql`review_session s`,
    key: sql`s.id`,
    where: allOf(
      items ? sql`s.items && ${items.split('.')}::text[]` : sql`true`,
      hasMember(isPresent),
      seesSession(viewer),
    ),
    order: desc(sql`s.created_at`, sql`s.id`),
  })

/** The revisions of the sessions that still exist. */
export async function listRevisions(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    select id, revision from review_session where id = any (${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** The file of the version that the leader shows. */
const shownFile = sql`case s.view #>> '{version,kind}'
  when 'file' then s.view #>> '{version,_id}'
  when 'offline' then (select o.file_id from offline o
    where o.studio_id = s.studio_id and o.id = s.view #>> '{version,_id}')
  when 'preview' then (select p.file_id from preview p
    where p.studio_id = s.studio_id and p.id = s.view #>> '{version,_id}')
  end`

/** The newest session that shows a file of the guest's share, or this one. */
export async function findGuestSession(
  db: Db,
  viewer: Viewer,
  id?: string,
): Promise<GuestSession | undefined> {
  const { rows } = await sql<{ session: GuestSession }>`
    select to_json(match) as session from (
      select s.id as "_id", s.revision, s.playback, s.drawing, sf.id as file,
        (select p.name from review_session_member m join person_summary p on p.id = m.person_id
          where m.studio_id = s.studio_id and m.session_id = s.id and m.id = s.leader
            and ${isPresent}) as leader,
        (select count(*) from review_session_member m
          where m.studio_id = s.studio_id and m.session_id = s.id and ${isPresent}) as people,
        ${milliseconds} as now
      from ${sharedFiles} join review_session s on s.studio_id = sh.studio_id
      where sh.may_follow and ${seesSharedFile(viewer)} and f.id = ${shownFile}
        and ${id === undefined ? hasMember(isPresent) : sql`s.id = ${id} and ${isRunning}`}
      order by s.created_at desc, s.id, sf.position limit 1) match`.execute(db)
  return rows[0]?.session
}
