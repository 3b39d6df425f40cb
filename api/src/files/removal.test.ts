import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import * as projects from '../projects/contract.ts'
import * as studios from '../studios/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { changeRequest, createRequestAt } from '../../test/work-requests.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

test('hides a removed file and keeps its downloads in the history', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id } = await uploadFile(a.people.vendor, a)
  await a.people.territory.call(downloads.sendFile, { params: { id } })
  assert.deepEqual(await a.people.vendor.call(contract.removeFile, { params: { id } }), {
    _id: id,
    removed: true,
  })
  await expectProblem(
    a.people.studio.call(contract.getFile, { params: { id } }),
    404,
    'file.not-found',
  )
  await expectProblem(
    a.people.studio.call(downloads.sendFile, { params: { id } }),
    404,
    'file.not-found',
  )
  await expectProblem(
    a.people.vendor.call(contract.removeFile, { params: { id } }),
    404,
    'file.not-found',
  )
  assert.equal((await a.people.studio.call(contract.listFiles)).total, 0)
  assert.equal(
    (await a.people.territory.call(downloads.listDownloads)).items[0]?.file.name,
    'clip.mp4',
  )
})

type Use = (world: Fixtures, file: string) => Promise<unknown>
const USES: Record<string, Use> = {
  'a preview': ({ a }, file) =>
    a.people.vendor.call(previews.createPreview, { body: { asset: a.asset._id, file } }),
  'an offline': async ({ a }, file) =>
    a.people.vendor.call(offlines.createOffline, {
      body: { workRequest: await createRequestAt(a, 'in-progress'), file },
    }),
  'the thumbnail of an asset': ({ a }, file) =>
    a.people.studio.call(assets.changeAsset, {
      params: { id: a.asset._id },
      body: { thumbnail: file },
    }),
  'the logo of a project': ({ a }, file) =>
    a.people.studio.call(projects.changeProject, {
      params: { id: a.project._id },
      body: { logo: file },
    }),
  'the logo of a studio': ({ a }, file) =>
    a.people.studio.call(studios.changeStudio, {
      params: { id: a.studio._id },
      body: { logo: file },
    }),
  'the audio of a work request': ({ a }, file) =>
    a.people.territory.call(workrequests.createWorkRequest, {
      body: newOrder(a, { audioFile: file }),
    }),
  'in a bundle of a work request': async ({ a }, file) =>
    changeRequest(a.people.vendor, await createRequestAt(a, 'in-progress'), {
      files: [{ name: 'Online', files: [file] }],
    }),
  'in a material of a work request': async ({ a }, file) =>
    changeRequest(a.people.vendor, await createRequestAt(a, 'awaiting-materials'), {
      materials: [{ name: 'Graphics', complete: false, approved: false, files: [file] }],
    }),
}

for (const [use, take] of Object.entries(USES)) {
  test(`keeps a file that is ${use}`, async (t) => {
    const fixtures = await loadFixtures(t)
    const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a)
    await take(fixtures, id)
    await expectProblem(
      fixtures.a.people.studio.call(contract.removeFile, { params: { id } }),
      409,
      'record.in-use',
    )
    assert.equal(
      (await fixtures.a.people.studio.call(contract.getFile, { params: { id } }))._id,
      id,
    )
  })
}
