import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotifications } from '../notifications/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import type { TestUser } from '../../test/fixtures.ts'
import { createReview } from './comments.fixture.ts'

const UNKNOWN = 'f'.repeat(24)
const idsOf = ({ mentions }: { mentions: { _id: string }[] }) => mentions.map(({ _id }) => _id)

test('a comment on a version mentions people once, and an edit changes whom', async (t) => {
  const { territory, vendor, studio, v1 } = await createReview(t)
  const comment = await v1.create(territory, {
    text: '@vendor a, too dark',
    frame: 1,
    mentions: [vendor._id, { _id: vendor._id }],
  })
  assert.deepEqual(idsOf(comment), [vendor._id])
  assert.deepEqual(idsOf(await v1.read(vendor, comment._id)), [vendor._id])
  const changed = await v1.change(territory, comment._id, { mentions: [studio._id] })
  assert.deepEqual([idsOf(changed), changed.text], [[studio._id], comment.text])
  const reply = await v1.create(vendor, {
    text: 'Brighter now, @territory a',
    replyTo: comment._id,
    mentions: [territory._id],
  })
  assert.deepEqual(idsOf(reply), [territory._id])
  await v1.remove(vendor, reply._id)
  assert.ok(!JSON.stringify(await v1.list(studio)).includes('Brighter'))
})

test('mentions only people who can see the work request', async (t) => {
  const { fixtures, territory, vendor, guest, v1 } = await createReview(t)
  const own = await v1.create(territory, { text: 'x', frame: 1 })
  for (const stranger of [guest._id, fixtures.b.people.vendor._id, UNKNOWN]) {
    const mentions = [vendor._id, stranger]
    for (const attempt of [
      () => v1.create(territory, { text: 'x', frame: 1, mentions }),
      () => v1.change(territory, own._id, { mentions }),
    ]) {
      const { problem } = await expectProblem(attempt(), 422, 'reference.not-found')
      assert.deepEqual(
        (problem.errors as { pointer: string }[]).map(({ pointer }) => pointer),
        ['/mentions/1'],
      )
    }
  }
  assert.equal((await v1.list(territory)).length, 1, 'nothing was stored')
})

test('notifies mentioned people without the text', async (t) => {
  const { fixtures, studio, territory, v1 } = await createReview(t)
  const notificationsOf = async (by: TestUser) =>
    (await by.call(listNotifications, { query: { type: 'ofc' } })).items
  await v1.create(territory, { text: 'A secret title', frame: 1 })
  await fixtures.runJobs()
  const before = (await notificationsOf(studio)).length
  await v1.create(territory, { text: 'A secret title', frame: 2, mentions: [studio._id] })
  await fixtures.runJobs()
  const after = await notificationsOf(studio)
  assert.equal(after.length, before + 1)
  assert.ok(!JSON.stringify(after).includes('A secret title'))
})
