// Files that appear on another asset than their own, and writes by people who do not see them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as files from '../files/contract.ts'
import * as notifications from '../notifications/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import {
  changeRequest,
  orderWithoutMaterials,
  readRequest,
  createRequestAt,
} from '../../test/work-requests.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

test("keeps the embargo of a file's own asset when another asset uses it as thumbnail or audio", async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory } = a.people
  const { _id: file } = await uploadFile(studio, a, 'poster.png')
  const host = await studio.call(assets.createAsset, {
    body: {
      name: 'Out now',
      project: a.project._id,
      type: 'promo',
      thumbnail: file,
      workflow: { phase: 'FINAL' },
    },
  })
  const { _id: request } = await territory.call(workrequests.createWorkRequest, {
    body: { asset: host._id, audioFile: file },
  })
  const visibleLinks = async () => {
    const [asset, ordered] = [
      await territory.call(assets.getAsset, { params: { id: host._id } }),
      await readRequest(territory, request),
    ]
    const [listed] = (await territory.call(assets.listAssets, { query: { q: 'out now' } })).items
    return [
      asset.thumbnail,
      listed!.thumbnail,
      ordered.asset.thumbnail?._id ?? null,
      ordered.audioFile,
    ]
  }
  assert.deepEqual(await visibleLinks(), [file, file, file, file])
  await studio.call(files.changeFile, { params: { id: file }, body: { embargo: { event: true } } })
  assert.deepEqual(
    await visibleLinks(),
    [null, null, null, null],
    'the asset that shows it is released, its own is not',
  )
})

test('does not share a file with a guest through another asset', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, guest } = a.people
  const { _id: file } = await uploadFile(studio, a, 'poster.png')
  const phases = { OPEN: { groups: [], users: [guest._id], terminal: true } }
  const host = await studio.call(assets.createAsset, {
    body: {
      name: 'Shared',
      project: a.project._id,
      type: 'promo',
      thumbnail: file,
      workflow: {
        definition: { phases, requireGraphicsApproval: false, requireOfflineApproval: false },
      },
    },
  })
  assert.equal((await guest.call(assets.getAsset, { params: { id: host._id } })).thumbnail, null)
  assert.equal((await studio.call(assets.getAsset, { params: { id: host._id } })).thumbnail, file)
})

test('keeps a file in a bundle or material when a writer cannot see it', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor } = a.people
  const [hidden, own] = [
    await uploadFile(studio, a, 'hidden.mov', 'h'),
    await uploadFile(vendor, a, 'own.mov', 'o'),
  ]
  const request = await createRequestAt(a, 'awaiting-materials')
  const material = { name: 'Graphics', complete: false, approved: false }
  await changeRequest(studio, request, {
    files: [{ name: 'Online', files: [hidden._id] }],
    materials: [{ ...material, files: [hidden._id] }],
  })
  await studio.call(files.changeFile, {
    params: { id: hidden._id },
    body: { embargo: { end: 4_000_000_000 } },
  })
  const seen = await changeRequest(vendor, request, {
    files: [{ name: 'Online', files: [own._id] }],
    materials: [{ ...material, files: [own._id] }],
  })
  assert.deepEqual(
    [seen.files, seen.materials[0]!.files],
    [[{ name: 'Online', files: [own._id] }], [own._id]],
  )
  const whole = await readRequest(studio, request)
  assert.deepEqual(
    whole.files.map((bundle) => bundle.files.toSorted()),
    [[hidden._id, own._id].toSorted()],
  )
  assert.deepEqual(whole.materials[0]!.files.toSorted(), [hidden._id, own._id].toSorted())
})

test('keeps a hidden file when a record read without it is sent back', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory } = a.people
  const { _id: file } = await uploadFile(studio, a)
  const { _id: id } = await territory.call(workrequests.createWorkRequest, {
    body: orderWithoutMaterials(a, { audioFile: file }),
  })
  await studio.call(files.changeFile, {
    params: { id: file },
    body: { embargo: { end: 4_000_000_000 } },
  })
  const read = await readRequest(territory, id)
  assert.equal(read.audioFile, null)
  await changeRequest(territory, id, { ...read, instructions: 'new' })
  assert.deepEqual(
    [(await readRequest(studio, id)).audioFile, (await readRequest(studio, id)).instructions],
    [file, 'new'],
  )
})

test('does not count invisible notifications when all are marked as read', async (t) => {
  const { a, db, runJobs } = await loadFixtures(t)
  const { territory, vendor } = a.people
  await territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const { _id: file } = await uploadFile(vendor, a)
  await runJobs()
  assert.equal((await territory.call(notifications.listNotifications)).total, 1)
  await sql`update file set embargo_end = now() + interval '1 hour' where id = ${file}`.execute(db)
  assert.deepEqual(
    await territory.call(notifications.markAllNotifications, { body: { read: true } }),
    { read: 0 },
  )
})

test('shows embargoed downloads in the report only to people with embargo.bypass', async (t) => {
  const { a, admin, db } = await loadFixtures(t)
  const { _id: file } = await uploadFile(a.people.vendor, a)
  await a.people.territory.call(downloads.startDownloads, { body: { files: [file] } })
  await sql`update file set embargo_end = now() + interval '1 hour' where id = ${file}`.execute(db)
  await sql`update membership set permissions = '{report.read}'
    where person_id = ${a.people.vendor._id}`.execute(db)
  for (const query of [{}, { q: 'clip' }, { order: 'asset' }]) {
    assert.equal((await a.people.vendor.call(downloads.listDownloads, { query })).total, 0)
    assert.equal((await a.people.studio.call(downloads.listDownloads, { query })).total, 1)
    assert.equal((await admin.call(downloads.listDownloads, { query })).total, 1)
  }
})

test('does not compare a version with an embargoed original', async (t) => {
  const { a, db, runJobs } = await loadFixtures(t)
  const { studio, vendor } = a.people
  const lasting = async (name: string, duration: number) => {
    const { _id } = await uploadFile(studio, a, name, name)
    await sql`insert into media (studio_id, file_id, probe)
      values (${a.studio._id}, ${_id},
      ${JSON.stringify({ kind: 'audio', duration, audio: [{}], video: null })})`.execute(db)
    return _id
  }
  const [original, version] = [
    await lasting('original.wav', 61.7),
    await lasting('version.wav', 30),
  ]
  await vendor.call(offlines.createOffline, {
    body: { workRequest: await createRequestAt(a, 'in-progress'), file: version },
  })
  await runJobs()
  const codes = async (by: typeof vendor) =>
    (await by.call(files.getFile, { params: { id: version } })).warnings.map(({ code }) => code)
  const [listed] = (await vendor.call(files.listFiles, { query: { q: 'version' } })).items
  assert.deepEqual(
    [listed!.warnings.map(({ message }) => message), await codes(vendor)],
    [['The file is 30.0 s long; the original is 61.7 s.'], ['delivery.duration']],
  )
  await studio.call(files.changeFile, {
    params: { id: original },
    body: { embargo: { event: true } },
  })
  assert.deepEqual([await codes(vendor), await codes(studio)], [[], ['delivery.duration']])
  await studio.call(files.changeFile, {
    params: { id: original },
    body: { embargo: { event: false } },
  })
  assert.deepEqual(await codes(vendor), ['delivery.duration'])
})
