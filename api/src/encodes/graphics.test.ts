// The service renders the translated graphics of an order alone, for the people who make the version.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadBytes, film } from '../../test/clips.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { newOrder } from '../../test/orders.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { readRequest } from '../../test/work-requests.ts'
import { getFile } from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { changeTranslation, translationLines } from '../translations/contract.ts'
import { createWorkRequest, type WorkRequest } from '../workrequests/contract.ts'
import { retryEncode } from './contract.ts'

/** Drawn once for all tests. */
const FILM = film({ seconds: 1.2, width: 320, height: 180, scenes: 1 })

const order = ({ a }: Fixtures, graphics: string[]) =>
  a.people.territory.call(createWorkRequest, {
    body: newOrder(a, {
      status: 'submitted',
      dng: { dialogue: ['OV'], graphics, narration: ['OV'] },
    }),
  })

async function approveGraphics(
  { a, runJobs }: Fixtures,
  { _id, graphicsTranslation: { _id: id } }: WorkRequest,
  text: string,
): Promise<WorkRequest> {
  const { vendor, territory } = a.people
  const move = (by: typeof vendor, status: 'submitted' | 'approved') =>
    by.call(changeTranslation, { params: { id }, body: { status } })
  await vendor.call(translationLines.put, {
    params: { id },
    body: [{ number: 1, text, startTime: '00:00:00,200', stopTime: '00:00:01,100' }],
  })
  await move(vendor, 'submitted')
  await move(territory, 'approved')
  await runJobs()
  return readRequest(vendor, _id)
}

/** Nothing is made ready to be watched, which takes most of the time. */
async function loadWithFilm(fixtures: Fixtures) {
  await sql`create rule unwatched as on insert to job where new.kind = 'transcode'
    or new.payload ->> 'step' in ('copy', 'poster', 'storyboard')
    do instead nothing`.execute(fixtures.db)
  await uploadBytes(fixtures.a.people.studio, fixtures.a, await FILM)
  await fixtures.runJobs()
  return fixtures
}

test('renders approved graphics once for each revision of the lines', async (t) => {
  const fixtures = await loadWithFilm(await loadFixtures(t))
  const { vendor, territory } = fixtures.a.people
  const created = await order(fixtures, ['Subtitled'])
  const request = await approveGraphics(fixtures, created, 'Demnächst')
  assert.deepEqual(
    request.graphicsAutomationJobs.map(({ kind, status, error }) => [kind, status, error]),
    [['graphics', 'ready', null]],
  )
  assert.deepEqual([request.files, request.offlines], [[], []], 'it is no version by itself')
  const [{ file }] = request.graphicsAutomationJobs as [WorkRequest['encodes'][number]]
  const { name, media, tags } = await vendor.call(getFile, { params: { id: file! } })
  assert.deepEqual(
    [name, tags, media?.probe?.video?.codec, media?.probe?.video?.width],
    ['Project-a_Trailer-a_DE_deu_Graphics_v1.mov', ['graphics'], 'prores', 320],
  )

  await territory.call(changeTranslation, {
    params: { id: created.graphicsTranslation._id },
    body: { status: 'incomplete', reason: 'a typo' },
  })
  const again = await approveGraphics(fixtures, created, 'Bald im Kino')
  assert.deepEqual(
    again.graphicsAutomationJobs.map(({ status }) => status),
    ['ready', 'ready'],
  )
})

test('renders no graphics that nobody ordered', async (t) => {
  const fixtures = await loadWithFilm(await loadFixtures(t))
  const request = await approveGraphics(fixtures, await order(fixtures, ['OV']), 'Demnächst')
  assert.deepEqual(request.graphicsAutomationJobs, [])
})

test('says why graphics cannot be rendered, and renders them when the film arrives', async (t) => {
  const fixtures = await loadFixtures(t)
  const { vendor } = fixtures.a.people
  const created = await order(fixtures, ['Dedicated'])
  const waiting = await approveGraphics(fixtures, created, 'Demnächst')
  const [failed] = waiting.graphicsAutomationJobs as [WorkRequest['encodes'][number]]
  assert.deepEqual([failed.status, failed.error?.code], ['failed', 'encode.no-film'])
  await expectProblem(
    vendor.call(retryEncode, { params: { id: created._id, encode: failed._id } }),
    409,
    'encode.no-film',
  )
  await loadWithFilm(fixtures)
  assert.equal((await readRequest(vendor, created._id)).graphicsAutomationJobs[0]!.status, 'ready')
})
