import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { checkRecordConventions } from '../../test/conventions.ts'
import { uploadOffline } from '../../test/work-requests.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'
import { createReview } from './comments.fixture.ts'

const UNKNOWN = 'f'.repeat(24)

const attachment = (name: string) => `attachment; filename="${name}"; filename*=UTF-8''${name}`

test('lets authors edit until somebody replies or resolves', async (t) => {
  const { fixtures, territory, studio, vendor, first, v1 } = await createReview(t)
  const { _id: id } = await v1.create(territory, { text: 'Too drak', frame: 1 })
  await checkRecordConventions(fixtures, territory, `/offlines/${first._id}/comments/${id}`, {
    text: 'Too dark',
  })
  for (const person of [studio, vendor])
    await expectProblem(v1.change(person, id, { text: 'mine' }), 403, 'comment.forbidden')
  const moved = await v1.change(territory, id, { range: { first: 5, last: 9 }, drawing: [] })
  assert.deepEqual(
    [moved.frame, moved.range, moved.text, moved.drawing?.length ?? 0, moved.edited! > 0],
    [null, { first: 5, last: 9 }, 'Too dark', 0, true],
  )
  assert.deepEqual((await v1.change(territory, id, { frame: 7 })).range, null)
  await expectProblem(v1.change(territory, id, { frame: null }), 422, 'comment.position-invalid')
  await expectProblem(v1.change(territory, id, { replyTo: id } as never), 403, 'field.protected')
  await v1.create(vendor, { text: 'On it', replyTo: id })
  await expectProblem(v1.change(territory, id, { text: 'Another text' }), 409, 'comment.locked')
  const { _id: other } = await v1.create(territory, { text: 'x', frame: 1 })
  await v1.change(vendor, other, { resolved: true })
  await expectProblem(v1.change(territory, other, { text: 'y' }), 409, 'comment.locked')
})

test('removes a comment and keeps an empty placeholder if it has replies', async (t) => {
  const { fixtures, territory, vendor, v1 } = await createReview(t)
  const [withoutReply, answered] = [
    await v1.create(territory, { text: 'lonely', frame: 1 }),
    await v1.create(territory, {
      text: 'secret',
      frame: 2,
      drawing: [{ colour: '#000000', width: 0, points: [[0, 0]] }],
    }),
  ]
  const reply = await v1.create(vendor, { text: 'an answer', replyTo: answered._id })
  await expectProblem(v1.remove(vendor, answered._id), 403, 'comment.forbidden')
  assert.deepEqual(await v1.remove(territory, withoutReply._id), {
    _id: withoutReply._id,
    removed: true,
  })
  await expectSameProblem(v1.read(territory, withoutReply._id), v1.read(territory, UNKNOWN), 404)
  await v1.remove(territory, answered._id)
  const stub = await v1.read(vendor, answered._id)
  assert.deepEqual([stub.removed, stub.text, stub.drawing, stub.frame], [true, '', null, 2])
  assert.deepEqual(await v1.texts(vendor), ['', 'an answer'])
  await expectProblem(v1.change(territory, answered._id, { text: 'x' }), 409, 'comment.removed')
  await v1.remove(vendor, reply._id)
  assert.deepEqual(await v1.texts(vendor), [], 'it has no replies left')
  assert.deepEqual(
    (await sql<{ text: string }>`select distinct text from offline_comment`.execute(fixtures.db))
      .rows,
    [{ text: '' }],
  )
})

test('lets the vendor and approvers resolve and reopen a thread', async (t) => {
  const { territory, vendor, translator, studio, v1 } = await createReview(t)
  const { _id: id } = await v1.create(translator, { text: 'A typo', frame: 1 })
  const { _id: reply } = await v1.create(vendor, { text: 'Where?', replyTo: id })
  await expectProblem(v1.change(translator, id, { resolved: true }), 403, 'comment.forbidden')
  const done = await v1.change(vendor, reply, { resolved: true })
  assert.deepEqual(
    [done.resolved?.by._id, (await v1.read(translator, id)).resolved?.by._id],
    [vendor._id, vendor._id],
  )
  assert.deepEqual(
    (await v1.change(studio, id, { resolved: true })).resolved?.by._id,
    vendor._id,
    'it is already resolved',
  )
  const read = await v1.read(territory, id)
  assert.deepEqual(
    await v1.change(territory, id, read as never),
    read,
    'an unchanged record is accepted',
  )
  await expectProblem(
    v1.change(territory, id, { resolved: { ...read.resolved!, date: 5 } }),
    403,
    'field.protected',
  )
  assert.equal((await v1.change(territory, id, { resolved: false })).resolved, null)
  assert.equal((await v1.change(vendor, id, { resolved: null })).resolved, null)
})

test('records one resolver when two people resolve at once', async (t) => {
  const { territory, vendor, studio, v1 } = await createReview(t)
  const { _id: id } = await v1.create(territory, { text: 'x', frame: 1 })
  const answers = await Promise.all(
    [vendor, studio, territory].map((person) => v1.change(person, id, { resolved: true })),
  )
  assert.equal(new Set(answers.map(({ resolved }) => resolved!.by._id)).size, 1)
  const etag = (
    await vendor.send(contract.getComment, { params: { id: answers[0]!.offline, comment: id } })
  ).headers.get('etag')!
  const reopened = await Promise.allSettled(
    [vendor, studio].map((person) =>
      v1.change(person, id, { resolved: false }, { 'if-match': etag }),
    ),
  )
  assert.deepEqual(
    reopened.map(({ status }) => status).toSorted(),
    ['fulfilled', 'rejected'],
    'with an ETag only one of them reopens it',
  )
})

test('notifies the audience once per comment and not for a rejected one', async (t) => {
  const { territory, vendor, translator, guest, fixtures, request, first, v1 } =
    await createReview(t)
  const { _id: id } = await v1.create(territory, { text: 'A secret title', frame: 1 })
  await expectProblem(v1.create(territory, { text: 'x', frame: 9999 }), 422)
  await v1.change(vendor, id, { resolved: true })
  await fixtures.runJobs()
  const notificationsOf = async (by: typeof vendor) =>
    (await by.call(listNotifications, { query: { type: 'ofc' } })).items.map(({ title }) => title)
  assert.deepEqual(
    [
      await notificationsOf(vendor),
      await notificationsOf(translator),
      await notificationsOf(territory),
      await notificationsOf(guest),
    ],
    [['territory a commented on an offline'], ['territory a commented on an offline'], [], []],
  )
  const [event] = (await vendor.call(listEvents, { query: { type: 'ofc' } })).items
  assert.deepEqual(
    [event!.workRequest!._id, event!.details, event!.files],
    [request, { offline: first._id, comment: id }, [first.file]],
  )
  assert.ok(!JSON.stringify(event).includes('A secret title'))
})

test('exports comments as a table or as markers', async (t) => {
  const { fixtures, territory, vendor, request, first, v1 } = await createReview(t)
  const { _id: id } = await v1.create(territory, { text: '=HYPERLINK("x")', frame: 30 })
  await v1.create(vendor, { text: 'No', replyTo: id })
  const get = (query: string) =>
    rawRequest(fixtures, `/api/offlines/${first._id}/comments/export${query}`, { by: vendor })
  const [csv, edl] = [await get('?format=csv'), await get('?format=edl')]
  assert.deepEqual(
    [csv.headers['content-type'], csv.headers['content-disposition']],
    ['text/csv; charset=utf-8', attachment('trailer-a-DE-v1-comments.csv')],
  )
  assert.match(
    csv.body,
    new RegExp(
      `\\r\\n1,10:00:01:05,10:00:01:06,30,territory a,"'=HYPERLINK\\(""x""\\)",,,\\d{4}-.*,${id},\\r\\n1,,,,vendor a,No,${id},,`,
    ),
  )
  assert.equal((await get('')).body, csv.body)
  assert.deepEqual(
    [edl.headers['content-type'], edl.headers['content-disposition']],
    ['text/plain; charset=utf-8', attachment('trailer-a-DE-v1-comments.edl')],
  )
  assert.ok(
    edl.body.endsWith('* LOC: 10:00:01:05 RED     territory a: =HYPERLINK("x") / vendor a: No\r\n'),
  )
  const types = {
    resolve: ['text/plain; charset=utf-8', 'trailer-a-DE-v1-comments-resolve.edl'],
    premiere: ['application/xml; charset=utf-8', 'trailer-a-DE-v1-comments.xml'],
    fcpxml: ['application/xml; charset=utf-8', 'trailer-a-DE-v1-comments.fcpxml'],
    otio: ['application/json; charset=utf-8', 'trailer-a-DE-v1-comments.otio'],
  }
  for (const [format, [type, name]] of Object.entries(types)) {
    const { headers, body } = await get(`?format=${format}`)
    assert.deepEqual(
      [headers['content-type'], headers['content-disposition'], body.includes('vendor a: No')],
      [type, attachment(name!), true],
    )
  }
  assert.equal((await get('?format=pdf')).statusCode, 400)
  const unseen = await uploadOffline(fixtures.a, request)
  assert.equal(
    (
      await rawRequest(fixtures, `/api/offlines/${unseen._id}/comments/export?format=edl`, {
        by: vendor,
      })
    ).json<{ code: string }>().code,
    'offline.no-frames',
  )
})
