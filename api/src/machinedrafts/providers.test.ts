import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDraftFixtures } from '../../test/draft-fixtures.ts'
import { startDraftServer, TEST_KEY } from '../../test/draft-server.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

test('stores the secret encrypted, never returns it, and keeps it for the same host only', async (t) => {
  const { put, db, a, server } = await loadDraftFixtures(t, ['One'])
  const created = await put()
  assert.deepEqual(
    [created.hasSecret, created.active, created.allowsEmbargoed, 'secret' in created],
    [true, true, false, false],
  )
  const stored = async () =>
    (await sql<{ secret: string | null }>`select secret from draft_provider`.execute(db)).rows[0]!
      .secret
  assert.ok(!(await stored())!.includes(TEST_KEY))
  const change = (body: contract.DraftProviderInput) =>
    a.people.studio.call(contract.putDraftProvider, {
      params: { id: a.studio._id, task: 'translation' },
      body,
    })
  const same = await change({ kind: 'deepl', url: `${server.url}/deepl` })
  assert.deepEqual([same.kind, same.hasSecret], ['deepl', true])
  const other = await startDraftServer(t)
  assert.equal((await change({ kind: 'deepl', url: other.url })).hasSecret, false)
  await put()
  assert.equal((await change({ kind: 'deepl', url: server.url, secret: null })).hasSecret, false)
})

test('refuses private addresses unless the operator allows them', async (t) => {
  const { a } = await loadFixtures(t)
  for (const url of [
    'http://1.1.1.1/',
    'https://127.0.0.1/',
    'https://10.0.0.1',
    'ftp://1.1.1.1',
    'x',
  ])
    await expectProblem(
      a.people.studio.call(contract.putDraftProvider, {
        params: { id: a.studio._id, task: 'translation' },
        body: { kind: 'deepl', url },
      }),
      422,
      'draft-provider.url-invalid',
    )
})

test('does not ask a stored address that is private', async (t) => {
  const { a, db } = await loadFixtures(t)
  const server = await startDraftServer(t)
  await sql`insert into draft_provider (studio_id, task, kind, url, active, allows_embargoed)
    values (${a.studio._id}, 'translation', 'libretranslate', ${server.url}, true, false)`.execute(
    db,
  )
  const { ok, problem } = await a.people.studio.call(contract.testDraftProvider, {
    params: { id: a.studio._id, task: 'translation' },
  })
  assert.equal(ok, false)
  assert.match(problem!, /was not asked/)
  assert.equal(server.requests.length, 0)
})

test('tests a provider with one word', async (t) => {
  const { put, a, server } = await loadDraftFixtures(t, ['One'])
  const check = () =>
    a.people.studio.call(contract.testDraftProvider, {
      params: { id: a.studio._id, task: 'translation' },
    })
  await expectProblem(check(), 404, 'draft-provider.not-found')
  await put()
  assert.deepEqual(await check(), { ok: true, answer: 'HELLO', problem: null })
  await put({ secret: 'wrong' })
  const { ok, problem } = await check()
  assert.equal(ok, false)
  assert.match(problem!, /refused the key \(status 403\)/)
  server.chat(() => 'no')
  await put({ kind: 'openai', model: 'm' })
  assert.match((await check()).problem!, /does not fit/)
})

test('needs a model for an OpenAI-compatible server, and forgets a removed provider', async (t) => {
  const { put, a } = await loadDraftFixtures(t, ['One'])
  await expectProblem(put({ kind: 'openai' }), 422, 'draft-provider.model-required')
  assert.equal((await put({ kind: 'deepl', model: 'x' })).model, null)
  const params = { id: a.studio._id, task: 'translation' as const }
  await a.people.studio.call(contract.removeDraftProvider, { params })
  const { total } = await a.people.studio.call(contract.listDraftProviders, {
    params: { id: a.studio._id },
  })
  assert.equal(total, 0)
  await expectProblem(
    a.people.studio.call(contract.removeDraftProvider, { params }),
    404,
    'draft-provider.not-found',
  )
})
