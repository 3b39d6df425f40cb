import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { listAssets } from '../assets/contract.ts'
import { listEvents } from '../events/contract.ts'
import { getFile } from '../files/contract.ts'
import { listBoxes } from '@reelay/media/mp4-boxes'
import {
  changePreview,
  createPreview,
  getPreview,
  listPreviews,
  type Preview,
} from '../previews/contract.ts'
import { uploadBytes, film, still } from '../../test/clips.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile } from '../../test/orders.ts'
import { PLAYLIST, urlsIn, fetchMedia } from '../../test/playback.ts'
import { loadFixtures, type TestUser, type Fixtures } from '../../test/fixtures.ts'
import { toneWav } from '../../demo/sample-files.ts'
import { sql } from '../kernel/db/sql.ts'

const read = (by: TestUser, id: string) => by.call(getFile, { params: { id } })
const onlyPreview = async ({ a }: Fixtures): Promise<Preview> =>
  (await a.people.territory.call(listPreviews)).items[0]!
const typesOf = (bytes: Buffer) => [...listBoxes(bytes)].map(({ type }) => type)

test('plays an uploaded film', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio, territory } = fixtures.a.people
  const { _id: id } = await uploadBytes(studio, fixtures.a, await film())
  await fixtures.runJobs()
  const preview = await onlyPreview(fixtures)

  await t.test('becomes the first preview of its asset, with one event', async () => {
    assert.deepEqual(
      [preview.file, preview.revision, preview.type, preview.status, preview.progress],
      [id, '1', 'video', 'ready', 1],
    )
    assert.equal((await studio.call(listEvents, { query: { type: 'prv' } })).total, 1)
    assert.equal(
      (await territory.call(listEvents, { query: { type: 'prv' } })).total,
      0,
      'people without access are not notified',
    )
    assert.deepEqual(await readdir(join(fixtures.app.config.dataDir, 'work')), [])
  })

  await t.test('plays every variant from start to end', async () => {
    const master = await fetchMedia(fixtures, preview.path, PLAYLIST)
    const variants = urlsIn(master.body)
    assert.deepEqual(
      variants.map((url) => new URL(url).pathname.split('/').at(-1)),
      ['source', '720p', '360p'],
    )
    assert.equal(
      master.body.match(
        /^#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=\d+x\d+,CODECS="avc1\.[^"]+",FRAME-RATE=25\.000$/gm,
      )?.length,
      3,
    )
    for (const variant of variants) {
      const { body } = await fetchMedia(fixtures, variant, PLAYLIST)
      const [init, ...segments] = urlsIn(body)
      assert.ok(
        typesOf((await fetchMedia(fixtures, init!, /^video\/mp4$/)).rawPayload).includes('moov'),
      )
      for (const segment of segments)
        assert.ok(
          typesOf((await fetchMedia(fixtures, segment, /^video\/mp4$/)).rawPayload).includes(
            'moof',
          ),
        )
      const seconds = [...body.matchAll(/#EXTINF:([\d.]+)/g)].reduce(
        (sum, [, duration]) => sum + Number(duration),
        0,
      )
      assert.ok(
        Math.abs(seconds - preview.duration!) < 0.5 &&
          segments.length > 0 &&
          body.endsWith('#EXT-X-ENDLIST\n'),
        `${seconds} s of ${preview.duration}`,
      )
    }
  })

  await t.test('has a poster, a storyboard and a waveform', async () => {
    const { poster, storyboard, peaks, duration } = preview
    const image = (await fetchMedia(fixtures, poster!, /^image\/jpeg$/)).rawPayload
    assert.deepEqual([...image.subarray(0, 2)], [0xff, 0xd8])
    const {
      items: [asset],
    } = await territory.call(listAssets)
    const thumbnail = (await fetchMedia(fixtures, asset!.$poster!, /^image\/jpeg$/)).rawPayload
    assert.ok(thumbnail.length < image.length, 'the list of assets shows a small poster')
    const { body } = await fetchMedia(fixtures, storyboard!, /^text\/vtt/)
    assert.match(body, /^WEBVTT\n\n00:00:00\.000 --> /)
    const [sheet] = urlsIn(body)
    assert.match(sheet!, /#xywh=0,0,\d+,\d+$/)
    await fetchMedia(fixtures, sheet!, /^image\/jpeg$/)
    const { perSecond, peaks: pairs } = (
      await fetchMedia(fixtures, peaks!, /^application\/json/)
    ).json<{
      perSecond: number
      peaks: number[]
    }>()
    assert.ok(Math.abs(pairs.length / 2 / perSecond - duration!) < 0.5)
    assert.match(preview.film!.frameRate, /^\d+\/\d+$/)
    assert.ok(preview.film!.cuts.every((cut) => cut > 0 && cut < duration!))
  })

  await t.test('answers HEAD like GET without a body, and rejects writes', async () => {
    for (const url of [preview.path, preview.poster!, preview.storyboard!]) {
      const [whole, head] = [
        await rawRequest(fixtures, url),
        await rawRequest(fixtures, url, { method: 'HEAD' }),
      ]
      assert.deepEqual(
        [head.statusCode, head.body, head.headers['content-length'], head.headers['content-type']],
        [200, '', String(whole.rawPayload.length), whole.headers['content-type']],
      )
    }
    assert.equal(
      (await rawRequest(fixtures, preview.path, { method: 'PUT', by: territory })).statusCode,
      405,
    )
  })
})

test('plays audio as one variant and serves an image directly', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio, territory } = fixtures.a.people
  const show = async (bytes: Buffer, name: string) => {
    const { _id: file } = await uploadBytes(studio, fixtures.a, bytes, name)
    await fixtures.runJobs()
    const { _id: id } = await studio.call(createPreview, {
      body: { asset: fixtures.a.asset._id, file },
    })
    return territory.call(getPreview, { params: { id } })
  }
  const sound = await show(toneWav(440), 'tone.wav')
  const [variant] = urlsIn((await fetchMedia(fixtures, sound.path, PLAYLIST)).body)
  const [init] = urlsIn((await fetchMedia(fixtures, variant!, PLAYLIST)).body)
  await fetchMedia(fixtures, init!, /^audio\/mp4$/)
  assert.deepEqual([sound.type, sound.poster, typeof sound.peaks], ['audio', null, 'string'])
  const picture = await show(still(1600, 900), 'still.png')
  const shown = await fetchMedia(fixtures, picture.path, /^image\/(jpeg|png)$/)
  assert.ok(shown.rawPayload.length > 1000)
  assert.equal(picture.status, 'ready')
  const {
    items: [asset],
  } = await fixtures.a.people.territory.call(listAssets)
  assert.ok(
    (await fetchMedia(fixtures, asset!.$poster!, /^image\//)).rawPayload.length <=
      shown.rawPayload.length,
    'the poster of a picture is its smallest size',
  )
})

test('reports progress without changing the ETag', async (t) => {
  const fixtures = await loadFixtures(t)
  const { vendor } = fixtures.a.people
  const file = await uploadBytes(vendor, fixtures.a, await film({ seconds: 2 }))
  assert.deepEqual(
    [file.verified, file.$flags, file.media?.status, file.media?.steps],
    [
      false,
      ['probing'],
      'waiting',
      [{ step: 'probe', status: 'waiting', progress: 0, reason: null }],
    ],
  )
  const etagOf = async () =>
    (await vendor.send(getFile, { params: { id: file._id } })).headers.get('etag')
  await sql`update media_step set status = 'working', progress = 0.25`.execute(fixtures.db)
  const [tag, quarterDone] = [await etagOf(), await read(vendor, file._id)]
  assert.deepEqual([quarterDone.media?.status, quarterDone.media?.progress], ['working', 0.25])
  await sql`update media_step set progress = 0.5`.execute(fixtures.db)
  assert.equal(await etagOf(), tag)
  await fixtures.runJobs()
  const done = await read(vendor, file._id)
  assert.notEqual(await etagOf(), tag)
  assert.deepEqual([done.verified, done.media?.status, done.media?.progress], [true, 'ready', 1])
  assert.deepEqual(
    done.media?.steps.map(({ step, status }) => `${step} ${status}`),
    [
      'probe ready',
      'copy ready',
      'ladder ready',
      'poster ready',
      'storyboard ready',
      'sound ready',
      'picture ready',
    ],
  )
  assert.deepEqual(
    [
      done.media?.probe?.video?.width,
      done.media?.probe?.video?.frameRate,
      done.media?.sound?.clipped,
    ],
    [640, '25/1', 0],
  )
  assert.equal(
    (await vendor.call(listPreviews)).total,
    0,
    'an upload of a vendor creates no preview',
  )
})

test('verifies a file that cannot be played, with a warning', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio, vendor } = fixtures.a.people
  const whole = await film({ seconds: 2 })
  for (const [name, bytes] of [
    ['cut.mp4', whole.subarray(0, whole.length - 2000)],
    ['-i etc.mp4', Buffer.concat([whole.subarray(0, 40), Buffer.alloc(5000, 7)])],
  ] as const) {
    const { _id: id } = await uploadBytes(vendor, fixtures.a, bytes, name)
    await fixtures.runJobs()
    const file = await read(vendor, id)
    assert.deepEqual(
      [file.verified, file.media?.status, file.$flags],
      [true, 'failed', ['verified', 'warnings']],
    )
    assert.deepEqual(
      file.warnings.map(({ code, severity, message }) => [
        code.split('.')[0],
        severity,
        message.endsWith('.'),
      ]),
      [['media', 'error', true]],
    )
    const preview = await studio.call(createPreview, {
      body: { asset: fixtures.a.asset._id, file: id },
    })
    assert.equal(preview.status, 'failed')
    const answer = (await rawRequest(fixtures, preview.path)).json<{
      status: number
      code: string
      detail: string
    }>()
    assert.deepEqual(
      [answer.status, answer.code, answer.detail],
      [409, 'preview.unavailable', file.warnings[0]!.message],
    )
  }
})

test('does not play text files that refer to other files', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const bytes of [
    '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
    "ffconcat version 1.0\nfile '/etc/passwd'\n",
  ]) {
    const file = await uploadFile(fixtures.a.people.studio, fixtures.a, 'film.mp4', bytes)
    assert.deepEqual([file.verified, file.media, file.mime], [true, null, 'text/plain'])
  }
})

test('returns 409 with progress until the preview is ready, then emits an event', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio, vendor } = fixtures.a.people
  const { _id: file } = await uploadBytes(vendor, fixtures.a, await film({ seconds: 2 }))
  await sql`update file set verified_at = ${new Date()} where id = ${file}`.execute(fixtures.db)
  const waiting = await studio.call(createPreview, { body: { asset: fixtures.a.asset._id, file } })
  assert.deepEqual([waiting.status, waiting.progress], ['waiting', 0])
  const answer = await rawRequest(fixtures, waiting.path)
  assert.deepEqual(
    [
      answer.statusCode,
      answer.headers['retry-after'],
      answer.json<{ code: string; progress: number }>().code,
      answer.json<{ progress: number }>().progress,
    ],
    [409, '2', 'preview.processing', 0],
  )
  const previewEvents = async () =>
    (await studio.call(listEvents, { query: { type: 'prv' } })).items.map(({ from, details }) => [
      from._id,
      details.preview,
    ])
  assert.deepEqual(await previewEvents(), [])
  await fixtures.runJobs()
  assert.deepEqual(await previewEvents(), [[vendor._id, waiting._id]])
  const { _id: later } = await studio.call(createPreview, {
    body: { asset: fixtures.a.asset._id, file },
  })
  assert.deepEqual(
    await previewEvents(),
    [
      [studio._id, later],
      [vendor._id, waiting._id],
    ],
    'emits at once for a playable file',
  )
  const same = await studio.call(changePreview, { params: { id: waiting._id }, body: waiting })
  assert.equal(same.status, 'ready', 'accepts the preview as it was read before it was ready')
})
