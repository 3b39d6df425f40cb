// A file plays, or is read, before anything refers to it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toneWav } from '../../demo/sample-files.ts'
import { uploadBytes } from '../../test/clips.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { playbackUrls } from '../../test/playback.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { createVendor, firstVendor, orderFor, assignAccepted } from '../../test/vendor-fixtures.ts'
import { changeRequest } from '../../test/work-requests.ts'
import { listDownloads } from '../downloads/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { getFilePlayback } from './contract.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

test('plays a file for everybody who sees it, and stops with an embargo', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, db, runJobs } = fixtures
  const { territory, translator } = a.people
  const first = firstVendor(a)
  const other = await createVendor(fixtures, a)
  const { _id: request } = await orderFor(a)
  await assignAccepted(a, request, first)
  const { _id: id } = await uploadBytes(first.person, a, toneWav(440), 'mix.wav')
  await runJobs()
  const playback = await territory.call(getFilePlayback, { params: { id } })
  assert.deepEqual([playback._id, playback.status, playback.document], [id, 'ready', null])
  const urls = [...(await playbackUrls(fixtures, playback.path)), playback.peaks!]
  const statuses = async () =>
    new Set(
      await Promise.all(urls.map(async (url) => (await rawRequest(fixtures, url)).statusCode)),
    )
  assert.deepEqual(await statuses(), new Set([200]))
  for (const stranger of [translator, other.person, b.people.studio])
    await expectProblem(stranger.call(getFilePlayback, { params: { id } }), 404)
  await sql`update file set embargo_end = now() + interval '1 day' where id = ${id}`.execute(db)
  assert.deepEqual(await statuses(), new Set([404]))
  await expectProblem(territory.call(getFilePlayback, { params: { id } }), 404)
})

test('offers documents to people who may download, and records the reading', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { territory, studio, vendor } = a.people
  const pdf = await uploadBytes(studio, a, PDF, 'script.pdf')
  const text = await uploadBytes(
    studio,
    a,
    Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHi\n'),
    'de.srt',
  )
  await fixtures.runJobs()
  const read = async (id: string) =>
    (await territory.call(getFilePlayback, { params: { id } })).document
  const document = (await read(pdf._id))!
  assert.equal(document.kind, 'pdf')
  const { statusCode, headers } = await rawRequest(fixtures, document.url)
  assert.deepEqual(
    [
      statusCode,
      headers['content-type'],
      headers['content-disposition'],
      headers['x-frame-options'],
    ],
    [200, 'application/pdf', 'inline', 'SAMEORIGIN'],
  )
  const sidecar = (await read(text._id))!
  assert.equal(sidecar.kind, 'text')
  const { headers: attached } = await rawRequest(fixtures, sidecar.url)
  assert.match(String(attached['content-disposition']), /^attachment/)
  const { items } = await territory.call(listDownloads)
  assert.deepEqual(items.map(({ file }) => file.name).toSorted(), ['de.srt', 'script.pdf'])
  const disguised = await rawRequest(fixtures, `/api/files/${text._id}/document`, { by: vendor })
  assert.equal(disguised.statusCode, 409)
})

test('lets an approver take out a deliverable and reopen a material with a reason', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor } = a.people
  const { _id: id } = await orderFor(a, {
    dng: { dialogue: ['Dubbed'], graphics: ['OV'], narration: ['OV'] },
  })
  const { _id: file } = await uploadBytes(vendor, a, Buffer.from('a file'), 'dub.txt')
  const dubbed = { name: 'Dubbed' as const, complete: true, approved: false, files: [file] }
  await changeRequest(vendor, id, {
    materials: [dubbed],
    files: [{ name: 'Online', files: [file] }],
  })
  await expectProblem(
    changeRequest(territory, id, { files: [{ name: 'Broadcast', files: [file] }] }),
    403,
    'field.protected',
  )
  const changed = await changeRequest(territory, id, {
    files: [{ name: 'Online', files: [] }],
    materials: [{ ...dubbed, complete: false }],
    reason: 'Out of sync',
  })
  assert.equal(changed.materials[0]!.complete, false)
  assert.deepEqual(
    changed.files.flatMap(({ files }) => files),
    [],
  )
  assert.equal(changed.history.at(-1)!.reason, 'Out of sync')
})
