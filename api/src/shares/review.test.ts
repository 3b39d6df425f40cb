import assert from 'node:assert/strict'
import { test } from 'node:test'
import { still, uploadBytes } from '../../test/clips.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { GUEST, asGuest, sendAsGuest, shareOffline } from '../../test/share-fixtures.ts'
import { readRequest } from '../../test/work-requests.ts'
import { changeFile } from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as offlines from '../offlines/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { changeStudio } from '../studios/contract.ts'
import * as contract from './contract.ts'

test('a guest comments on an offline and sees only their own threads', async (t) => {
  const fixtures = await loadFixtures(t)
  const { vendor, studio } = fixtures.a.people
  const { offline, opened } = await shareOffline(fixtures)
  await vendor.call(offlines.createComment, {
    params: { id: offline._id },
    body: { text: 'Internal', frame: 3 },
  })
  const created = await sendAsGuest(fixtures, opened, 'POST', 'comments', {
    text: 'Too dark',
    frame: 50,
  })
  assert.equal(created.statusCode, 200, created.body)
  const comment = created.json<contract.SharedComment>()
  assert.deepEqual([comment.name, comment.timecode], [GUEST, '10:00:02:00'])
  await vendor.call(offlines.createComment, {
    params: { id: offline._id },
    body: { text: 'Brighter now', replyTo: comment._id },
  })
  const seen = (await asGuest(fixtures, '/api/shared/comments', opened)).json<
    contract.SharedComment[]
  >()
  assert.deepEqual(
    seen.map(({ text }) => text),
    ['Too dark', 'Brighter now'],
  )
  const { items } = await studio.call(offlines.listComments, { params: { id: offline._id } })
  assert.deepEqual(
    items.map(({ text, from }) => [text, from.emailNormal]),
    [
      ['Internal', vendor.email],
      ['Too dark', GUEST],
      ['Brighter now', vendor.email],
    ],
  )
})

test('names the language, territory and version, and shows the logo of the studio', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { studio } = a.people
  const { opened } = await shareOffline(fixtures)
  const { language, territory, version, logo } = opened.share
  assert.deepEqual(
    [language, territory, version, logo],
    ['deu', { code: 'DE', name: 'Germany' }, 1, null],
  )
  const { _id: file } = await uploadBytes(studio, a, still(16, 16), 'logo.png')
  await sql`
    update file set verified_at = ${new Date()}, mime = 'image/png'
    where id = ${file}`.execute(fixtures.db)
  await studio.call(changeStudio, { params: { id: a.studio._id }, body: { logo: file } })
  const page = (await asGuest(fixtures, '/api/shared', opened)).json<contract.SharedPage>()
  const { pathname, search } = new URL(page.logo!)
  const picture = await rawRequest(fixtures, pathname + search)
  assert.deepEqual(
    [picture.statusCode, picture.headers['content-type']],
    [200, 'image/png'],
    picture.body,
  )
  await studio.call(changeFile, {
    params: { id: file },
    body: { embargo: { end: Math.floor(Date.now() / 1000) + 86_400 } },
  })
  const later = (await asGuest(fixtures, '/api/shared', opened)).json<contract.SharedPage>()
  assert.equal(later.logo, null, 'an embargo hides it')
})

test('a guest draws on a frame, with the checks of everybody else', async (t) => {
  const fixtures = await loadFixtures(t)
  const { offline, opened } = await shareOffline(fixtures)
  const drawing = [{ colour: '#ff3b30', width: 0.004, points: [[0.1, 0.2] as [number, number]] }]
  const add = (body: object) => sendAsGuest(fixtures, opened, 'POST', 'comments', body)
  for (const [invalid, pointer] of [
    [{ text: ' ', frame: 1 }, '/text'],
    [{ text: 'x', frame: 1, drawing: [{ ...drawing[0], colour: 'red' }] }, '/drawing/0/colour'],
    [{ text: 'x', frame: 1, drawing: [{ ...drawing[0], points: [[2, 0]] }] }, '/drawing/0/points'],
    [{ text: 'x', frame: 1, drawing: Array.from({ length: 31 }, () => drawing[0]) }, '/drawing'],
  ] as const) {
    const response = await add(invalid)
    const { errors } = response.json<{ errors: { pointer: string }[] }>()
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(errors[0]!.pointer.startsWith(pointer), errors[0]!.pointer)
  }
  const created = await add({ text: 'Move it here', frame: 10, drawing })
  assert.deepEqual(created.json<contract.SharedComment>().drawing, drawing)
  const { items } = await fixtures.a.people.vendor.call(offlines.listComments, {
    params: { id: offline._id },
  })
  assert.deepEqual(
    items.map((comment) => [comment.text, comment.drawing]),
    [['Move it here', drawing]],
  )
})

test('a decision of a guest is the decision about the offline', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const { request, share, opened } = await shareOffline(fixtures)
  const empty = await sendAsGuest(fixtures, opened, 'PUT', 'decision', { decision: 'rejected' })
  assert.equal(empty.statusCode, 422)
  const rejected = await sendAsGuest(fixtures, opened, 'PUT', 'decision', {
    decision: 'rejected',
    comment: 'The logo is old.',
  })
  assert.equal(rejected.statusCode, 200, rejected.body)
  assert.equal(rejected.json<contract.SharedPage>().decision?.comment, 'The logo is old.')
  const { status, history } = await readRequest(studio, request)
  assert.equal(status, 'rejected')
  assert.deepEqual(
    [history.at(-1)!.reason, history.at(-1)!.user.emailNormal],
    ['The logo is old.', GUEST],
  )
  const again = await sendAsGuest(fixtures, opened, 'PUT', 'decision', { decision: 'accepted' })
  assert.equal(again.statusCode, 409)
  await fixtures.runJobs()
  assert.equal((await studio.call(listNotifications, { query: { type: 'shd' } })).items.length, 1)
  const [recipient] = (await studio.call(contract.getShare, { params: { id: share._id } }))
    .recipients
  assert.equal(recipient!.decision, 'rejected')
})

test('a share without these permissions allows neither comments nor decisions', async (t) => {
  const fixtures = await loadFixtures(t)
  const { opened } = await shareOffline(fixtures, { mayComment: false, mayDecide: false })
  for (const [method, path, body] of [
    ['POST', 'comments', { text: 'x', frame: 0 }],
    ['PUT', 'decision', { decision: 'accepted' }],
  ] as const) {
    const response = await sendAsGuest(fixtures, opened, method, path, body)
    assert.deepEqual(
      [response.statusCode, response.json<{ code: string }>().code],
      [403, 'share.not-allowed'],
    )
  }
})
