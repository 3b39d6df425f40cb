// Open editors get changed lines and present people over a stream.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Line } from '../lines/contract.ts'
import { openEventStream, type StreamReader } from '../../test/event-stream.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { OWN_SERVICE, loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

async function openTranslation(t: TestContext) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { a, app } = fixtures
  const request = await readRequest(a.people.studio, await createRequestAt(a, 'awaiting-materials'))
  const params = { id: request.translation._id }
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as { port: number }
  const path = `/translations/${params.id}/stream`
  const open = async (by: TestUser, last?: string) => {
    const stream = await openEventStream(port, by, last, path)
    t.after(() => stream.close())
    return stream
  }
  const add = (text: string, by: TestUser = a.people.vendor): Promise<Line> =>
    by.call(contract.translationLines.add, {
      params,
      body: { startTime: '00:00:01,000', stopTime: '00:00:01,900', text },
    })
  const bePresent = (by: TestUser, line: string | null, selection?: contract.TextSelection) =>
    by.call(contract.bePresent, { params, body: { line, ...(selection && { selection }) } })
  return { ...fixtures, ...a.people, params, request, open, add, bePresent }
}

/** The first update that this is true for. */
async function nextUpdate(
  { next }: StreamReader,
  isWanted: (update: contract.TranslationUpdate) => boolean,
): Promise<contract.TranslationUpdate> {
  for (let message = await next(); message; message = await next()) {
    const update = message.data as contract.TranslationUpdate
    if (isWanted(update)) return update
  }
  throw new Error('The stream has ended')
}
const hasChanges = ({ changes }: contract.TranslationUpdate) => changes !== null

test('sends each changed line to everybody who has the translation open', async (t) => {
  const { open, add, studio, vendor, params } = await openTranslation(t)
  const streams = [await open(studio), await open(vendor)]
  const line = await add('eins')
  for (const stream of streams) {
    const { since, changes } = await nextUpdate(stream, hasChanges)
    assert.deepEqual([since, changes], [0, { revision: 1, lines: [line], removed: [] }])
  }
  await vendor.call(contract.translationLines.remove, { params: { ...params, line: line._id } })
  for (const stream of streams) {
    const { since, changes } = await nextUpdate(stream, hasChanges)
    assert.deepEqual([since, changes!.removed], [1, [line._id]])
  }
})

test('continues after the revision that the reader has', async (t) => {
  const { open, add, studio } = await openTranslation(t)
  for (const text of ['eins', 'zwei', 'drei']) await add(text)
  const { since, changes } = await nextUpdate(await open(studio, '1'), hasChanges)
  assert.deepEqual(
    [since, changes!.revision, changes!.lines.map(({ text }) => text)],
    [1, 3, ['zwei', 'drei']],
  )
  assert.equal((await open(studio, 'yesterday')).status, 400)
})

test('shows who comes, selects and leaves', async (t) => {
  const { open, add, bePresent, studio, vendor, params } = await openTranslation(t)
  const line = await add('eins')
  const stream = await open(studio)
  await bePresent(vendor, line._id, { from: 1, to: 3 })
  const { people } = await nextUpdate(stream, (update) => update.people.length > 0)
  assert.deepEqual(
    people.map(({ _id, line, selection }) => [_id, line, selection]),
    [[vendor._id, line._id, { from: 1, to: 3 }]],
  )
  await bePresent(vendor, line._id)
  await nextUpdate(stream, (update) => update.people[0]?.selection === null)
  await vendor.call(contract.leave, { params })
  await nextUpdate(stream, (update) => update.people.length === 0)
})

test('ends when the reader may not see the translation any more', async (t) => {
  const { open, add, db, b, territory, studio } = await openTranslation(t)
  assert.equal((await open(b.people.studio)).status, 404)
  await expectProblem(
    b.people.studio.call(contract.leave, { params: { id: 'f'.repeat(24) } }),
    404,
    'translation.not-found',
  )
  const stream = await open(territory)
  await sql`update person set approved = false where id = ${territory._id}`.execute(db)
  await add('eins', studio)
  await stream.ended
})
