import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { changeTranslation } from '../translations/contract.ts'
import { checkRecordConventions } from '../../test/conventions.ts'
import { uploadFile } from '../../test/orders.ts'
import { changeRequest, createRequestAt, readRequest } from '../../test/work-requests.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const UNKNOWN = 'f'.repeat(24)

/** A work request in progress with an assigned translator. */
async function loadCommentFixtures(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { vendor, translator } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  await vendor.call(changeTranslation, {
    params: { id: (await readRequest(vendor, request)).translation._id },
    body: { translator: translator._id },
  })
  return { fixtures, ...fixtures.a.people, request, ...on(request) }
}

const on = (id: string) => ({
  createComment: (by: TestUser, body: contract.NewRequestComment) =>
    by.call(contract.createComment, { params: { id }, body }),
  list: async (by: TestUser) => (await by.call(contract.listComments, { params: { id } })).items,
  texts: async (by: TestUser) =>
    (await by.call(contract.listComments, { params: { id } })).items.map(({ text }) => text),
  read: (by: TestUser, comment: string) =>
    by.call(contract.getComment, { params: { id, comment } }),
  change: (by: TestUser, comment: string, body: contract.RequestCommentChange) =>
    by.call(contract.changeComment, { params: { id, comment }, body }),
  remove: (by: TestUser, comment: string) =>
    by.call(contract.removeComment, { params: { id, comment } }),
})

test('lists comments thread by thread', async (t) => {
  const { territory, vendor, request, createComment, list, read, texts } =
    await loadCommentFixtures(t)
  const first = await createComment(territory, {
    text: 'When does it come?\n<b>=SUM(1)</b>',
    mentions: [vendor._id],
  })
  const { _id, created, from, mentions, ...rest } = first
  assert.deepEqual(rest, {
    workRequest: request,
    text: 'When does it come?\n<b>=SUM(1)</b>',
    replyTo: null,
    removed: false,
    edited: null,
    $links: {
      self: `//reelay.test/api/workrequests/${request}/comments/${_id}`,
      workRequest: `//reelay.test/api/workrequests/${request}`,
    },
  })
  assert.deepEqual(
    [from._id, created > 0, mentions.map((mention) => mention._id)],
    [territory._id, true, [vendor._id]],
  )
  await createComment(territory, { text: 'second' })
  await createComment(vendor, { text: 'tomorrow', replyTo: { _id } })
  assert.deepEqual(await read(vendor, _id), first)
  assert.deepEqual(await texts(vendor), [first.text, 'tomorrow', 'second'])
  assert.equal((await list(vendor))[1]!.replyTo, _id)
  const page = await vendor.call(contract.listComments, {
    params: { id: request },
    range: { first: 1, last: 1 },
  })
  assert.deepEqual([page.total, page.items.map(({ text }) => text)], [3, ['tomorrow']])
})

test('lets owners, approvers, workers and translators comment', async (t) => {
  const { fixtures, studio, territory, vendor, translator, guest, service, createComment, list } =
    await loadCommentFixtures(t)
  for (const person of [fixtures.admin, studio, territory, vendor, translator])
    await createComment(person, { text: 'x' })
  await expectProblem(createComment(service, { text: 'x' }), 403, 'comment.forbidden')
  assert.equal((await list(service)).length, 5)
  await expectProblem(createComment(guest, { text: 'x' }), 404, 'work-request.not-found')
  await expectProblem(list(guest), 404, 'work-request.not-found')
})

test('lets authors edit until the first reply and remove at any time', async (t) => {
  const { territory, vendor, translator, createComment, change, remove, list, texts } =
    await loadCommentFixtures(t)
  const { _id } = await createComment(territory, { text: 'tpyo' })
  await expectProblem(change(vendor, _id, { text: 'x' }), 403, 'comment.forbidden')
  const changed = await change(territory, _id, { text: 'typo', mentions: [translator._id] })
  assert.deepEqual(
    [changed.text, changed.edited !== null, changed.mentions.map((mention) => mention._id)],
    ['typo', true, [translator._id]],
  )
  assert.deepEqual(
    await change(territory, _id, { text: 'typo' }),
    changed,
    'saving the same text changes nothing',
  )
  const answer = await createComment(vendor, { text: 'yes', replyTo: _id })
  await expectProblem(change(territory, _id, { text: 'other' }), 409, 'comment.locked')
  await expectProblem(
    createComment(territory, { text: 'x', replyTo: answer._id }),
    422,
    'comment.nested',
  )
  await expectProblem(remove(vendor, _id), 403, 'comment.forbidden')
  await remove(territory, _id)
  assert.deepEqual(
    (await list(vendor)).map(({ text, removed, mentions }) => [text, removed, mentions]),
    [
      ['', true, []],
      ['yes', false, []],
    ],
  )
  await expectProblem(change(territory, _id, { text: 'again' }), 409, 'comment.removed')
  await remove(vendor, answer._id)
  assert.deepEqual(await texts(vendor), [])
})

test('rejects invalid comments and says why', async (t) => {
  const { territory, createComment } = await loadCommentFixtures(t)
  for (const text of ['', ' \n', 'x'.repeat(5001)])
    await expectProblem(createComment(territory, { text }), 422, 'body.invalid')
  await expectProblem(
    createComment(territory, { text: 'x', replyTo: UNKNOWN }),
    422,
    'reference.not-found',
  )
})

test('allows mentions only of people who can see the request', async (t) => {
  const { fixtures, territory, vendor, guest, request, createComment } =
    await loadCommentFixtures(t)
  const { items } = await territory.call(contract.listReaders, { params: { id: request } })
  const names = items.map(({ name }) => name)
  assert.ok(
    ['studio a', 'territory a', 'vendor a', 'translator a'].every((name) => names.includes(name)),
    names.join(),
  )
  assert.ok(!names.includes('guest a') && !names.some((name) => name.endsWith(' b')))
  for (const stranger of [guest._id, fixtures.b.people.vendor._id, UNKNOWN]) {
    const error = await expectProblem(
      createComment(territory, { text: 'x', mentions: [vendor._id, stranger] }),
      422,
      'reference.not-found',
    )
    assert.deepEqual(
      (error.problem.errors as { pointer: string }[]).map(({ pointer }) => pointer),
      ['/mentions/1'],
    )
  }
  assert.deepEqual(
    (await createComment(territory, { text: 'x', mentions: [vendor._id, { _id: vendor._id }] }))
      .mentions.length,
    1,
  )
})

test('notifies audience, commenters and mentioned people once, without the text', async (t) => {
  const { fixtures, studio, territory, vendor, translator, request, createComment } =
    await loadCommentFixtures(t)
  const { _id: comment } = await createComment(vendor, {
    text: 'A secret title',
    mentions: [studio._id],
  })
  await fixtures.runJobs()
  const notificationsOf = async (by: TestUser) =>
    (await by.call(listNotifications, { query: { type: 'wcm' } })).items.map(({ title }) => title)
  const title = 'vendor a commented on a work request'
  assert.deepEqual(
    [
      await notificationsOf(territory),
      await notificationsOf(translator),
      await notificationsOf(studio),
      await notificationsOf(vendor),
    ],
    [[title], [title], [title], []],
  )
  const [event] = (await territory.call(listEvents, { query: { type: 'wcm' } })).items
  assert.deepEqual([event!.workRequest!._id, event!.details], [request, { comment }])
  assert.ok(!JSON.stringify(event).includes('A secret title'))
})

test('rejects a deliverable and says why in one call, or does neither', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor, guest } = a.people
  const id = await createRequestAt(a, 'approved')
  const [file, other] = [await uploadFile(vendor, a), await uploadFile(vendor, a, 'other.mp4')]
  await changeRequest(vendor, id, {
    files: [{ name: 'Online', files: [file._id, other._id] }],
  })
  const { createComment, texts } = on(id)
  const deliverables = async () => (await readRequest(territory, id)).files[0]!.files

  await expectProblem(
    createComment(territory, { text: 'No', rejects: UNKNOWN }),
    422,
    'reference.not-found',
  )
  await expectProblem(
    createComment(territory, { text: 'No', rejects: file._id, replyTo: UNKNOWN }),
    422,
    'reference.not-found',
  )
  await assert.rejects(createComment(guest, { text: 'No', rejects: file._id }))
  assert.deepEqual([await texts(territory), await deliverables()], [[], [file._id, other._id]])

  await createComment(territory, { text: 'Wrong colours', rejects: file._id })
  assert.deepEqual([await texts(vendor), await deliverables()], [['Wrong colours'], [other._id]])
})

test('follows the conventions of every record', async (t) => {
  const { fixtures, territory, request, createComment } = await loadCommentFixtures(t)
  await checkRecordConventions(
    fixtures,
    territory,
    `/workrequests/${request}/comments/${(await createComment(territory, { text: 'x' }))._id}`,
    { text: 'y' },
  )
})

test('creates one comment per idempotency key', async (t) => {
  const { territory, request, list } = await loadCommentFixtures(t)
  const createComment = () =>
    territory.call(contract.createComment, {
      params: { id: request },
      body: { text: 'x' },
      headers: { 'idempotency-key': 'k' },
    })
  assert.equal((await createComment())._id, (await createComment())._id)
  assert.equal((await list(territory)).length, 1)
})

test('reports comments of others as unknown, also under an own request', async (t) => {
  const {
    fixtures: { a, b },
    request,
  } = await loadCommentFixtures(t)
  const foreignRequest = await createRequestAt(b, 'in-progress')
  const { _id: foreign } = await on(foreignRequest).createComment(b.people.vendor, { text: 'x' })
  for (const role of ['studio', 'territory', 'vendor', 'translator'] as const) {
    const person = a.people[role]
    for (const id of [request, foreignRequest]) {
      const ask = on(id)
      await expectSameProblem(ask.read(person, foreign), ask.read(person, UNKNOWN), 404)
      await expectSameProblem(
        ask.change(person, foreign, { text: 'x' }),
        ask.change(person, UNKNOWN, { text: 'x' }),
        404,
      )
      await expectSameProblem(ask.remove(person, foreign), ask.remove(person, UNKNOWN), 404)
    }
    await expectSameProblem(
      on(request).createComment(person, { text: 'x', replyTo: foreign }),
      on(request).createComment(person, { text: 'x', replyTo: UNKNOWN }),
      422,
    )
    await expectSameProblem(on(foreignRequest).list(person), on(UNKNOWN).list(person), 404)
  }
})
