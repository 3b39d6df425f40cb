import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createRecords } from '../../test/access-rows/records.ts'
import { EMBARGOED, loadEmbargoFixtures, setEmbargo } from '../../test/embargo-fixtures.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sessionState } from '../../test/review-sessions.ts'
import { assign, createVendor } from '../../test/vendor-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const memberOf = (number: number) => String(number).padStart(24, '0')
const [LEADER, OTHER, THIRD] = [memberOf(1), memberOf(2), memberOf(3)]

/** A session of the studio at an offline of a request. */
async function startSession(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const ids = await createRecords(fixtures, fixtures.a)
  await sql`delete from review_session`.execute(fixtures.db)
  const state = sessionState({
    _id: ids.workRequest,
    version: { kind: 'offline', _id: ids.offline },
  })
  const { studio } = fixtures.a.people
  const { _id: id } = await studio.call(contract.startReviewSession, {
    body: { member: LEADER, ...state },
  })
  return { ...fixtures, ids, state, id, ...actionsAt(id) }
}

const actionsAt = (id: string) => ({
  read: (by: TestUser) => by.call(contract.getReviewSession, { params: { id } }),
  join: async (by: TestUser, member: string, state: 'following' | 'apart' = 'following') =>
    (await by.call(contract.joinReviewSession, { params: { id }, body: { member, state } }))
      .session!,
  leave: (by: TestUser, member: string) =>
    by.call(contract.joinReviewSession, { params: { id }, body: { member, state: 'left' } }),
  take: (by: TestUser, member: string) =>
    by.call(contract.takeLead, { params: { id }, body: { member } }),
  lead: (by: TestUser, member: string, state: ReturnType<typeof sessionState>, offered = false) =>
    by.call(contract.leadReviewSession, { params: { id }, body: { member, offered, ...state } }),
  end: (by: TestUser) => by.call(contract.endReviewSession, { params: { id } }),
})

const sessionsOf = async (by: TestUser, items: string) =>
  (await by.call(contract.listReviewSessions, { query: { items } })).items.map(({ _id }) => _id)

test('people who see the version find the session, join it and see each other', async (t) => {
  const { a, b, ids, id, read, join } = await startSession(t)
  const { vendor, territory, guest } = a.people
  assert.deepEqual(await sessionsOf(vendor, `o${ids.offline}`), [id])
  assert.deepEqual(await sessionsOf(vendor, `w${ids.workRequest}.a${ids.asset}`), [id])
  assert.deepEqual(await sessionsOf(vendor, `a${ids.asset}`), [])
  await join(vendor, OTHER)
  const { members, leader } = await join(territory, THIRD, 'apart')
  assert.deepEqual(
    members.map(({ name, following }) => [name, following]),
    [
      ['studio a', true],
      ['vendor a', true],
      ['territory a', false],
    ],
  )
  assert.equal(leader, LEADER)
  for (const outsider of [guest, b.people.studio, b.people.vendor]) {
    assert.deepEqual(await sessionsOf(outsider, `o${ids.offline}`), [])
    await expectProblem(read(outsider), 404, 'review-session.not-found')
    await expectProblem(join(outsider, memberOf(9)), 404, 'review-session.not-found')
  }
})

test('only the leader says what is shown', async (t) => {
  const { a, ids, state, read, join, lead } = await startSession(t)
  const { studio, vendor } = a.people
  await join(vendor, OTHER)
  const moved = sessionState(
    { _id: ids.workRequest, version: { kind: 'offline', _id: ids.offline } },
    { seconds: 12.34, isPlaying: true, speed: 2, at: Date.now() },
  )
  await lead(studio, LEADER, moved)
  const { playback, revision } = await read(vendor)
  assert.deepEqual([playback.seconds, playback.isPlaying, playback.speed], [12.34, true, 2])
  await expectProblem(lead(vendor, OTHER, state), 409, 'review-session.not-leader')
  await expectProblem(lead(vendor, LEADER, state), 409, 'review-session.not-leader')
  assert.equal((await read(vendor)).revision, revision)
  await expectProblem(join(vendor, LEADER), 409, 'review-session.member-in-use')
})

test('a wrong clock of the leader does not move the film of the others', async (t) => {
  const { a, ids, read, lead } = await startSession(t)
  for (const time of [0, Date.now() + 3_600_000]) {
    await lead(a.people.studio, LEADER, sessionState({ _id: ids.workRequest }, { at: time }))
    const { playback, now } = await read(a.people.studio)
    assert.ok(now - playback.at >= 0 && now - playback.at < 7_000, String(now - playback.at))
  }
})

test('the lead passes on when it is offered or when the leader has left', async (t) => {
  const { a, db, state, join, take, lead, leave, read } = await startSession(t)
  const { studio, vendor, territory } = a.people
  await expectProblem(take(vendor, OTHER), 409, 'review-session.not-member')
  await join(vendor, OTHER)
  await join(territory, THIRD)
  await expectProblem(take(vendor, OTHER), 409, 'review-session.has-leader')
  await lead(studio, LEADER, state, true)
  assert.deepEqual(await take(vendor, OTHER).then(({ leader, offered }) => [leader, offered]), [
    OTHER,
    false,
  ])
  await expectProblem(lead(studio, LEADER, state), 409, 'review-session.not-leader')
  await expectProblem(take(studio, LEADER), 409, 'review-session.has-leader')
  await leave(vendor, OTHER)
  assert.equal((await read(studio)).leader, null)
  assert.equal((await take(territory, THIRD)).leader, THIRD)
  await sql`update review_session_member set seen_at = seen_at - interval '20 seconds'
    where id = ${THIRD}`.execute(db)
  assert.deepEqual(
    await take(studio, LEADER).then(({ leader, members }) => [leader, members.length]),
    [LEADER, 1],
    'the leader was not seen for a while',
  )
})

test('two people cannot both take the lead', async (t) => {
  const { a, state, join, take, lead } = await startSession(t)
  const { studio, vendor, territory } = a.people
  await join(vendor, OTHER)
  await join(territory, THIRD)
  await lead(studio, LEADER, state, true)
  const results = await Promise.allSettled([take(vendor, OTHER), take(territory, THIRD)])
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('a session ends when the leader ends it or everybody has left', async (t) => {
  const { a, db, ids, state, join, read, end, leave } = await startSession(t)
  const { studio, vendor } = a.people
  await join(vendor, OTHER)
  await expectProblem(end(vendor), 409, 'review-session.not-leader')
  await leave(studio, LEADER)
  await read(vendor)
  await leave(vendor, OTHER)
  await expectProblem(read(vendor), 404, 'review-session.not-found')
  const again = await studio.call(contract.startReviewSession, {
    body: { member: LEADER, ...state },
  })
  await actionsAt(again._id).end(studio)
  await expectProblem(actionsAt(again._id).read(studio), 404, 'review-session.not-found')
  await studio.call(contract.startReviewSession, { body: { member: LEADER, ...state } })
  await sql`update review_session_member set seen_at = seen_at - interval '2 minutes'`.execute(db)
  assert.deepEqual(await sessionsOf(vendor, `w${ids.workRequest}`), [])
})

test('an embargo takes the session away at once', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, Buffer.from('a film'))
  const { a, request, offline } = fixtures
  const { studio, vendor, territory } = a.people
  const { _id: id } = await studio.call(contract.startReviewSession, {
    body: {
      member: LEADER,
      ...sessionState({ _id: request, version: { kind: 'offline', _id: offline } }),
    },
  })
  const { join, read, lead } = actionsAt(id)
  await join(territory, OTHER)
  await setEmbargo(fixtures, EMBARGOED)
  await expectProblem(read(territory), 404, 'review-session.not-found')
  await expectProblem(join(territory, OTHER), 404, 'review-session.not-found')
  assert.deepEqual(await sessionsOf(territory, `w${request}.o${offline}`), [])
  await lead(studio, LEADER, sessionState({ _id: request }))
  await read(territory)
  for (const outsider of [vendor, territory])
    await expectProblem(
      outsider.call(contract.startReviewSession, {
        body: {
          member: THIRD,
          ...sessionState({ _id: request, version: { kind: 'offline', _id: offline } }),
        },
      }),
      422,
      'reference.not-found',
    )
})

test('a vendor that loses the request loses the session', async (t) => {
  const fixtures = await startSession(t)
  const { a, ids, read, join } = fixtures
  await join(a.people.vendor, OTHER)
  const other = await createVendor(fixtures, a)
  await assign(a, ids.workRequest, other.group)
  await expectProblem(read(a.people.vendor), 404, 'review-session.not-found')
})

test('a leader cannot show what they do not see themselves', async (t) => {
  const { a, b, ids, id, lead, join, take, leave, read } = await startSession(t)
  const { studio, vendor } = a.people
  const foreign = await b.people.studio.call(contract.startReviewSession, {
    body: { member: LEADER, ...sessionState({ page: 'asset', _id: b.asset._id }) },
  })
  await join(vendor, OTHER)
  await leave(studio, LEADER)
  await take(vendor, OTHER)
  const { revision } = await read(vendor)
  for (const view of [
    { page: 'asset' as const, _id: b.asset._id },
    { _id: ids.workRequest, version: { kind: 'file' as const, _id: 'f'.repeat(24) } },
    {
      _id: ids.workRequest,
      version: { kind: 'offline' as const, _id: ids.offline },
      beside: 'f'.repeat(24),
    },
  ])
    await expectProblem(lead(vendor, OTHER, sessionState(view)), 422, 'reference.not-found')
  assert.equal((await read(vendor)).revision, revision, `${id} and ${foreign._id} are unchanged`)
  await expectProblem(
    lead(vendor, OTHER, sessionState({ _id: ids.workRequest, beside: ids.offline })),
    422,
    'review-session.version-required',
  )
})

test('each member gets the items of the playlist that they see', async (t) => {
  const { a, b, ids, join, lead, read } = await startSession(t)
  await join(a.people.territory, OTHER)
  const playlist = `a${b.asset._id}.o${ids.offline}.w${ids.workRequest}.f${'f'.repeat(24)}`
  await lead(a.people.studio, LEADER, sessionState({ _id: ids.workRequest, playlist }))
  assert.equal(
    (await read(a.people.territory)).view.playlist,
    `o${ids.offline}.w${ids.workRequest}`,
  )
  const foreign = `a${b.asset._id}`
  await lead(a.people.studio, LEADER, sessionState({ _id: ids.workRequest, playlist: foreign }))
  assert.equal((await read(a.people.territory)).view.playlist, null)
})

test('refuses messages that are too large or too many', async (t) => {
  const { a, state, lead } = await startSession(t)
  const points = Array.from({ length: 500 }, (): [number, number] => [0.123_456_789, 0.987_654_321])
  const drawing = Array.from({ length: 30 }, () => ({ colour: '#ff3b30', width: 0.004, points }))
  await expectProblem(lead(a.people.studio, LEADER, { ...state, drawing }), 413, 'body.too-large')
  const statuses = new Set<unknown>()
  for (let batch = 0; batch < 60 && !statuses.has(429); batch++)
    for (const sent of await Promise.allSettled(
      Array.from({ length: 20 }, () => lead(a.people.vendor, OTHER, state)),
    ))
      statuses.add((sent as { reason?: { status: number } }).reason?.status)
  assert.deepEqual([...statuses], [409, 429])
})
