import * as offlines from '../src/offlines/contract.ts'
import * as workrequests from '../src/workrequests/contract.ts'
import { uploadFile, newOrder } from './orders.ts'
import type { StudioFixtures } from './fixtures.ts'

type Reachable = Exclude<workrequests.Status, 'submitted'>

/** An order without materials, which is in progress as soon as it is submitted. */
export const orderWithoutMaterials = (
  side: StudioFixtures,
  more: Partial<workrequests.NewWorkRequest> = {},
): workrequests.NewWorkRequest =>
  newOrder(side, { dng: { dialogue: ['OV'], graphics: ['OV'], narration: ['OV'] }, ...more })

/** Creates a work request and moves it to a status. The service leaves `submitted` at once. */
export async function createRequestAt(side: StudioFixtures, status: Reachable): Promise<string> {
  const { territory, vendor, studio } = side.people
  const { _id: id } = await territory.call(workrequests.createWorkRequest, {
    body:
      status === 'awaiting-materials' ? newOrder(side, { status }) : orderWithoutMaterials(side),
  })
  const put = (by: typeof territory, body: workrequests.WorkRequestChange) =>
    by.call(workrequests.changeWorkRequest, { params: { id }, body })
  if (status === 'incomplete' || status === 'awaiting-materials') return id
  if (status === 'cancelled') return (await put(territory, { status }))._id
  await put(territory, { status: 'submitted' })
  if (status === 'in-progress') return id
  const offline = await uploadOffline(side, id)
  await put(vendor, { status: 'for-review' })
  if (status === 'for-review') return id
  if (status === 'rejected')
    return (await put(territory, { status, reason: 'too dark', code: 'picture' }))._id
  await territory.call(offlines.decideOffline, {
    params: { id: offline._id },
    body: { decision: 'approved' },
  })
  await put(territory, { status: 'approved' })
  if (status === 'approved') return id
  await put(vendor, {
    files: [{ name: 'Online', files: [(await uploadFile(vendor, side))._id] }],
  })
  return (await put(studio, { status, reason: 'The file was checked elsewhere.' }))._id
}

export const uploadOffline = async (
  side: StudioFixtures,
  workRequest: string,
): Promise<offlines.Offline> =>
  side.people.vendor.call(offlines.createOffline, {
    body: { workRequest, file: (await uploadFile(side.people.vendor, side, 'offline.mp4'))._id },
  })

export const readRequest = (
  by: StudioFixtures['people']['studio'],
  id: string,
): Promise<workrequests.WorkRequest> => by.call(workrequests.getWorkRequest, { params: { id } })
export const changeRequest = (
  by: StudioFixtures['people']['studio'],
  id: string,
  body: workrequests.WorkRequestChange,
): Promise<workrequests.WorkRequest> =>
  by.call(workrequests.changeWorkRequest, { params: { id }, body })
