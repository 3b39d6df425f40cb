// A real film: the watermark of a share is in the picture, and playback ends with the share.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Decoder, Demuxer, FilterAPI } from 'node-av/api'
import { film, uploadBytes } from '../../test/clips.ts'
import { OWN_SERVICE, loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { PLAYLIST, fetchMedia, urlsIn } from '../../test/playback.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { GUEST, asGuest, openLink, shareWithGuest } from '../../test/share-fixtures.ts'
import { startDownload } from '../../test/slow-download.ts'
import { changeFile } from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

/** `id` is that of the file in the share. */
type Opened = { share: contract.Share; id: string; token: string; content: string }
type Watched = Opened & { variant: string }

async function uploadFilm(t: TestContext) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const file = await uploadBytes(
    fixtures.a.people.studio,
    fixtures.a,
    await film({ seconds: 1, width: 320, height: 180 }),
  )
  await fixtures.runJobs()
  return { fixtures, file: file._id }
}

/** Opens a link for watching only. */
async function shareFilm(
  fixtures: Fixtures,
  file: string,
  { watermark, email = GUEST }: { watermark: boolean; email?: string },
): Promise<Opened> {
  const { share, code } = await shareWithGuest(
    fixtures,
    fixtures.a.people.studio,
    { kind: 'files', files: [file], mayDownload: false, watermark },
    email,
  )
  const { token, share: page } = await openLink(fixtures, code)
  const [{ _id: id, content }] = page.files as [contract.SharedFile]
  return { share, id, token, content: content! }
}

/** The first request for a watermarked film waits for its first segment, which a job encodes. */
async function fetchMaster(fixtures: Fixtures, content: string): Promise<string[]> {
  const state = { done: false }
  const response = fetchMedia(fixtures, content, PLAYLIST).finally(() => (state.done = true))
  response.catch(() => {})
  while (!state.done) await fixtures.runJobs()
  return urlsIn((await response).body)
}

const segmentsOf = async (fixtures: Fixtures, variant: string) =>
  urlsIn((await fetchMedia(fixtures, variant, PLAYLIST)).body)

/** The brightness of each pixel of the first frame that the guest sees, at 640×480. */
async function firstFrame(fixtures: Fixtures, variant: string): Promise<Buffer> {
  const parts = []
  for (const url of await segmentsOf(fixtures, variant))
    parts.push((await fetchMedia(fixtures, url, /^video\/mp4$/)).rawPayload)
  await using input = await Demuxer.open(Buffer.concat(parts), { format: 'mov' })
  using decoder = await Decoder.create(input.video()!)
  using filter = FilterAPI.create('scale=640:480,format=gray')
  for await (using packet of input.packets(input.video()!.index))
    for (using frame of await decoder.decodeAll(packet))
      for (using scaled of await filter.processAll(frame)) return scaled.toBuffer()
  throw new Error('The film has no frame')
}

const differentPixels = (a: Buffer, b: Buffer) =>
  a.filter((grey, index) => Math.abs(grey - b[index]!) > 12).length

const nameOf = (variant: string) => new URL(variant).pathname.split('/').at(-1)

test('burns the address of the recipient into the film of a share', async (t) => {
  const { fixtures, file } = await uploadFilm(t)
  const frames: Buffer[] = []
  const watched: Watched[] = []
  for (const [email, watermark] of [
    ['plain@outside.example', false],
    ['press@outside.example', true],
    ['cinema-owner@elsewhere.example', true],
  ] as const) {
    const one = await shareFilm(fixtures, file, { watermark, email })
    const variants = await fetchMaster(fixtures, one.content)
    watched.push({ ...one, variant: variants[0]! })
    assert.equal(
      variants.some((variant) => nameOf(variant) === 'marked'),
      watermark,
    )
    if (watermark) assert.equal(variants.length, 1, 'there is no other variant to choose')
    frames.push(await firstFrame(fixtures, variants[0]!))
  }
  const [plain, press, cinema] = frames as [Buffer, Buffer, Buffer]
  assert.ok(differentPixels(plain, press) > 300, 'the watermark is visible')
  assert.ok(differentPixels(press, cinema) > 300, 'each recipient has an own watermark')

  const [unmarked, marked] = watched as [Watched, Watched]
  for (const url of [unmarked.variant, ...(await segmentsOf(fixtures, unmarked.variant))]) {
    const path = new URL(url).pathname.replace(unmarked.id, marked.id)
    assert.equal((await asGuest(fixtures, path, marked)).statusCode, 404, `no film at ${path}`)
  }
})

type Served = { fixtures: Fixtures; file: string; share: contract.Share }
const ENDINGS: Record<string, (served: Served) => Promise<unknown>> = {
  'the share is revoked': ({ fixtures, share }) =>
    fixtures.a.people.studio.call(contract.revokeShare, { params: { id: share._id } }),
  'the film is under embargo': ({ fixtures, file }) =>
    fixtures.a.people.studio.call(changeFile, {
      params: { id: file },
      body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
    }),
}

/** More than the buffers of a connection hold. */
const LENGTH = 48 * 1024 * 1024

/** Makes a segment so long that it is still being sent when the access ends. */
async function lengthenSegment({ a, db }: Fixtures, url: string): Promise<void> {
  const [variant, number] = new URL(url).pathname.split('/').slice(-2)
  const { _id } = await uploadBytes(a.people.studio, a, randomBytes(LENGTH), 'long.mxf')
  await sql`update rendition_part p set key = long.sha256, length = ${LENGTH}
    from rendition r, file long
    where long.id = ${_id} and r.id = p.rendition_id and r.variant = ${variant!}
      and p.number = ${Number(number)}`.execute(db)
}

/** Reads the rest, with a pause after each chunk. */
async function isComplete(response: IncomingMessage, pause = 0): Promise<boolean> {
  try {
    for await (const _chunk of response) if (pause) await sleep(pause)
  } catch {
    return false
  }
  return response.complete
}

for (const [ending, end] of Object.entries(ENDINGS))
  test(`playback stops within a segment when ${ending}`, async (t) => {
    const { fixtures, file } = await uploadFilm(t)
    const { share, content } = await shareFilm(fixtures, file, { watermark: false })
    const [variant] = await fetchMaster(fixtures, content)
    const segments = await segmentsOf(fixtures, variant!)
    const last = segments.at(-1)!
    await lengthenSegment(fixtures, last)
    await fixtures.app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const { port } = fixtures.app.fastify.server.address() as AddressInfo
    const { pathname, search } = new URL(last)
    const local = `http://127.0.0.1:${port}${pathname}${search}`
    assert.equal(await isComplete(await startDownload(local)), true, 'while nothing changes')

    const response = await startDownload(local)
    await end({ fixtures, file, share })
    // A revocation works before it is answered. For an embargo, the database is asked every 250 ms,
    // and a slow client needs several seconds for the segment.
    assert.equal(await isComplete(response, ending === 'the share is revoked' ? 0 : 10), false)
    for (const url of [content, variant!, ...segments])
      assert.equal((await rawRequest(fixtures, url)).statusCode, 404, url)
  })
