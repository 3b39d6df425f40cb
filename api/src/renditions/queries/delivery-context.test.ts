import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as files from '../../files/contract.ts'
import type { Probe } from '@reelay/media/types'
import { createOffline } from '../../offlines/contract.ts'
import { createWorkRequest } from '../../workrequests/contract.ts'
import {
  changeRequest,
  orderWithoutMaterials,
  createRequestAt,
} from '../../../test/work-requests.ts'
import { uploadFile } from '../../../test/orders.ts'
import { loadFixtures, type Fixtures } from '../../../test/fixtures.ts'
import { sql } from '../../kernel/db/sql.ts'
import { findDeliveryContext } from './delivery-context.ts'

const probe = (timecode: string, more: Partial<Probe> = {}): Probe => ({
  kind: 'video',
  format: 'mov',
  duration: 60,
  bitRate: null,
  timecode,
  audio: [],
  copyable: false,
  video: {
    codec: 'h264',
    profile: null,
    width: 1280,
    height: 720,
    frameRate: '25/1',
    scan: 'progressive',
    pixelFormat: 'yuv420p',
    bitDepth: 8,
    bitRate: null,
    aspect: '16:9',
  },
  ...more,
})
/** A file of the asset with this analysis. Each has different content. */
async function film(
  { a, db }: Fixtures,
  name: string,
  found: Probe = probe(name),
): Promise<files.File> {
  const file = await uploadFile(a.people.vendor, a, name, name)
  await sql`insert into media (studio_id, file_id, probe)
    select studio_id, id, ${JSON.stringify(found)}::jsonb from file where id = ${file._id}`.execute(
    db,
  )
  return file
}
const original = async ({ db }: Fixtures, file: files.File) =>
  (await findDeliveryContext(db, file._id))!.original?.timecode

test('has no context for a file without a work request', async (t) => {
  const fixtures = await loadFixtures(t)
  await createRequestAt(fixtures.a, 'in-progress')
  assert.equal(await findDeliveryContext(fixtures.db, (await film(fixtures, 'master'))._id), null)
  assert.equal(await findDeliveryContext(fixtures.db, 'f'.repeat(24)), null)
})

test('finds the uses of an offline, a material and a delivery', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const master = await film(fixtures, 'master')
  const uses = {
    items: ['Broadcast' as const, 'Online' as const, 'Print' as const],
    details: {
      Broadcast: [
        { value: 'HD', ship: true },
        { value: 'SD 16:9', ship: false },
      ],
    },
  }
  const all = [
    { use: 'Broadcast', detail: 'HD' },
    { use: 'Broadcast', detail: 'SD 16:9' },
    { use: 'Online', detail: null },
  ]
  const { _id: id } = await a.people.territory.call(createWorkRequest, {
    body: orderWithoutMaterials(a, {
      uses,
      status: 'submitted',
      dng: { dialogue: ['Dubbed'], graphics: ['OV'], narration: ['OV'] },
    }),
  })
  const [dub, offline, spot, loose] = [
    await film(fixtures, 'dub'),
    await film(fixtures, 'offline'),
    await film(fixtures, 'spot'),
    await film(fixtures, 'loose'),
  ]
  await changeRequest(a.people.vendor, id, {
    materials: [{ name: 'Dubbed', complete: true, approved: false, files: [dub._id] }],
  })
  await a.people.vendor.call(createOffline, { body: { workRequest: id, file: offline._id } })
  await changeRequest(a.people.vendor, id, {
    files: [
      { name: 'online', files: [spot._id] },
      { name: 'Everything', files: [loose._id] },
    ],
  })
  const common = { use: null, category: 'av', standard: 'PAL', original: probe('master') }
  assert.deepEqual(await findDeliveryContext(db, dub._id), {
    as: 'material',
    orders: all,
    ...common,
  })
  assert.deepEqual(await findDeliveryContext(db, offline._id), {
    as: 'offline',
    orders: all,
    ...common,
  })
  assert.deepEqual(await findDeliveryContext(db, loose._id), {
    as: 'delivery',
    orders: all,
    ...common,
  })
  assert.deepEqual(
    await findDeliveryContext(db, spot._id),
    { ...common, as: 'delivery', use: 'Online', orders: [{ use: 'Online', detail: null }] },
    'a bundle named after a use is for that use',
  )
  assert.equal(await findDeliveryContext(db, master._id), null)
  await sql`update territory set standard = 'NTSC'`.execute(db)
  assert.equal((await findDeliveryContext(db, spot._id))!.standard, 'NTSC')
  await sql`update work_request set dcp = '{"items": ["2D Flat"], "details": []}',
    territory = 'XX'`.execute(db)
  assert.deepEqual(await findDeliveryContext(db, offline._id), {
    as: 'offline',
    orders: [...all, { use: 'Dcp', detail: '2D Flat' }],
    ...common,
    standard: null,
  })
})

test('uses the newest verified film that belongs to no work request as original', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, db } = fixtures
  const id = await createRequestAt(a, 'in-progress')
  const offline = await film(fixtures, 'offline')
  await a.people.vendor.call(createOffline, { body: { workRequest: id, file: offline._id } })
  assert.equal(await original(fixtures, offline), undefined)
  const [first, second] = [await film(fixtures, 'first'), await film(fixtures, 'second')]
  await film(fixtures, 'poster', probe('poster', { kind: 'image' }))
  const elsewhere = await uploadFile(b.people.vendor, b)
  await sql`insert into media (studio_id, file_id, probe)
    values (${b.studio._id}, ${elsewhere._id}, ${JSON.stringify(probe('elsewhere'))})`.execute(db)
  assert.equal(await original(fixtures, offline), 'second')
  await sql`update file set verified_at = null where id = ${second._id}`.execute(db)
  assert.equal(await original(fixtures, offline), 'first')
  await sql`update file set verified_at = now() where id = ${second._id}`.execute(db)
  await changeRequest(a.people.vendor, id, { files: [{ name: 'Online', files: [second._id] }] })
  assert.equal(
    await original(fixtures, offline),
    'first',
    'a deliverable of a work request is not an original',
  )
  await a.people.studio.call(files.removeFile, { params: { id: first._id } })
  assert.equal(await original(fixtures, offline), undefined)
})

test('updates warnings when a file is attached and detached', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, runJobs } = fixtures
  const id = await createRequestAt(a, 'in-progress')
  const [file, other] = [await film(fixtures, 'too small'), await film(fixtures, 'also small')]
  const codes = async () =>
    (await a.people.vendor.call(files.getFile, { params: { id: file._id } })).warnings.map(
      ({ code }) => code,
    )
  const deliver = async (delivered: files.File) => {
    await changeRequest(a.people.vendor, id, {
      files: [{ name: 'Online', files: [delivered._id] }],
    })
    await runJobs()
  }
  await deliver(file)
  assert.deepEqual(await codes(), ['delivery.raster'])
  await deliver(other)
  assert.deepEqual(await codes(), [])
})
