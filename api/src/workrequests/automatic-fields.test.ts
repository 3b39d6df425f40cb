// The fields auto, autoMode, printLines and graphicsAutomationJobs of a work request.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { changeRequest, orderWithoutMaterials, readRequest } from '../../test/work-requests.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { listEvents } from '../events/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { createOffline } from '../offlines/contract.ts'
import { translationLines } from '../translations/contract.ts'
import * as contract from './contract.ts'

test('sends an offline to review by itself with autoMode', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor } = a.people
  const statusAfterOffline = async (autoMode: boolean) => {
    const { _id: id } = await territory.call(contract.createWorkRequest, {
      body: orderWithoutMaterials(a, { status: 'submitted', autoMode }),
    })
    const file = await uploadFile(vendor, a)
    await vendor.call(createOffline, { body: { workRequest: id, file: file._id } })
    const { status, history } = await readRequest(vendor, id)
    return [status, history.at(-1)!.automatic]
  }
  assert.deepEqual(await statusAfterOffline(true), ['for-review', true])
  assert.deepEqual(await statusAfterOffline(false), ['in-progress', true])
})

test('notifies no vendor of a version that the service makes alone', async (t) => {
  const { a } = await loadFixtures(t)
  const order = (auto: boolean) =>
    a.people.territory.call(contract.createWorkRequest, {
      body: newOrder(a, { status: 'submitted', auto }),
    })
  const audience = async ({ _id }: contract.WorkRequest) =>
    (await a.people.studio.call(listEvents, { query: { type: 'wsu' } })).items.find(
      ({ workRequest }) => workRequest!._id === _id,
    )!.notify!.groups
  assert.deepEqual(await audience(await order(true)), [])
  assert.deepEqual(await audience(await order(false)), [a.vendors._id])
})

test('lists the graphics lines of a print asset as print lines', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio, territory } = a.people
  const { _id: id, graphicsTranslation } = await territory.call(contract.createWorkRequest, {
    body: newOrder(a),
  })
  await studio.call(translationLines.put, {
    params: { id: graphicsTranslation._id },
    body: [{ number: 1, text: 'Demnächst', startTime: '00:00:00,200', stopTime: '00:00:01,100' }],
  })
  const graphics = async () => (await readRequest(studio, id)).graphicsTranslation
  const video = await graphics()
  assert.deepEqual([video.lines.length, video.printLines], [1, []])
  await sql`update asset_type set category = 'print'
    where id = (select type_id from asset where id = ${a.asset._id})`.execute(db)
  const print = await graphics()
  assert.deepEqual(print.printLines, print.lines)
})

test('lists the encodes of graphics, and accepts an outdated copy', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { territory } = a.people
  const { _id: id } = await territory.call(contract.createWorkRequest, { body: newOrder(a) })
  await sql`insert into encode (
      studio_id, work_request_id, kind, version, source_digest, person_id)
    select studio_id, id, kind, 1, '', owner_id
    from work_request, unnest(array['offline', 'graphics']) kind`.execute(db)
  const jobs = async () =>
    (await readRequest(territory, id)).graphicsAutomationJobs.map(({ kind }) => kind)
  assert.deepEqual(await jobs(), ['graphics'])
  await changeRequest(territory, id, { instructions: 'Soon', graphicsAutomationJobs: [] })
  assert.deepEqual(await jobs(), ['graphics'])
})
