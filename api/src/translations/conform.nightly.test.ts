import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Db } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import { createPreview } from '../previews/contract.ts'
import type { LineInput } from '../lines/contract.ts'
import { film, uploadBytes } from '../../test/clips.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { newOrder } from '../../test/orders.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import * as contract from './contract.ts'

const { translationLines: lines, conformTranslation } = contract
const line = (startTime: string, stopTime: string, text: string): LineInput => ({
  startTime: `00:00:${startTime}`,
  stopTime: `00:00:${stopTime}`,
  text,
})

/** A translation with three lines. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { territory, vendor } = fixtures.a.people
  const request = await territory.call(createWorkRequest, {
    body: newOrder(fixtures.a, { status: 'submitted' }),
  })
  const params = { id: request.translation._id }
  await vendor.call(lines.put, {
    params,
    body: [
      { ...line('01,000', '02,000', 'One'), number: 1 },
      { ...line('03,000', '05,000', 'Two'), number: 2 },
      { ...line('07,000', '08,000', 'Three'), number: 3 },
    ],
  })
  const conform = (person: TestUser, body: contract.ConformRequest) =>
    person.call(conformTranslation, { params, body })
  const times = async () =>
    (await vendor.call(lines.list, { params })).map(({ text, startTime, stopTime }) =>
      [text, startTime.slice(6), stopTime.slice(6)].join(' '),
    )
  return { ...fixtures, vendor, params, conform, times }
}

/** Four seconds, an inserted shot of two seconds, then two seconds more of the old film. */
const EDL = `TITLE: New
001  OLD  V  C  01:00:00:00 01:00:04:00 01:00:00:00 01:00:04:00
002  BL   V  C  00:00:00:00 00:00:02:00 01:00:04:00 01:00:06:00
003  OLD  V  C  01:00:04:00 01:00:06:00 01:00:06:00 01:00:08:00
`

test('previews a plan, applies it as one revision, and keeps the one before', async (t) => {
  const { vendor, params, conform, times } = await setup(t)
  const before = await times()
  const plan = await conform(vendor, { by: { kind: 'edl', text: EDL } })
  assert.deepEqual(plan.counts, { moved: 1, split: 1, dropped: 1, flagged: 0 })
  assert.deepEqual(
    plan.lines.map(({ number, outcome, reason, to }) => [
      number,
      outcome,
      reason,
      to.map(({ startTime, stopTime }) => `${startTime.slice(6)} ${stopTime.slice(6)}`),
    ]),
    [
      [1, 'moved', null, ['01,000 02,000']],
      [2, 'split', null, ['03,000 04,000', '06,000 07,000']],
      [3, 'dropped', 'removed', []],
    ],
  )
  assert.deepEqual([await times(), plan.applied], [before, null], 'a plan changes nothing')

  const body = { by: { kind: 'edl' as const, text: EDL }, apply: true, revision: plan.revision }
  const { applied } = await conform(vendor, body)
  assert.deepEqual([applied!.lines.length, applied!.removed.length], [2, 1])
  assert.deepEqual(await times(), ['One 01,000 02,000', 'Two 03,000 04,000', 'Two 06,000 07,000'])
  await expectProblem(conform(vendor, body), 409, 'conform.outdated')
  const { items } = await vendor.call(lines.revisions, { params })
  assert.equal(items[0]!.deed, 'conformed')

  const query = { revision: String(plan.revision) }
  const old = await vendor.call(lines.list, { params, query })
  await vendor.call(lines.put, { params, body: old.map(({ version: _version, ...rest }) => rest) })
  assert.deepEqual(await times(), before, 'the lines can be restored')
})

test('keeps flagged and dropped lines as decided', async (t) => {
  const { vendor, params, conform, times } = await setup(t)
  const trimmed = EDL.replaceAll('01:00:04:00 01:00:06:00', '01:00:04:10 01:00:06:10')
  const by = { kind: 'edl' as const, text: trimmed }
  const { lines: plan } = await conform(vendor, { by })
  const [, two, three] = plan
  assert.deepEqual(
    [two!.outcome, two!.reason, two!.to.length, three!.outcome],
    ['flagged', 'trimmed', 2, 'dropped'],
  )
  await conform(vendor, { by, apply: true, dropped: 'keep' })
  assert.deepEqual(await times(), ['One 01,000 02,000', 'Two 03,000 05,000', 'Three 07,000 08,000'])
  await conform(vendor, { by, apply: true, decisions: { [two!.line]: 1, [three!.line]: 'keep' } })
  assert.deepEqual(await times(), ['One 01,000 02,000', 'Two 06,000 06,600', 'Three 07,000 08,000'])
  const { total } = await vendor.call(lines.revisions, { params })
  assert.equal(total, 2, 'nothing is saved when nothing changes')
})

test('stretches, shifts, and follows two points', async (t) => {
  const { vendor, conform } = await setup(t)
  const startsOf = async (by: contract.ConformSource) =>
    (await conform(vendor, { by })).lines.map(({ to }) => to[0]?.startTime.slice(6))
  assert.deepEqual(await startsOf({ kind: 'stretch', from: '25', to: '24' }), [
    '01,042',
    '03,125',
    '07,292',
  ])
  assert.deepEqual(await startsOf({ kind: 'offset', by: -2500 }), [undefined, '00,500', '04,500'])
  const points: contract.ConformSource = {
    kind: 'points',
    points: [
      { from: 1000, to: 2000 },
      { from: 3000, to: 6000 },
    ],
  }
  assert.deepEqual(await startsOf(points), ['02,000', '06,000', '14,000'])
  points.points[1] = { from: 1000, to: 5000 }
  await expectProblem(startsOf(points), 422, 'cut.invalid')
  await expectProblem(startsOf({ kind: 'edl', text: 'nothing' }), 422, 'cut.invalid')
  await expectProblem(startsOf({ kind: 'otio', text: '{}' }), 422, 'cut.invalid')
})

test('refuses a submitted translation and people who cannot write it', async (t) => {
  const { a, b, db, params, conform, vendor } = await setup(t)
  const by = { kind: 'offset' as const, by: 1000 }
  await expectProblem(conform(b.people.vendor, { by }), 404)
  await sql`update translation set status = 'approved' where id = ${params.id}`.execute(db)
  await expectProblem(conform(vendor, { by, apply: true }), 409, 'translation.locked')
  assert.equal((await conform(a.people.vendor, { by })).counts.moved, 3)
})

/** Renditions take a minute, and the comparison needs only the probe. */
async function skipProcessing(db: Db, file: string) {
  const probe = { kind: 'video', video: { frameRate: '25/1', aspect: '16:9' }, timecode: null }
  await sql`delete from job where payload ->> 'file' = ${file}`.execute(db)
  await sql`update media set probe = ${JSON.stringify(probe)} where file_id = ${file}`.execute(db)
  await sql`update file set verified_at = now() where id = ${file}`.execute(db)
}

test('compares two films that the caller can see', { timeout: 120_000 }, async (t) => {
  const { a, b, db, runJobs, conform, vendor } = await setup(t)
  const upload = async (side: typeof a, more: Parameters<typeof film>[0]) => {
    const bytes = await film({ width: 160, height: 90, scenes: 3, sound: 'speech-like', ...more })
    const { _id: file } = await uploadBytes(side.people.studio, side, bytes)
    await skipProcessing(db, file)
    return side.people.studio.call(createPreview, { body: { asset: side.asset._id, file } })
  }
  const old = await upload(a, { seconds: 9 })
  const cut = await upload(a, { seconds: 11, blackHead: 2 })
  const foreign = await upload(b, { seconds: 1, scenes: 1 })
  const by = { kind: 'films' as const, from: old._id, to: cut._id }
  assert.equal((await conform(vendor, { by })).status, 'analyzing')
  await runJobs()
  const plan = await conform(vendor, { by })
  assert.equal(plan.status, 'ready')
  assert.ok(plan.matched! > 0.9, String(plan.matched))
  for (const { outcome, startTime, to } of plan.lines)
    if (outcome === 'moved')
      assert.equal(Number(to[0]!.startTime.slice(6, 8)), Number(startTime.slice(6, 8)) + 2)
  assert.ok(plan.counts.moved >= 2, JSON.stringify(plan.lines))

  await expectProblem(conform(vendor, { by: { ...by, to: old._id } }), 422, 'film.invalid')
  const unknown = { ...by, to: 'f'.repeat(24) }
  await expectSameProblem(
    conform(vendor, { by: { ...by, to: foreign._id } }),
    conform(vendor, { by: unknown }),
    404,
  )
  await sql`update file set embargo_end = now() + interval '1 hour'
    where id = ${cut.file}`.execute(db)
  await expectSameProblem(conform(vendor, { by }), conform(vendor, { by: unknown }), 404)
})
