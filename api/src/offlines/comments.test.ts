import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { changeTranslation } from '../translations/contract.ts'
import { checkRecordConventions } from '../../test/conventions.ts'
import { uploadOffline, readRequest, createRequestAt } from '../../test/work-requests.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { uploadVersion, commentsOn } from '../../test/review-fixtures.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const UNKNOWN = 'f'.repeat(24)

/** A work request in progress with one offline and an assigned translator. */
async function review(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { vendor, translator } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  await vendor.call(changeTranslation, {
    params: { id: (await readRequest(vendor, request)).translation._id },
    body: { translator: translator._id },
  })
  const first = await uploadVersion(fixtures, request)
  return { fixtures, ...fixtures.a.people, request, first, v1: commentsOn(first) }
}

test('stores a comment on a frame with its timecode', async (t) => {
  const { territory, vendor, first, v1 } = await review(t)
  const drawing = [
    {
      colour: '#ff0000',
      width: 0.01,
      points: [
        [0.1, 0.2],
        [0.5, 1],
      ] as [number, number][],
    },
  ]
  const { body: said, headers } = await territory.send(contract.createComment, {
    params: { id: first._id },
    body: { text: 'Too dark here.\n=SUM(1)', frame: 30, drawing },
  })
  const { _id, created, from, ...rest } = said
  assert.deepEqual(rest, {
    offline: first._id,
    version: 1,
    carriedFrom: null,
    text: 'Too dark here.\n=SUM(1)',
    frame: 30,
    range: null,
    timecode: '10:00:01:05',
    startTime: '00:00:01,200',
    stopTime: '00:00:01,240',
    beyond: false,
    drawing,
    replyTo: null,
    resolved: null,
    removed: false,
    edited: null,
    $links: {
      self: `//reelay.test/api/offlines/${first._id}/comments/${_id}`,
      offline: `//reelay.test/api/offlines/${first._id}`,
    },
  })
  assert.deepEqual(
    [from._id, created > 0, headers.get('location')],
    [territory._id, true, said.$links.self],
  )
  assert.deepEqual(await v1.read(vendor, _id), said)
  assert.deepEqual(await v1.list(vendor), [said])
})

test('lists threads by position with their replies, filtered by state', async (t) => {
  const { territory, vendor, translator, v1 } = await review(t)
  const late = await v1.create(territory, { text: 'late', range: { first: 500, last: 549 } })
  const early = await v1.create(translator, { text: 'early', frame: 0 })
  const answer = await v1.create(vendor, { text: 'yes', replyTo: late._id })
  await v1.create(territory, { text: 'thanks', replyTo: { _id: late._id } })
  assert.deepEqual(
    [
      late.range,
      late.frame,
      late.startTime,
      late.stopTime,
      answer.replyTo,
      answer.frame,
      answer.timecode,
    ],
    [{ first: 500, last: 549 }, null, '00:00:20,000', '00:00:22,000', late._id, null, null],
  )
  assert.deepEqual(await v1.texts(vendor), ['early', 'late', 'yes', 'thanks'])
  await v1.change(vendor, early._id, { resolved: true })
  assert.deepEqual(
    [
      (await v1.list(vendor, 'true')).map(({ text }) => text),
      (await v1.list(vendor, 'false')).map(({ text }) => text),
    ],
    [['early'], ['late', 'yes', 'thanks']],
  )
  const page = await vendor.call(contract.listComments, {
    params: { id: late.offline },
    range: { first: 1, last: 2 },
  })
  assert.deepEqual([page.total, page.items.map(({ text }) => text)], [4, ['late', 'yes']])
})

test('lets owners, approvers, workers and translators comment', async (t) => {
  const { fixtures, studio, territory, vendor, translator, guest, service, v1 } = await review(t)
  for (const person of [fixtures.admin, studio, territory, vendor, translator])
    await v1.create(person, { text: 'x', frame: 1 })
  await expectProblem(v1.create(service, { text: 'x', frame: 1 }), 403, 'comment.not-yours')
  assert.equal((await v1.list(service)).length, 5)
  await expectProblem(v1.create(guest, { text: 'x', frame: 1 }), 404, 'offline.unknown')
  await expectProblem(v1.list(guest), 404, 'offline.unknown')
})

test('reports what is wrong with a comment and stores nothing', async (t) => {
  const { fixtures, territory, v1 } = await review(t)
  const { _id: known } = await v1.create(territory, { text: 'x', frame: 1 })
  const { _id: reply } = await v1.create(territory, { text: 'y', replyTo: known })
  const pointed = async (body: object, code = 'body.invalid') =>
    (await expectProblem(v1.create(territory, body as never), 422, code)).errors.map(
      ({ pointer }) => pointer,
    )
  for (const text of ['', ' \n', 'x'.repeat(5001), 5])
    assert.deepEqual([...new Set(await pointed({ text, frame: 1 }))], ['/text'])
  for (const frame of [-1, 1.5, 1e9, '1'])
    assert.ok((await pointed({ text: 'x', frame })).includes('/frame'))
  const [point, stroke] = [[0, 0], { colour: '#000000', width: 0.1, points: [[0, 0]] }]
  for (const drawing of [
    [{ ...stroke, colour: 'red' }],
    [{ ...stroke, points: [] }],
    [{ ...stroke, points: [[0, 1.1]] }],
    [{ ...stroke, points: [[0]] }],
    [{ ...stroke, points: Array(501).fill(point) }],
    Array(31).fill(stroke),
  ])
    assert.ok((await pointed({ text: 'x', frame: 1, drawing }))[0]!.startsWith('/drawing'))
  assert.deepEqual(await pointed({ text: 'x' }, 'comment.place'), ['/frame'])
  assert.deepEqual(
    await pointed({ text: 'x', frame: 1, range: { first: 1, last: 2 } }, 'comment.place'),
    ['/range'],
  )
  assert.deepEqual(await pointed({ text: 'x', range: { first: 2, last: 1 } }, 'comment.place'), [
    '/range/last',
  ])
  assert.match(
    (await expectProblem(v1.create(territory, { text: 'x', frame: 1500 }), 422, 'comment.place'))
      .message,
    /The last frame is 1499/,
  )
  assert.deepEqual(await pointed({ text: 'x', frame: 1, replyTo: known }, 'comment.place'), [
    '/frame',
  ])
  assert.deepEqual(await pointed({ text: 'x', replyTo: UNKNOWN }, 'reference.unknown'), [
    '/replyTo',
  ])
  assert.deepEqual(await pointed({ text: 'x', replyTo: reply }, 'comment.nested'), ['/replyTo'])
  await expectProblem(
    v1.create(territory, { text: 'x', frame: 1, colour: 'red' } as never),
    400,
    'body.unknown-field',
  )
  assert.equal((await sql`select from offline_comment`.execute(fixtures.db)).rows.length, 2)
})

test('lets authors edit until somebody replies or resolves', async (t) => {
  const { fixtures, territory, studio, vendor, first, v1 } = await review(t)
  const { _id: id } = await v1.create(territory, { text: 'Too drak', frame: 1 })
  await checkRecordConventions(fixtures, territory, `/offlines/${first._id}/comments/${id}`, {
    text: 'Too dark',
  })
  for (const person of [studio, vendor])
    await expectProblem(v1.change(person, id, { text: 'mine' }), 403, 'comment.not-yours')
  const moved = await v1.change(territory, id, { range: { first: 5, last: 9 }, drawing: [] })
  assert.deepEqual(
    [moved.frame, moved.range, moved.text, moved.drawing?.length ?? 0, moved.edited! > 0],
    [null, { first: 5, last: 9 }, 'Too dark', 0, true],
  )
  assert.deepEqual((await v1.change(territory, id, { frame: 7 })).range, null)
  await expectProblem(v1.change(territory, id, { frame: null }), 422, 'comment.place')
  await expectProblem(v1.change(territory, id, { replyTo: id } as never), 403, 'field.protected')
  await v1.create(vendor, { text: 'On it', replyTo: id })
  await expectProblem(v1.change(territory, id, { text: 'Never said so' }), 409, 'comment.answered')
  const { _id: other } = await v1.create(territory, { text: 'x', frame: 1 })
  await v1.change(vendor, other, { resolved: true })
  await expectProblem(v1.change(territory, other, { text: 'y' }), 409, 'comment.answered')
})

test('removes a comment and keeps an empty placeholder if it has replies', async (t) => {
  const { fixtures, territory, vendor, v1 } = await review(t)
  const [lonely, answered] = [
    await v1.create(territory, { text: 'lonely', frame: 1 }),
    await v1.create(territory, {
      text: 'secret',
      frame: 2,
      drawing: [{ colour: '#000000', width: 0, points: [[0, 0]] }],
    }),
  ]
  const reply = await v1.create(vendor, { text: 'an answer', replyTo: answered._id })
  await expectProblem(v1.remove(vendor, answered._id), 403, 'comment.not-yours')
  assert.deepEqual(await v1.remove(territory, lonely._id), { _id: lonely._id, removed: true })
  await expectSameProblem(v1.read(territory, lonely._id), v1.read(territory, UNKNOWN), 404)
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

test('lets the vendor and approvers resolve and reopen a thread through any of its comments', async (t) => {
  const { territory, vendor, translator, studio, v1 } = await review(t)
  const { _id: id } = await v1.create(translator, { text: 'A typo', frame: 1 })
  const { _id: reply } = await v1.create(vendor, { text: 'Where?', replyTo: id })
  await expectProblem(v1.change(translator, id, { resolved: true }), 403, 'comment.not-yours')
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
  const { territory, vendor, studio, v1 } = await review(t)
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
  const { territory, vendor, translator, guest, fixtures, request, first, v1 } = await review(t)
  const { _id: id } = await v1.create(territory, { text: 'A secret title', frame: 1 })
  await expectProblem(v1.create(territory, { text: 'x', frame: 9999 }), 422)
  await v1.change(vendor, id, { resolved: true })
  await fixtures.runJobs()
  const heard = async (by: typeof vendor) =>
    (await by.call(listNotifications, { query: { type: 'ofc' } })).items.map(({ title }) => title)
  assert.deepEqual(
    [await heard(vendor), await heard(translator), await heard(territory), await heard(guest)],
    [['territory a commented on an offline'], ['territory a commented on an offline'], [], []],
  )
  const [event] = (await vendor.call(listEvents, { query: { type: 'ofc' } })).items
  assert.deepEqual(
    [event!.workRequest!._id, event!.told, event!.files],
    [request, { offline: first._id, comment: id }, [first.file]],
  )
  assert.ok(!JSON.stringify(event).includes('A secret title'))
})

test('creates one comment per idempotency key', async (t) => {
  const { territory, first, v1 } = await review(t)
  const say = () =>
    territory.call(contract.createComment, {
      params: { id: first._id },
      body: { text: 'x', frame: 1 },
      headers: { 'idempotency-key': 'k' },
    })
  assert.equal((await say())._id, (await say())._id)
  assert.equal((await v1.list(territory)).length, 1)
})

test('reports comments of others as unknown, also under an own offline', async (t) => {
  const {
    fixtures: { a, b },
    first,
  } = await review(t)
  const theirs = await uploadOffline(b, await createRequestAt(b, 'in-progress'))
  const { _id: foreign } = await commentsOn(theirs).create(b.people.vendor, { text: 'x', frame: 0 })
  for (const role of ['studio', 'territory', 'vendor', 'translator'] as const) {
    const person = a.people[role]
    for (const offline of [first, theirs]) {
      const ask = commentsOn(offline)
      await expectSameProblem(ask.read(person, foreign), ask.read(person, UNKNOWN), 404)
      await expectSameProblem(
        ask.change(person, foreign, { text: 'x' }),
        ask.change(person, UNKNOWN, { text: 'x' }),
        404,
      )
      await expectSameProblem(ask.remove(person, foreign), ask.remove(person, UNKNOWN), 404)
    }
    await expectSameProblem(
      commentsOn(first).create(person, { text: 'x', replyTo: foreign }),
      commentsOn(first).create(person, { text: 'x', replyTo: UNKNOWN }),
      422,
    )
    await expectSameProblem(
      commentsOn(theirs).list(person),
      commentsOn({ _id: UNKNOWN }).list(person),
      404,
    )
  }
  await expectProblem(commentsOn(first).read(a.people.vendor, 'no-id-at-all'), 404)
})

test('exports comments as a table or as markers', async (t) => {
  const { fixtures, territory, vendor, request, first, v1 } = await review(t)
  const { _id: id } = await v1.create(territory, { text: '=HYPERLINK("x")', frame: 30 })
  await v1.create(vendor, { text: 'No', replyTo: id })
  const get = (query: string) =>
    rawRequest(fixtures, `/api/offlines/${first._id}/comments/export${query}`, { by: vendor })
  const [csv, edl] = [await get('?format=csv'), await get('?format=edl')]
  assert.deepEqual(
    [csv.headers['content-type'], csv.headers['content-disposition']],
    [
      'text/csv; charset=utf-8',
      `attachment; filename="trailer-a-DE-v1-comments.csv"; filename*=UTF-8''trailer-a-DE-v1-comments.csv`,
    ],
  )
  assert.match(
    csv.body,
    new RegExp(
      `\\r\\n1,10:00:01:05,10:00:01:06,30,territory a,"'=HYPERLINK\\(""x""\\)",,,\\d{4}-.*,${id}\\r\\n1,,,,vendor a,No,${id},,`,
    ),
  )
  assert.equal((await get('')).body, csv.body)
  assert.deepEqual(
    [edl.headers['content-type'], edl.headers['content-disposition']],
    [
      'text/plain; charset=utf-8',
      `attachment; filename="trailer-a-DE-v1-comments.edl"; filename*=UTF-8''trailer-a-DE-v1-comments.edl`,
    ],
  )
  assert.ok(
    edl.body.endsWith('* LOC: 10:00:01:05 RED     territory a: =HYPERLINK("x") / vendor a: No\r\n'),
  )
  assert.equal((await get('?format=pdf')).statusCode, 422)
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
