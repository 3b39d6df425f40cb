import { viewerOf } from '../access/queries/visibility.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { lockRow, studioOfRow } from '../kernel/db/lock-row.ts'
import { sql } from '../kernel/db/sql.ts'
import { sendSignal } from '../kernel/events/signals.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import { conflict, invalid, unknownReference } from '../kernel/http/contract/problem.ts'
import type { PreconditionCheck } from '../kernel/http/serve.ts'
import {
  MAX_MEMBERS,
  type GuestPresence,
  type GuestSession,
  type NewReviewSession,
  type ReviewSession,
  type SessionMessage,
  type SessionPlayback,
  type SessionPresence,
  type SessionView,
} from './contract.ts'
import {
  findGuestSession,
  findReviewSession,
  getReviewSession,
  isPresent,
  isRunning,
  milliseconds,
} from './queries.ts'
import { isValidView, leaderOf, mayTakeLead, shownItems } from './rules.ts'

const MAX_OWN_SESSIONS = 10
/** A message that arrives later than this is as old as this. */
const MAX_DELAY_MS = 5_000

type By = { by: Caller }
type Named = By & { id: string }

export async function startReviewSession(
  tx: Tx,
  { body: { member, view, playback, drawing }, by }: By & { body: NewReviewSession },
): Promise<ReviewSession> {
  checkView(view)
  await removeAbandoned(tx)
  await checkOwnSessions(tx, by)
  const { rows } = await sql<{ id: string }>`
    insert into review_session (studio_id, leader, items, view, playback, drawing)
    select ${studioOf(view)}, ${member}, ${shownItems(view)}::text[], ${JSON.stringify(view)}::jsonb,
      ${storedPlayback(playback)}, ${JSON.stringify(drawing)}::jsonb
    where ${studioOf(view)} is not null
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (!id) throw unknownView()
  await sql`
    insert into review_session_member (studio_id, session_id, id, person_id, following)
    select studio_id, id, ${member}, ${by._id}, true from review_session where id = ${id}`.execute(
    tx,
  )
  await signal(tx, id, shownItems(view))
  return readShown(tx, { id, by })
}

/** Only what the leader shows can change: the session has no other content. */
export async function leadReviewSession(
  tx: Tx,
  { id, body, by }: Named & { body: SessionMessage },
): Promise<ReviewSession> {
  const { member, offered, view, playback, drawing } = body
  checkView(view)
  const studio = await studioOfRow(tx, 'review_session', id)
  const { rows } = await sql<{ before: string[] }>`
    with led as (
      select studio_id, id, items from review_session s
      where s.studio_id = ${studio} and s.id = ${id} and s.leader = ${member} and exists (
        select from review_session_member m
        where m.studio_id = s.studio_id and m.session_id = s.id and m.id = s.leader
          and m.person_id = ${by._id})
      for update)
    update review_session s set
      offered = ${offered},
      items = ${shownItems(view)}::text[], view = ${JSON.stringify(view)}::jsonb,
      playback = ${storedPlayback(playback)}, drawing = ${JSON.stringify(drawing)}::jsonb,
      revision = revision + 1
    from led where s.studio_id = ${studio} and s.studio_id = led.studio_id and s.id = led.id
    returning led.items as before`.execute(tx)
  if (rows[0]) {
    await signalMove(tx, id, rows[0].before, shownItems(view))
    return readShown(tx, { id, by })
  }
  await getReviewSession(tx, viewerOf(by), id)
  throw notLeader()
}

/** Joins the session, stays in it, or leaves it. The last one to leave ends it. */
export async function reportPresence(
  tx: Tx,
  { id, body: { member, state }, by }: Named & { body: SessionPresence },
): Promise<{ session: ReviewSession | null }> {
  if (state === 'left') {
    await leave(tx, { id, member, by })
    return { session: null }
  }
  const viewer = viewerOf(by)
  const session = await getReviewSession(tx, viewer, id)
  const following = state === 'following'
  const existing = session.members.find(({ _id }) => _id === member)
  if (!existing && session.members.length >= MAX_MEMBERS) throw full()
  await saveMember(tx, { id, member, by, following })
  if (existing?.following !== following) await announce(tx, id)
  return { session: await getReviewSession(tx, viewer, id) }
}

type Presence = Named & { member: string; following: boolean }

async function saveMember(tx: Tx, { id, member, by, following }: Presence): Promise<void> {
  const { rows } = await sql`
    insert into review_session_member as m (
      studio_id, session_id, id, person_id, share_id, following)
    select studio_id, id, ${member}, ${by._id}, ${by.share?.id ?? null}, ${following}
    from review_session where id = ${id}
    on conflict (studio_id, session_id, id) do update set
      following = excluded.following, seen_at = excluded.seen_at,
      since = case when ${isPresent} then m.since else excluded.since end
    where m.person_id = excluded.person_id and m.share_id is not distinct from excluded.share_id
    returning 1`.execute(tx)
  if (!rows.length)
    throw conflict('review-session.member-in-use', 'Somebody else has this member id.')
}

/** A guest follows, but never leads: the routes of the lead are for people with an account. */
export async function followAsGuest(
  tx: Tx,
  { body: { session: id, member, state }, by }: By & { body: GuestPresence },
): Promise<GuestSession | undefined> {
  if (state === 'left') {
    await leave(tx, { id, member, by })
    return undefined
  }
  const viewer = viewerOf(by)
  const session = await findGuestSession(tx, viewer, id)
  if (!session) return undefined
  const isKnown = await hasMember(tx, id, member)
  if (!isKnown && session.people >= MAX_MEMBERS) throw full()
  await saveMember(tx, { id, member, by, following: true })
  if (!isKnown) await announce(tx, id)
  return findGuestSession(tx, viewer, id)
}

async function hasMember(tx: Tx, id: string, member: string): Promise<boolean> {
  const { rows } = await sql`
    select from review_session_member m
    where m.session_id = ${id} and m.id = ${member} and ${isPresent}`.execute(tx)
  return rows.length > 0
}

export async function takeLead(
  tx: Tx,
  { id, member, by }: Named & { member: string },
): Promise<ReviewSession> {
  const viewer = viewerOf(by)
  await lockRow(tx, 'review_session', id)
  const session = await getReviewSession(tx, viewer, id)
  const isMember = session.members.some(
    ({ _id, person, guest }) => _id === member && person === by._id && !guest,
  )
  if (!isMember) throw conflict('review-session.not-member', 'Join the session first.')
  if (!mayTakeLead(session, member))
    throw conflict(
      'review-session.has-leader',
      'Somebody else leads the session. Ask them to offer the lead.',
    )
  await sql`
    update review_session set leader = ${member}, offered = false, revision = revision + 1
    where id = ${id}`.execute(tx)
  await signal(tx, id, shownItems(session.view))
  return getReviewSession(tx, viewer, id)
}

export async function endReviewSession(
  tx: Tx,
  { id, by, checkPreconditions }: Named & { checkPreconditions: PreconditionCheck },
) {
  const session = await getReviewSession(tx, viewerOf(by), id)
  checkPreconditions(session)
  if (leaderOf(session)?.person !== by._id) throw notLeader()
  await sql`delete from review_session where id = ${id}`.execute(tx)
  await signal(tx, id, shownItems(session.view))
  return { _id: id, removed: true as const }
}

/** Everybody who sees what the session shows looks for it again, also when it has ended. */
const signal = (tx: Tx, record: string, items: string[]): Promise<void> =>
  sendSignal(tx, { type: 'reviewsessions', record, items })

/** People at the film before do not see the session any more, and those at the next one do. */
async function signalMove(tx: Tx, id: string, before: string[], after: string[]): Promise<void> {
  if (before.join() === after.join()) return
  await signal(tx, id, before)
  await signal(tx, id, after)
}

const full = () => conflict('review-session.full', `A session has at most ${MAX_MEMBERS} members.`)
const notLeader = () =>
  conflict('review-session.not-leader', 'Only the leader of the session can do this.')
const unknownView = () => unknownReference('/view', 'version')

function checkView(view: SessionView) {
  if (!isValidView(view))
    throw invalid(
      'review-session.version-required',
      'Name the version that `beside` is compared with.',
    )
}

/** The same response for a record that does not exist and for one that the caller cannot see. */
async function readShown(tx: Tx, { id, by }: Named): Promise<ReviewSession> {
  const session = await findReviewSession(tx, viewerOf(by), id)
  if (!session) throw unknownView()
  return session
}

const studioOf = ({ page, _id }: SessionView) =>
  page === 'asset'
    ? sql`(select studio_id from asset where id = ${_id})`
    : sql`(select studio_id from work_request where id = ${_id})`

/** A wrong clock of the leader does not move the film of the others by more than the delay. */
const storedPlayback = ({ at: time, ...playback }: SessionPlayback) =>
  sql`${JSON.stringify(playback)}::jsonb || jsonb_build_object('at',
    least(greatest(${time}::bigint, ${milliseconds} - ${MAX_DELAY_MS}), ${milliseconds}))`

const announce = (tx: Tx, id: string) =>
  sql`update review_session set revision = revision + 1 where id = ${id}`.execute(tx)

async function leave(tx: Tx, { id, member, by }: Named & { member: string }): Promise<void> {
  await sql`
    delete from review_session_member
    where session_id = ${id} and id = ${member} and person_id = ${by._id}
      and share_id is not distinct from ${by.share?.id ?? null}`.execute(tx)
  const { rows } = await sql<{ items: string[] }>`
    delete from review_session s where s.id = ${id} and not ${isRunning}
    returning s.items`.execute(tx)
  if (rows[0]) await signal(tx, id, rows[0].items)
  else await announce(tx, id)
}

/** Nobody was seen in these sessions for a while. */
const removeAbandoned = (tx: Tx) =>
  sql`delete from review_session s where not ${isRunning}`.execute(tx)

async function checkOwnSessions(tx: Tx, by: Caller): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from review_session_member m
    where m.person_id = ${by._id} and ${isPresent}`.execute(tx)
  if (rows[0]!.count >= MAX_OWN_SESSIONS)
    throw conflict(
      'review-session.too-many',
      `You are in ${MAX_OWN_SESSIONS} review sessions. Leave one first.`,
    )
}
