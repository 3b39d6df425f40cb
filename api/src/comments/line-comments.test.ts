import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { changeTranslation, translationLines } from '../translations/contract.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const UNKNOWN = 'f'.repeat(24)

/** A translation of two lines with an assigned translator. */
async function loadLineFixtures(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { studio, vendor, translator } = fixtures.a.people
  const request = await readRequest(studio, await createRequestAt(fixtures.a, 'awaiting-materials'))
  const id = request.translation._id
  const params = { id }
  await vendor.call(changeTranslation, { params, body: { translator: translator._id } })
  const addLine = (second: number, text: string) =>
    vendor.call(translationLines.add, {
      params,
      body: { startTime: `00:00:0${second},000`, stopTime: `00:00:0${second + 2},000`, text },
    })
  const [first, second] = [await addLine(1, 'Hallo Welt'), await addLine(4, 'Gute Nacht')]
  const create = (by: TestUser, body: Omit<contract.NewLineComment, 'line'> & { line?: string }) =>
    by.call(contract.createLineComment, { params, body: { line: first._id, ...body } })
  const decide = (by: TestUser, comment: string, status: contract.LineCommentStatus) =>
    by.call(contract.decideLineComment, { params: { id, comment }, body: { status } })
  const list = async (by: TestUser) => (await by.call(contract.listLineComments, { params })).items
  const texts = async () =>
    (await vendor.call(translationLines.list, { params })).map(({ text }) => text)
  return { fixtures, ...fixtures.a.people, id, params, first, second, create, decide, list, texts }
}

test('comments on a line, replies and resolves', async (t) => {
  const { territory, translator, id, first, second, create, decide, list } =
    await loadLineFixtures(t)
  const comment = await create(territory, { text: ' Too formal? ' })
  const { _id, created, from, ...rest } = comment
  assert.deepEqual(rest, {
    translation: id,
    line: first._id,
    text: 'Too formal?',
    suggestion: null,
    original: null,
    status: 'open',
    decided: null,
    replyTo: null,
    $links: {
      self: `//reelay.test/api/translations/${id}/comments/${_id}`,
      translation: `//reelay.test/api/translations/${id}`,
    },
  })
  assert.deepEqual([from._id, created > 0], [territory._id, true])
  const reply = await create(translator, { text: 'It is a letter', replyTo: { _id } })
  assert.equal(reply.replyTo, _id)
  await expectProblem(create(translator, { text: 'x', replyTo: reply._id }), 422, 'comment.nested')
  await expectProblem(
    create(translator, { text: 'x', replyTo: _id, line: second._id }),
    422,
    'reference.not-found',
  )
  const resolved = await decide(territory, _id, 'resolved')
  assert.deepEqual([resolved.status, resolved.decided!.by._id], ['resolved', territory._id])
  assert.equal((await decide(territory, _id, 'open')).decided, null)
  assert.deepEqual(
    (await list(translator)).map(({ text }) => text),
    ['Too formal?', 'It is a letter'],
  )
})

test('an accepted suggestion changes the line, and a rejected one does not', async (t) => {
  const { territory, translator, second, create, decide, texts } = await loadLineFixtures(t)
  const good = await create(territory, { suggestion: 'Hallo, Welt' })
  assert.deepEqual([good.original, good.suggestion], ['Hallo Welt', 'Hallo, Welt'])
  const bad = await create(territory, { suggestion: 'Nacht', line: second._id })
  assert.deepEqual(await texts(), ['Hallo Welt', 'Gute Nacht'])
  const accepted = await decide(translator, good._id, 'accepted')
  assert.deepEqual([accepted.status, accepted.decided!.by._id], ['accepted', translator._id])
  assert.equal((await decide(translator, bad._id, 'rejected')).status, 'rejected')
  assert.deepEqual(await texts(), ['Hallo, Welt', 'Gute Nacht'])
  await expectProblem(decide(translator, bad._id, 'accepted'), 409, 'comment.already-decided')
  await expectProblem(decide(translator, good._id, 'resolved'), 409, 'comment.already-decided')
})

test('refuses a suggestion for a text that has changed since', async (t) => {
  const { territory, translator, params, first, create, decide, texts } = await loadLineFixtures(t)
  const { _id } = await create(territory, { suggestion: 'Hallo, Welt' })
  await translator.call(translationLines.change, {
    params: { ...params, line: first._id },
    body: { text: 'Moin Welt' },
  })
  await expectProblem(decide(translator, _id, 'accepted'), 409, 'line.changed')
  assert.equal((await texts())[0], 'Moin Welt')
  assert.equal((await decide(translator, _id, 'rejected')).status, 'rejected')
})

test('while a translation waits for approval, only an approver accepts', async (t) => {
  const { territory, translator, vendor, params, create, decide, texts } = await loadLineFixtures(t)
  await translator.call(changeTranslation, { params, body: { status: 'submitted' } })
  const { _id } = await create(territory, { suggestion: 'Hallo, Welt', text: 'A comma' })
  await expectProblem(decide(translator, _id, 'accepted'), 403, 'translation.forbidden')
  await decide(territory, _id, 'accepted')
  assert.equal((await texts())[0], 'Hallo, Welt')
  const { status } = await vendor.call(changeTranslation, { params, body: {} })
  assert.equal(status, 'submitted')
  await territory.call(changeTranslation, { params, body: { status: 'approved' } })
  const late = await create(territory, { suggestion: 'Hallo' })
  await expectProblem(decide(territory, late._id, 'accepted'), 403, 'translation.forbidden')
})

test('refuses empty comments, unknown lines and invalid markup', async (t) => {
  const { territory, create } = await loadLineFixtures(t)
  await expectProblem(create(territory, { text: '  ' }), 422, 'comment.empty')
  await expectProblem(create(territory, { suggestion: 'Hallo Welt' }), 422, 'comment.empty')
  await expectProblem(create(territory, { text: 'x', line: UNKNOWN }), 422, 'reference.not-found')
  await expectProblem(create(territory, { suggestion: '<i>Hallo' }), 422, 'lines.invalid')
})

test('keeps comments on a removed line, and hides removed comments', async (t) => {
  const { territory, translator, params, first, create, list } = await loadLineFixtures(t)
  const { _id } = await create(territory, { text: 'Is this needed?' })
  await create(translator, { text: 'No', replyTo: _id })
  await translator.call(translationLines.remove, { params: { ...params, line: first._id } })
  assert.deepEqual(
    (await list(translator)).map(({ line }) => line),
    [first._id, first._id],
  )
  await create(territory, { text: 'Thanks', replyTo: _id })
  const remove = (by: TestUser) =>
    by.call(contract.removeLineComment, { params: { ...params, comment: _id } })
  await expectProblem(remove(translator), 403, 'comment.forbidden')
  await remove(territory)
  assert.deepEqual(await list(translator), [])
})

test('notifies the translator and shows nothing to other studios', async (t) => {
  const { fixtures, territory, translator, params, create } = await loadLineFixtures(t)
  const { _id, line } = await create(territory, { text: 'Too formal?' })
  await fixtures.runJobs()
  const { items } = await translator.call(listNotifications, { query: { type: 'tcm' } })
  assert.equal(items.length, 1)
  assert.deepEqual(items[0]!.event.details, {
    language: items[0]!.event.details.language,
    translation: params.id,
    comment: _id,
    line,
    state: 'open',
  })
  const other = fixtures.b.people.studio
  await expectProblem(
    other.call(contract.listLineComments, { params }),
    404,
    'translation.not-found',
  )
  assert.deepEqual((await other.call(listEvents, { query: { type: 'tcm' } })).items, [])
})
