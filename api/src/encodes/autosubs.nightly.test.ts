// The whole way of an order with automatic subtitles, on a real film.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { Decoder, Demuxer, FilterAPI } from 'node-av/api'
import { uploadBytes, film } from '../../test/clips.ts'
import { changeRequest, readRequest } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { newOrder } from '../../test/orders.ts'
import { loadFixtures, type StudioFixtures, type Fixtures } from '../../test/fixtures.ts'
import { listEvents } from '../events/contract.ts'
import { getFile } from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { localStorage } from '../kernel/storage/local.ts'
import { retryEncode } from './contract.ts'
import { decideOffline } from '../offlines/contract.ts'
import { changeTranslation, translationLines } from '../translations/contract.ts'
import {
  createWorkRequest,
  type NewWorkRequest,
  type WorkRequest,
} from '../workrequests/contract.ts'

/** Drawn once for all tests. */
const FILM = film({ seconds: 1.2, width: 320, height: 180, scenes: 1 })
const linesOf = (text: string, source?: string) => [
  {
    number: 1,
    text,
    startTime: '00:00:00,200',
    stopTime: '00:00:01,100',
    ...(source !== undefined && { source }),
  },
]

/** Subtitled, with two details that are quickly made. */
const autosubs = (side: StudioFixtures, more: Partial<NewWorkRequest> = {}) =>
  newOrder(side, {
    autosubs: true,
    status: 'submitted',
    dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
    uses: {
      items: ['Online'],
      details: {
        Online: [
          { value: '320x180', ship: false },
          { value: '180x320', ship: false },
        ],
      },
    },
    ...more,
  })

/**
 * A world in which no film is made ready to be watched: that is looked at elsewhere, and takes most
 * of the time.
 */
async function cutting(t: TestContext): Promise<Fixtures> {
  const fixtures = await loadFixtures(t)
  await sql`create rule unwatched as on insert to job where new.kind = 'transcode'
    or new.payload ->> 'step' in ('copy', 'poster', 'storyboard')
    do instead nothing`.execute(fixtures.db)
  return fixtures
}

async function approveLines(
  { a, runJobs }: Fixtures,
  { _id, translation }: WorkRequest,
  lines = linesOf('Guten Abend.'),
) {
  const { vendor, territory } = a.people
  await vendor.call(translationLines.put, { params: { id: translation._id }, body: lines })
  await vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { status: 'submitted' },
  })
  await territory.call(changeTranslation, {
    params: { id: translation._id },
    body: { status: 'approved' },
  })
  await runJobs()
  return readRequest(vendor, _id)
}

/** A film, an order of it, and its lines approved. */
async function reviewed(t: TestContext) {
  const fixtures = await cutting(t)
  await uploadBytes(fixtures.a.people.studio, fixtures.a, await FILM)
  await fixtures.runJobs()
  const created = await fixtures.a.people.territory.call(createWorkRequest, {
    body: autosubs(fixtures.a),
  })
  return { ...fixtures, fixtures, created, review: await approveLines(fixtures, created) }
}

test('delivers files automatically once lines are approved', async (t) => {
  const { a, runJobs, created, review } = await reviewed(t)
  const { studio, territory, vendor } = a.people
  assert.equal(review.status, 'for-review')
  assert.deepEqual(
    review.encodes.map(({ kind, status, progress, error }) => [kind, status, progress, error]),
    [['offline', 'ready', 1, null]],
  )
  assert.equal(review.offlines[0]!.file, review.encodes[0]!.file)
  const offline = await vendor.call(getFile, { params: { id: review.offlines[0]!.file! } })
  assert.equal(offline.name, 'Project-a_Trailer-a_DE_deu_Offline_v1.mp4')
  assert.deepEqual(
    [
      offline.media?.probe?.video?.width,
      offline.media?.probe?.video?.frameRate,
      offline.language,
      offline.country,
    ],
    [320, '25/1', 'deu', 'DE'],
  )

  await territory.call(decideOffline, {
    params: { id: review.offlines[0]!._id },
    body: { decision: 'approved' },
  })
  await changeRequest(territory, created._id, { status: 'approved' })
  await runJobs()
  const done = await readRequest(vendor, created._id)
  assert.deepEqual(
    done.encodes.filter(({ status }) => status === 'failed'),
    [],
  )
  assert.equal(done.status, 'complete')
  const names = await Promise.all(
    done.files.map(
      async ({ name, files }) =>
        [
          name,
          await Promise.all(
            files.map(async (id) => (await vendor.call(getFile, { params: { id } })).name),
          ),
        ] as const,
    ),
  )
  assert.deepEqual(names.find(([name]) => name === 'Online')![1].toSorted(), [
    'Project-a_Trailer-a_DE_deu_Online_180x320_v1.mp4',
    'Project-a_Trailer-a_DE_deu_Online_320x180_v1.mp4',
  ])
  assert.deepEqual(
    names
      .find(([name]) => name === 'Sidecar')![1]
      .filter((name) => /\.(srt|vtt)$/.test(name))
      .toSorted(),
    ['Project-a_Trailer-a_DE_deu_Subtitles_v1.srt', 'Project-a_Trailer-a_DE_deu_Subtitles_v1.vtt'],
  )
  const events = (await studio.call(listEvents, { range: { first: 0, last: 99 } })).items.map(
    ({ type }) => type,
  )
  for (const type of ['ofl', 'wrv', 'wap', 'wco'])
    assert.equal(events.filter((event) => event === type).length, 1, type)
})

test('encodes a rejected offline again only after its lines changed', async (t) => {
  const { a, runJobs, fixtures, created, review } = await reviewed(t)
  const { territory, vendor } = a.people
  await territory.call(decideOffline, {
    params: { id: review.offlines[0]!._id },
    body: { decision: 'rejected', reason: 'a typo', code: 'wording' },
  })
  await changeRequest(vendor, created._id, { status: 'in-progress' })
  await runJobs()
  assert.equal(
    (await readRequest(vendor, created._id)).offlines.length,
    1,
    'unchanged lines are not encoded again',
  )
  await territory.call(changeTranslation, {
    params: { id: created.translation._id },
    body: { status: 'incomplete', reason: 'a typo' },
  })
  const again = await approveLines(fixtures, created, linesOf('Guten Abend!'))
  assert.deepEqual(
    [again.status, again.offlines.length, again.encodes.length],
    ['for-review', 2, 2],
  )
})

test('fails without a film, and inherits the embargo of the film', async (t) => {
  const fixtures = await cutting(t)
  const { a, db, runJobs } = fixtures
  const { studio, territory } = a.people
  const created = await territory.call(createWorkRequest, { body: autosubs(a) })
  const stuck = await approveLines(fixtures, created)
  assert.deepEqual(
    [stuck.status, stuck.encodes[0]?.status, stuck.encodes[0]?.error?.code],
    ['in-progress', 'failed', 'encode.no-film'],
  )
  const { _id } = await uploadBytes(studio, a, await FILM)
  await sql`
    update file set embargo_end = ${new Date(Date.now() + 86_400_000)}
    where id = ${_id}`.execute(db)
  await runJobs()
  const [newest] = (await readRequest(studio, created._id)).encodes
  assert.equal(newest!.status, 'ready')
  assert.ok(
    (await studio.call(getFile, { params: { id: newest!.file! } })).embargo.end! >
      Date.now() / 1000,
  )
  assert.equal(
    (await readRequest(territory, created._id)).encodes[0]!.file,
    null,
    'people who cannot see the film cannot see the encode',
  )
})

test('lets the vendor retry a failed encode once', async (t) => {
  const fixtures = await cutting(t)
  const { a, db, runJobs } = fixtures
  // The service does not see to it first.
  await sql`create rule unheard as on insert to job
    where new.kind = 'retry-waiting-orders' do instead nothing`.execute(db)
  const { territory, vendor, studio } = a.people
  const created = await territory.call(createWorkRequest, { body: autosubs(a) })
  const [failed] = (await approveLines(fixtures, created)).encodes
  const retry = (by: typeof vendor, encode = failed!._id) =>
    by.call(retryEncode, { params: { id: created._id, encode } })
  await expectProblem(retry(territory), 403)
  await expectProblem(retry(vendor), 409, 'encode.no-film')
  await expectProblem(retry(vendor, 'f'.repeat(24)), 404, 'encode.not-found')
  await uploadBytes(studio, a, await FILM)
  await runJobs()
  assert.deepEqual(await retry(vendor), { ...failed, status: 'waiting', error: null })
  await expectProblem(retry(vendor), 409, 'encode.not-failed')
  await runJobs()
  const done = await readRequest(vendor, created._id)
  assert.deepEqual(
    [done.status, done.encodes.map(({ _id, status }) => [_id, status])],
    ['for-review', [[failed!._id, 'ready']]],
  )
  await expectProblem(retry(vendor), 409, 'encode.not-failed')
})

test('burns in both languages, the original below the translation', async (t) => {
  const fixtures = await cutting(t)
  const { a, app, db } = fixtures
  await uploadBytes(a.people.studio, a, await FILM)
  await fixtures.runJobs()
  const plain = await frameAt(await FILM, 0.6)
  const render = async (dualLanguages: boolean) => {
    const created = await a.people.territory.call(createWorkRequest, {
      body: autosubs(a, { dualLanguages }),
    })
    const { offlines } = await approveLines(
      fixtures,
      created,
      linesOf('Guten Abend, meine Damen und Herren.', 'Hi.'),
    )
    const { rows } = await sql<{ key: string; length: number }>`
      select sha256 as key, length from file where id = ${offlines[0]!.file}`.execute(db)
    const { key, length } = rows[0]!
    const bytes = localStorage(app.config.dataDir).read(key, { start: 0, end: length - 1 })
    return drawnRows(plain, await frameAt(await buffer(bytes), 0.6))
  }
  const [single, bilingual] = [await render(false), await render(true)]
  assert.ok(
    bilingual.length > 1.6 * single.length,
    `${bilingual.length} rows instead of ${single.length}`,
  )
  const [upper, lower] = [
    bilingual.slice(0, single.length),
    bilingual.slice(-Math.floor(single.length / 2)),
  ]
  assert.ok(
    Math.max(...upper) > 2 * Math.max(...lower),
    'the long translation is above the short original',
  )
})

const WIDTH = 640
/** The brightness of each pixel of the frame at this time, 640×360. */
async function frameAt(bytes: Buffer, seconds: number): Promise<Buffer> {
  await using input = await Demuxer.open(bytes, { format: 'mov' })
  const video = input.video()!
  using decoder = await Decoder.create(video)
  using filter = FilterAPI.create(`scale=${WIDTH}:360,format=gray`)
  let frameCount = 0
  for await (using packet of input.packets(video.index))
    for (using frame of await decoder.decodeAll(packet))
      for (using scaled of await filter.processAll(frame))
        if (frameCount++ >= seconds * 25) return scaled.toBuffer()
  throw new Error('The film is too short')
}

/** How many pixels differ in each row, from the first row with subtitles to the last. */
function drawnRows(plain: Buffer, subtitled: Buffer): number[] {
  const counts = Array.from({ length: plain.length / WIDTH }, (_, row) => {
    const [plainRow, subtitledRow] = [plain, subtitled].map((grey) =>
      grey.subarray(row * WIDTH, (row + 1) * WIDTH),
    )
    return plainRow!.filter((grey, column) => Math.abs(grey - subtitledRow![column]!) > 60).length
  })
  const isDrawn = (count: number) => count > 2
  return counts.slice(counts.findIndex(isDrawn), counts.findLastIndex(isDrawn) + 1)
}
