// Comments move to the cut of a later version. What is doubtful is flagged, and nothing disappears.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import {
  draw,
  insert,
  oldCut,
  placesOf,
  type Recut,
} from '../renditions/reactions/recuts.fixture.ts'
import { uploadBytes } from '../../test/clips.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { commentsOn, PAL, uploadVersion } from '../../test/review-fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

/** Ten seconds, an inserted shot of two, and the old film from 12 to 30 seconds. */
const EDL = `TITLE: New
001  OLD  V  C  01:00:00:00 01:00:10:00 01:00:00:00 01:00:10:00
002  BL   V  C  00:00:00:00 00:00:02:00 01:00:10:00 01:00:12:00
003  OLD  V  C  01:00:12:00 01:00:30:00 01:00:12:00 01:00:30:00
`
const EDL_SWAPPED = `TITLE: New
001  OLD  V  C  01:00:05:00 01:00:30:00 01:00:00:00 01:00:25:00
002  OLD  V  C  01:00:00:00 01:00:05:00 01:00:25:00 01:00:30:00
`
const conform = (
  person: TestUser,
  { _id: id }: { _id: string },
  body: contract.CommentConform,
): Promise<contract.CommentConformResult> =>
  person.call(contract.conformComments, { params: { id }, body })

/** Two versions of a request; the first has comments. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { territory, vendor } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  const first = await uploadVersion(fixtures, request)
  const comment = async (text: string, position: { frame: number } | [number, number]) =>
    (
      await commentsOn(first).create(territory, {
        text,
        ...(Array.isArray(position)
          ? { range: { first: position[0], last: position[1] } }
          : position),
      })
    )._id
  return { ...fixtures, fixtures, territory, vendor, request, first, comment }
}
const positions = async (person: TestUser, offline: { _id: string }) =>
  (await commentsOn(offline).list(person)).map(({ text, frame, range, conformed }) => [
    text,
    frame ?? (range && [range.first, range.last]),
    conformed && [conformed.outcome, conformed.reason].filter(Boolean).join(' '),
  ])

test('moves, flags and drops comments by an edit list, and loses none', async (t) => {
  const { fixtures, territory, vendor, request, first, comment } = await setup(t)
  await comment('before the cut', { frame: 100 })
  await comment('in the removed part', { frame: 260 })
  await comment('across the cut', [240, 310])
  await comment('after the cut', [500, 550])
  const before = await positions(territory, first)
  const second = await uploadVersion(fixtures, request, { ...PAL, timecode: '01:00:00:00' })
  const by = { kind: 'edl' as const, text: EDL_SWAPPED }
  const plan = await conform(vendor, second, { by })
  assert.deepEqual(
    [plan.counts, plan.from, plan.matched, plan.applied],
    [{ moved: 4, flagged: 0, dropped: 0 }, first._id, null, false],
  )
  assert.deepEqual(
    plan.comments.map(({ text, from, to }) => [text, from.timecode, to[0]!.first, to[0]!.timecode]),
    [
      ['before the cut', '10:00:04:00', 725, '01:00:29:00'],
      ['across the cut', '10:00:09:15', 115, '01:00:04:15'],
      ['in the removed part', '10:00:10:10', 135, '01:00:05:10'],
      ['after the cut', '10:00:20:00', 375, '01:00:15:00'],
    ],
  )
  assert.ok((await positions(territory, second)).every(([, , state]) => state === null))

  const cut = { kind: 'edl' as const, text: EDL }
  const { counts } = await conform(vendor, second, { by: cut, apply: true })
  assert.deepEqual(counts, { moved: 2, flagged: 1, dropped: 1 })
  assert.deepEqual(await positions(territory, second), [
    ['before the cut', 100, 'moved'],
    ['across the cut', [240, 249], 'flagged trimmed'],
    ['in the removed part', null, 'dropped removed'],
    ['after the cut', [500, 550], 'moved'],
  ])
  assert.deepEqual(await positions(territory, first), before, 'the earlier version is as it was')

  const exported = async (format: contract.ExportFormat) =>
    new TextDecoder().decode(
      await vendor.call(contract.exportComments, { params: { id: second._id }, query: { format } }),
    )
  assert.match(await exported('csv'), /in the removed part.*dropped: removed/)
  assert.match(await exported('edl'), /\(not in this version\).*in the removed part/)

  await conform(vendor, second, { by, apply: true })
  const swapped = await positions(territory, second)
  assert.deepEqual(
    swapped.map(([text]) => text),
    ['across the cut', 'in the removed part', 'after the cut', 'before the cut'],
    'the last plan counts, and the comments are in the order of the film',
  )
  const third = await uploadVersion(fixtures, request, { ...PAL, frameRate: '50/1' })
  const [across] = await positions(territory, third)
  assert.deepEqual(across, ['across the cut', [230, 370], 'moved'], 'later versions start from it')
})

test('accepts decisions about doubtful comments', async (t) => {
  const { fixtures, territory, vendor, request, comment } = await setup(t)
  const [one, two] = [await comment('one', [100, 150]), await comment('two', [600, 700])]
  const second = await uploadVersion(fixtures, request)
  const by = { kind: 'edl' as const, text: EDL_SWAPPED }
  const { comments } = await conform(vendor, second, { by })
  assert.deepEqual(
    comments.map(({ outcome, reason, to }) => [outcome, reason, to.length]),
    [
      ['flagged', 'split', 2],
      ['moved', null, 1],
    ],
  )
  await conform(vendor, second, { by, apply: true, decisions: { [one]: 1, [two]: 'keep' } })
  assert.deepEqual(await positions(territory, second), [
    ['one', [0, 25], 'moved'],
    ['two', [600, 700], 'moved'],
  ])
})

test('forgets positions when the author moves the comment', async (t) => {
  const { fixtures, territory, vendor, request, first, comment } = await setup(t)
  const id = await comment('x', { frame: 200 })
  const second = await uploadVersion(fixtures, request)
  await conform(vendor, second, { by: { kind: 'offset', by: 2000 }, apply: true })
  const moved = await commentsOn(second).read(territory, id)
  assert.deepEqual([moved.frame, moved.conformed!.version], [250, 2])
  const edited = await commentsOn(second).change(territory, id, { ...moved, text: 'y' })
  assert.deepEqual([edited.frame, edited.text], [250, 'y'])
  await commentsOn(first).change(territory, id, { frame: 300 })
  const again = await commentsOn(second).read(territory, id)
  assert.deepEqual([again.frame, again.conformed], [300, null])
})

test('refuses other people, other requests and later versions', async (t) => {
  const { fixtures, territory, vendor, request, first, comment, a, b } = await setup(t)
  await comment('x', { frame: 200 })
  const second = await uploadVersion(fixtures, request)
  const by = { kind: 'offset' as const, by: 1000 }
  const unknown = { _id: 'f'.repeat(24) }
  await expectSameProblem(
    conform(b.people.vendor, second, { by }),
    conform(b.people.vendor, unknown, { by }),
    404,
  )
  await expectProblem(conform(vendor, first, { by }), 422, 'film.invalid')
  await expectProblem(conform(vendor, first, { by, from: second._id }), 422, 'film.invalid')
  const other = await uploadVersion(fixtures, await createRequestAt(a, 'in-progress'))
  await expectProblem(conform(vendor, second, { by, from: other._id }), 422, 'film.invalid')
  await expectSameProblem(
    conform(vendor, second, { by, from: unknown._id }),
    conform(vendor, unknown, { by }),
    404,
  )
  await expectProblem(
    conform(vendor, second, { by: { kind: 'edl', text: 'nothing' } }),
    422,
    'cut.invalid',
  )
  await sql`update media set probe = null where file_id = ${first.file}`.execute(fixtures.db)
  await expectProblem(conform(territory, second, { by }), 409, 'offline.no-frames')
})

/** The comparison needs only the probe. */
async function uploadCut(t: TestContext, { a, db }: Fixtures, request: string, cut: Recut) {
  const { vendor } = a.people
  const bytes = await readFile(await draw(t, crypto.randomUUID(), cut))
  const { _id: file } = await uploadBytes(vendor, a, bytes)
  const probe = {
    kind: 'video',
    audio: [],
    video: { frameRate: '25/1', aspect: '16:9' },
    timecode: null,
    duration: 60,
  }
  await sql`delete from job where payload ->> 'file' = ${file}`.execute(db)
  await sql`update media set probe = ${JSON.stringify(probe)} where file_id = ${file}`.execute(db)
  await sql`update file set verified_at = now() where id = ${file}`.execute(db)
  return vendor.call(contract.createOffline, { body: { workRequest: request, file } })
}

test('follows a real recut by comparing the films', { timeout: 180_000 }, async (t) => {
  const fixtures = await loadFixtures(t)
  const { territory, vendor } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  const shots = oldCut().slice(0, 8)
  const cut = { pieces: [insert(1, 30), ...shots.filter(({ shot }) => shot !== 2)] }
  const first = await uploadCut(t, fixtures, request, { pieces: shots })
  let frame = 0
  for (const { shot, stop } of shots) {
    await commentsOn(first).create(territory, { text: `shot ${shot}`, frame: frame + 12 })
    frame += stop
  }
  const second = await uploadCut(t, fixtures, request, cut)
  assert.equal((await conform(vendor, second, { by: { kind: 'films' } })).status, 'analyzing')
  await fixtures.runJobs()
  const plan = await conform(vendor, second, { by: { kind: 'films' }, apply: true })
  assert.deepEqual([plan.status, plan.applied], ['ready', true])
  assert.ok(plan.counts.moved >= 5, JSON.stringify(plan.counts))
  const shown = await commentsOn(second).list(territory)
  assert.equal(shown.length, shots.length, 'no comment is lost')
  for (const { comment, text, from, outcome, to } of plan.comments) {
    const places = placesOf(cut, from.first * 40).map((time) => Math.round(time / 40))
    const now = shown.find(({ _id }) => _id === comment)!
    assert.equal(now.conformed!.outcome, outcome)
    if (outcome === 'dropped') assert.deepEqual([places, now.frame], [[], null], text)
    if (outcome === 'moved')
      assert.ok(
        places.some((place) => Math.abs(place - now.frame!) <= 1) && now.frame === to[0]!.first,
        `${text} is at ${now.frame} instead of ${places.join()}`,
      )
  }
  assert.ok(plan.counts.dropped > 0)
})
