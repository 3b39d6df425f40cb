import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { film, uploadBytes } from '../../test/clips.ts'
import { startDraftServer, TEST_KEY } from '../../test/draft-server.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { filmProbe, finishMediaStep } from '../../test/measured-films.ts'
import { sql } from '../kernel/db/sql.ts'
import { createPreview } from '../previews/contract.ts'
import * as scripts from '../scripts/contract.ts'
import * as contract from './contract.ts'

/** An empty script of an asset, and a server that hears the same in every film. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t, { DRAFTS_PRIVATE: '1' })
  const { a, db } = fixtures
  const { studio } = a.people
  const { _id } = await studio.call(scripts.createScript, {
    body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
  })
  const params = { id: _id }
  const server = await startDraftServer(t)
  server.hear([
    { start: 0.5, end: 2, text: ' We see nothing.' },
    { start: 2, end: 2.1, text: 'uh' },
    { start: 2.5, end: 4, text: 'Who is <there>?' },
    { start: 4, end: 5, text: 'Thank you.', no_speech_prob: 0.9 },
  ])
  return {
    ...fixtures,
    params,
    server,
    put: (body: Partial<contract.DraftProviderInput> = {}) =>
      studio.call(contract.putDraftProvider, {
        params: { id: a.studio._id, task: 'transcription' },
        body: { kind: 'openai', url: server.url, model: 'whisper', secret: TEST_KEY, ...body },
      }),
    start: (by = studio) => by.call(contract.transcribeScript, { params }),
    latest: async () => (await studio.call(contract.getScriptDrafts, { params })).runs[0]!,
    lines: () => studio.call(scripts.scriptLines.list, { params }),
    /** A film of six seconds, which counts as processed. */
    async upload() {
      const { _id: file } = await uploadBytes(studio, a, await film({ width: 160, height: 90 }))
      const probe = { ...filmProbe(), duration: 6 }
      await finishMediaStep(db, { file, step: 'probe', measured: { probe } })
      await studio.call(createPreview, { body: { asset: a.asset._id, file } })
      return file
    },
  }
}

test('writes what was heard as marked lines of an empty script', async (t) => {
  const { put, start, upload, runJobs, latest, lines, server } = await setup(t)
  await put()
  await expectProblem(start(), 409, 'draft.no-sound')
  await upload()
  await start()
  await runJobs()
  assert.deepEqual(
    (await lines()).map(({ text, startTime, stopTime, machine }) => [
      text,
      startTime.slice(6),
      stopTime.slice(6),
      machine,
    ]),
    [
      ['We see nothing.', '00,500', '02,000', true],
      ['Who is &lt;there&gt;?', '02,500', '04,000', true],
    ],
  )
  const { status, fromProvider, seconds, requests, total } = await latest()
  assert.deepEqual([status, fromProvider, seconds, requests, total], ['done', 2, 6, 1, 6])
  const [{ path, authorization, body }] = server.requests as [(typeof server.requests)[0]]
  assert.deepEqual([path, authorization], ['/v1/audio/transcriptions', `Bearer ${TEST_KEY}`])
  const { file, ...fields } = body as { file: { size: number; head: string } }
  assert.deepEqual(fields, {
    model: 'whisper',
    response_format: 'verbose_json',
    'timestamp_granularities[]': 'segment',
    language: 'en',
  })
  assert.equal(file.head, 'RIFF')
  assert.ok(Math.abs(file.size - 6 * 32_000) < 3_200, `mono at 16 kHz: ${file.size}`)
  await expectProblem(start(), 409, 'draft.not-empty')
})

test('sends nothing of an embargoed film, and stops if it becomes one', async (t) => {
  const { put, start, upload, runJobs, latest, server, db } = await setup(t)
  await put()
  const file = await upload()
  await start()
  await sql`update file set embargo_end = now() + interval '1 day' where id = ${file}`.execute(db)
  await runJobs()
  const { status, reason } = await latest()
  assert.deepEqual(
    [status, reason!.code, server.requests.length],
    ['failed', 'draft.not-allowed', 0],
  )
  await expectProblem(start(), 409, 'draft.not-allowed')
  await put({ allowsEmbargoed: true })
  await start()
  await runJobs()
  assert.deepEqual([(await latest()).status, server.requests.length], ['done', 1])
})

test('keeps lines that somebody wrote meanwhile, and says why it failed', async (t) => {
  const { put, start, upload, runJobs, latest, lines, server, a, params } = await setup(t)
  await put()
  await upload()
  server.before(async () => {
    await a.people.studio.call(scripts.scriptLines.add, {
      params,
      body: { text: 'Mine', startTime: '00:00:01,000', stopTime: '00:00:02,000' },
    })
  })
  await start()
  await runJobs()
  assert.deepEqual([(await latest()).reason!.code, (await lines()).length], ['draft.not-empty', 1])
})

test('can be started only by people who may write the script', async (t) => {
  const { put, start, upload, a, b, params } = await setup(t)
  await expectProblem(start(), 409, 'draft.disabled')
  await put()
  await upload()
  for (const person of [a.people.vendor, a.people.translator, a.people.territory])
    await expectProblem(start(person), 403)
  await expectProblem(start(b.people.studio), 404, 'script.not-found')
  await start()
  await expectProblem(start(), 409, 'draft.running')
  const cancelled = await a.people.studio.call(contract.cancelTranscription, { params })
  assert.equal(cancelled.status, 'cancelled')
})

test('accepts only an OpenAI-compatible server, and tests it with silence', async (t) => {
  const { put, a, server } = await setup(t)
  await expectProblem(put({ kind: 'deepl' }), 422, 'draft-provider.kind-invalid')
  await put()
  const check = () =>
    a.people.studio.call(contract.testDraftProvider, {
      params: { id: a.studio._id, task: 'transcription' },
    })
  assert.deepEqual(await check(), { ok: true, answer: null, problem: null })
  server.hear('nothing' as never)
  assert.match((await check()).problem!, /without segments/)
})
