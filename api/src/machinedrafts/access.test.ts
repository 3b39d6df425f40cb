import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDraftFixtures } from '../../test/draft-fixtures.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { sql } from '../kernel/db/sql.ts'
import { changeTranslation } from '../translations/contract.ts'
import * as contract from './contract.ts'

test('is off until the studio sets a provider, and again when it turns it off', async (t) => {
  const { start, put, params, a } = await loadDraftFixtures(t, ['One'])
  const { vendor } = a.people
  const provider = async () =>
    (await vendor.call(contract.getTranslationDrafts, { params })).provider?.kind ?? null
  await expectProblem(start(), 409, 'draft.disabled')
  assert.equal(await provider(), null)
  await put({ active: false })
  await expectProblem(start(), 409, 'draft.disabled')
  await put({ active: true })
  assert.equal(await provider(), 'libretranslate')
  assert.equal((await start()).status, 'waiting')
})

test('sends nothing of an embargoed film unless the studio allows it', async (t) => {
  const { start, put, latest, runJobs, server, embargo, a } = await loadDraftFixtures(t, ['One'])
  await put()
  await start()
  await embargo()
  await runJobs()
  const { status, reason } = await latest()
  assert.deepEqual(
    [status, reason!.code, server.requests.length],
    ['failed', 'draft.not-allowed', 0],
  )
  for (const person of [a.people.vendor, a.people.territory, a.people.studio])
    await expectProblem(start(person), 409, 'draft.not-allowed')
  await put({ allowsEmbargoed: true })
  await start()
  await runJobs()
  assert.deepEqual([(await latest()).status, server.requests.length], ['done', 1])
})

test('stops between batches when an embargo starts, access ends or the provider changes', async (t) => {
  const sources = Array.from({ length: 40 }, (_, index) => `Line ${index}`)
  for (const [change, code] of [
    ['embargo', 'draft.not-allowed'],
    ['access', 'translation.not-found'],
    ['provider', 'draft.disabled'],
    ['submission', 'translation.locked'],
  ] as const) {
    const { start, put, latest, runJobs, server, embargo, db, a, params } = await loadDraftFixtures(
      t,
      sources,
    )
    const { vendor, studio } = a.people
    await put()
    await start()
    server.before(async () => {
      if (change === 'embargo') await embargo()
      if (change === 'provider') await put({ active: false })
      if (change === 'access')
        await sql`delete from membership where person_id = ${vendor._id}`.execute(db)
      if (change === 'submission')
        await sql`update translation set status = 'submitted' where id = ${params.id}`.execute(db)
    })
    await runJobs()
    const { status, reason } = await latest(studio)
    assert.deepEqual(
      [status, reason?.code, server.requests.length],
      ['failed', code, 1],
      `after ${change}`,
    )
  }
})

test('is not there for people who do not see the translation, and locked ones stay', async (t) => {
  const { put, start, params, a, b } = await loadDraftFixtures(t, ['One'])
  await put()
  const read = (person: typeof a.people.vendor) =>
    person.call(contract.getTranslationDrafts, { params })
  for (const person of [b.people.studio, b.people.vendor, a.people.translator]) {
    await expectProblem(start(person), 404, 'translation.not-found')
    await expectProblem(read(person), 404, 'translation.not-found')
    await expectProblem(
      person.call(contract.cancelTranslationDraft, { params }),
      404,
      'translation.not-found',
    )
  }
  await a.people.studio.call(changeTranslation, {
    params,
    body: { translator: a.people.translator._id },
  })
  assert.equal((await start(a.people.translator)).status, 'waiting')
})

test('shows runs and providers to managers of the studio only', async (t) => {
  const { put, start, a, b } = await loadDraftFixtures(t, ['One'])
  await put()
  await start()
  const params = { id: a.studio._id }
  for (const person of [a.people.vendor, a.people.territory, a.people.translator]) {
    await expectProblem(person.call(contract.listDraftProviders, { params }), 403)
    await expectProblem(person.call(contract.listDraftRuns, { params }), 403)
    await expectProblem(put({}, person), 403)
  }
  await expectProblem(b.people.studio.call(contract.listDraftRuns, { params }), 404)
  await expectProblem(put({}, b.people.studio), 404)
})
