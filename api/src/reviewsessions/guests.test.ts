// Guests with a share link follow a review session.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { loadFixtures } from '../../test/fixtures.ts'
import { uploadVersion } from '../../test/review-fixtures.ts'
import { sessionState } from '../../test/review-sessions.ts'
import { asGuest, sendAsGuest, shareOffline } from '../../test/share-fixtures.ts'
import { changeFile } from '../files/contract.ts'
import type { Load } from '../kernel/http/contract/endpoint.ts'
import { revokeShare } from '../shares/contract.ts'
import * as contract from './contract.ts'

const [LEADER, VISITOR, OTHER] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [
  string,
  string,
  string,
]
const STATE = { member: VISITOR, state: 'following' }

async function startSession(t: TestContext, mayFollow = true) {
  const fixtures = await loadFixtures(t)
  const shared = await shareOffline(fixtures, { mayFollow })
  const { studio } = fixtures.a.people
  const showing = (offline: string, seconds = 0) =>
    sessionState({ _id: shared.request, version: { kind: 'offline', _id: offline } }, { seconds })
  const { _id: id } = await studio.call(contract.startReviewSession, {
    body: { member: LEADER, ...showing(shared.offline._id) },
  })
  const lead = (offline = shared.offline._id, seconds = 0) =>
    studio.call(contract.leadReviewSession, {
      params: { id },
      body: { member: LEADER, offered: true, ...showing(offline, seconds) },
    })
  const look = async () => {
    const { statusCode, json } = await asGuest(fixtures, '/api/shared/session', shared.opened)
    return statusCode === 200
      ? json<{ session: contract.GuestSession | null }>().session
      : statusCode
  }
  const follow = async (more: object = {}) => {
    const body = { session: id, ...STATE, ...more }
    const { statusCode, json } = await sendAsGuest(fixtures, shared.opened, 'PUT', 'session', body)
    return statusCode === 200
      ? json<{ session: contract.GuestSession | null }>().session
      : statusCode
  }
  const members = async () =>
    (await studio.call(contract.getReviewSession, { params: { id } })).members
  return { ...fixtures, ...shared, studio, id, lead, look, follow, members }
}

test('a guest follows the leader and is seen by name', async (t) => {
  const { opened, id, lead, look, follow, members } = await startSession(t)
  const session = (await look()) as contract.GuestSession
  assert.deepEqual([session._id, session.people], [id, 1])
  assert.equal(session.file, opened.share.files[0]!._id)
  assert.equal(session.leader, (await members())[0]!.name)
  const joined = (await follow()) as contract.GuestSession
  assert.equal(joined.people, 2)
  const guest = (await members()).find(({ _id }) => _id === VISITOR)!
  assert.deepEqual([guest.guest, guest.name], [true, opened.share.guest.email])
  const waiting = follow({ after: joined.revision })
  await lead(undefined, 4.5)
  assert.equal(((await waiting) as contract.GuestSession).playback.seconds, 4.5)
  assert.equal(await follow({ state: 'left' }), null)
  assert.equal((await members()).length, 1)
})

test('guests who wait for news leave the slots of changes free', async (t) => {
  const { app, lead, follow } = await startSession(t)
  const { revision } = (await follow()) as contract.GuestSession
  const running = (load: Load) =>
    app.admission.states().find((state) => state.load === load)!.running
  const waiting = follow({ after: revision })
  while (running('wait') === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.equal(running('save'), 0)
  await lead(undefined, 1)
  await waiting
  assert.equal(running('wait'), 0)
})

test('a session is not there for a share that does not allow it', async (t) => {
  const { look, follow, members } = await startSession(t, false)
  assert.deepEqual([await look(), await follow()], [null, null])
  assert.equal((await members()).length, 1)
})

test('a session that shows something else is not there', async (t) => {
  const session = await startSession(t)
  const { a, id, lead, look, follow } = session
  await follow()
  const next = await uploadVersion(session, session.request)
  await lead(next._id, 7)
  assert.deepEqual([await look(), await follow()], [null, null])
  await lead()
  assert.equal(((await look()) as contract.GuestSession)._id, id)
  await a.people.studio.call(changeFile, {
    params: { id: session.offline.file },
    body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  assert.deepEqual([await look(), await follow()], [null, null])
})

test('revoking the share ends it for the guest, also while they wait', async (t) => {
  const { studio, share, look, follow } = await startSession(t)
  const { revision } = (await follow()) as contract.GuestSession
  const waiting = follow({ after: revision })
  await studio.call(revokeShare, { params: { id: share._id } })
  assert.equal(await waiting, null)
  assert.deepEqual([await look(), await follow()], [401, 401])
})

test('a guest never leads and keeps no session alive', async (t) => {
  const session = await startSession(t)
  const { studio, id, opened, look, follow } = session
  await follow()
  for (const path of ['leader', 'presence', '']) {
    const url = `/api/reviewsessions/${id}${path && `/${path}`}`
    const { statusCode } = await asGuest(session, url, opened, { method: 'PUT' })
    assert.ok(statusCode === 401 || statusCode === 403, `${path} ${statusCode}`)
  }
  assert.equal(await follow({ member: LEADER }), 409, 'the id of somebody else')
  await studio.call(contract.joinReviewSession, {
    params: { id },
    body: { member: LEADER, state: 'left' },
  })
  assert.deepEqual([await look(), await follow()], [null, null])
})

test('a guest of another studio does not see it, and odd bodies are refused', async (t) => {
  const { b, a, id, follow, ...fixtures } = await startSession(t)
  assert.equal(await follow({ session: 'f'.repeat(24) }), null)
  for (const body of [{ member: 'x' }, { state: 'leading' }, { after: -1 }, { session: null }])
    assert.equal(await follow(body), 422)
  const foreign = await shareOffline({ ...fixtures, a: b, b: a, id } as never, { mayFollow: true })
  const body = { session: id, member: OTHER, state: 'following' }
  const reply = await sendAsGuest(fixtures, foreign.opened, 'PUT', 'session', body)
  assert.equal(reply.json<{ session: null }>().session, null)
})
