// An embargoed file that is used everywhere a file can be used, for the embargo tests.
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import * as projects from '../projects/contract.ts'
import * as users from '../users/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { changeRequest } from '../../test/work-requests.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

const PHASE = { terminal: false, groups: [], transitions: [] }

/**
 * The file is a thumbnail, logo, preview, material, deliverable and offline. Everyone has
 * notifications about it, and a guest may view and download it.
 */
export async function loadEmbargoedFile(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { a, admin } = fixtures
  const { studio, territory, vendor, guest } = a.people
  await admin.call(users.changeUser, {
    params: { id: guest._id },
    body: { permissions: ['file.download'] },
  })
  const phases = {
    WIP: { ...PHASE, users: [territory._id, vendor._id, guest._id], transitions: ['FINAL'] },
    FINAL: { ...PHASE, users: [guest._id], terminal: true },
  }
  await studio.call(assets.changeAsset, {
    params: { id: a.asset._id },
    body: {
      workflow: {
        definition: { phases, requireGraphicsApproval: true, requireOfflineApproval: true },
      },
    },
  })
  const file = (await uploadFile(studio, a, 'secret.mp4', 'secret bytes'))._id
  await studio.call(assets.changeAsset, { params: { id: a.asset._id }, body: { thumbnail: file } })
  await studio.call(projects.changeProject, { params: { id: a.project._id }, body: { logo: file } })
  const preview = (
    await vendor.call(previews.createPreview, { body: { asset: a.asset._id, file } })
  )._id
  const request = (
    await territory.call(workrequests.createWorkRequest, {
      body: newOrder(a, { audioFile: file, status: 'submitted' }),
    })
  )._id
  await changeRequest(vendor, request, {
    materials: [{ name: 'Graphics', complete: false, approved: false, files: [file] }],
    files: [{ name: 'Online', files: [file] }],
  })
  const offline = (
    await vendor.call(offlines.createOffline, { body: { workRequest: request, file } })
  )._id
  for (const person of [territory, vendor, guest])
    await person.call(downloads.startDownloads, { body: { files: [file] } })
  await fixtures.runJobs()
  return { ...fixtures, file, preview, request, offline }
}
export type EmbargoedFile = Awaited<ReturnType<typeof loadEmbargoedFile>>

export const setEmbargo = ({ db, file }: EmbargoedFile, endsIn: string) =>
  sql`update file set embargo_end = now() + ${endsIn}::interval where id = ${file}`.execute(db)
