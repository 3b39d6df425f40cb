import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadOffline, createRequestAt } from '../../test/work-requests.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { commentsOn } from '../../test/review-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'
import { createReview } from './comments.fixture.ts'

const UNKNOWN = 'f'.repeat(24)

test('stores a comment on a frame with its timecode', async (t) => {
  const { territory, vendor, first, v1 } = await createReview(t)
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
  const { body: comment, headers } = await territory.send(contract.createComment, {
    params: { id: first._id },
    body: { text: 'Too dark here.\n=SUM(1)', frame: 30, drawing },
  })
  const { _id, created, from, ...rest } = comment
  assert.deepEqual(rest, {
    offline: first._id,
    version: 1,
    carriedFrom: null,
    text: 'Too dark here.\n=SUM(1)',
    mentions: [],
    frame: 30,
    range: null,
    timecode: '10:00:01:05',
    startTime: '00:00:01,200',
    stopTime: '00:00:01,240',
    beyond: false,
    conformed: null,
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
    [territory._id, true, comment.$links.self],
  )
  assert.deepEqual(await v1.read(vendor, _id), comment)
  assert.deepEqual(await v1.list(vendor), [comment])
})

test('lists threads by position with their replies, filtered by state', async (t) => {
  const { territory, vendor, translator, v1 } = await createReview(t)
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
  const { fixtures, studio, territory, vendor, translator, guest, service, v1 } =
    await createReview(t)
  for (const person of [fixtures.admin, studio, territory, vendor, translator])
    await v1.create(person, { text: 'x', frame: 1 })
  await expectProblem(v1.create(service, { text: 'x', frame: 1 }), 403, 'comment.forbidden')
  assert.equal((await v1.list(service)).length, 5)
  await expectProblem(v1.create(guest, { text: 'x', frame: 1 }), 404, 'offline.not-found')
  await expectProblem(v1.list(guest), 404, 'offline.not-found')
})

test('reports what is wrong with a comment and stores nothing', async (t) => {
  const { fixtures, territory, v1 } = await createReview(t)
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
  assert.deepEqual(await pointed({ text: 'x' }, 'comment.position-invalid'), ['/frame'])
  assert.deepEqual(
    await pointed(
      { text: 'x', frame: 1, range: { first: 1, last: 2 } },
      'comment.position-invalid',
    ),
    ['/range'],
  )
  assert.deepEqual(
    await pointed({ text: 'x', range: { first: 2, last: 1 } }, 'comment.position-invalid'),
    ['/range/last'],
  )
  assert.match(
    (
      await expectProblem(
        v1.create(territory, { text: 'x', frame: 1500 }),
        422,
        'comment.position-invalid',
      )
    ).message,
    /The last frame is 1499/,
  )
  assert.deepEqual(
    await pointed({ text: 'x', frame: 1, replyTo: known }, 'comment.position-invalid'),
    ['/frame'],
  )
  assert.deepEqual(await pointed({ text: 'x', replyTo: UNKNOWN }, 'reference.not-found'), [
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

test('creates one comment per idempotency key', async (t) => {
  const { territory, first, v1 } = await createReview(t)
  const createComment = () =>
    territory.call(contract.createComment, {
      params: { id: first._id },
      body: { text: 'x', frame: 1 },
      headers: { 'idempotency-key': 'k' },
    })
  assert.equal((await createComment())._id, (await createComment())._id)
  assert.equal((await v1.list(territory)).length, 1)
})

test('reports comments of others as unknown, also under an own offline', async (t) => {
  const {
    fixtures: { a, b },
    first,
  } = await createReview(t)
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
