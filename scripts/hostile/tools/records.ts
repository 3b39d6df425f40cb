// Records that several cases attack.
import * as contract from '@reelay/api/contract'
import type { StudioFixtures } from '../../../api/test/fixtures.ts'
import { newOrder, uploadFile } from '../../../api/test/orders.ts'
import type { Installation } from './installation.ts'
import { parse, send } from './request.ts'

/** A submitted work request with a translation, a file and an offline. */
export async function createWork({ people, ...side }: StudioFixtures) {
  const owner = { ...side, people }
  const request = await people.territory.call(contract.workrequests.createWorkRequest, {
    body: newOrder(owner, { status: 'submitted' }),
  })
  const file = await uploadFile(people.vendor, owner)
  const offline = await people.vendor.call(contract.offlines.createOffline, {
    body: { workRequest: request._id, file: file._id },
  })
  return { request, translation: request.translation._id, file, offline }
}

/** The state of a record as the admin sees it. */
export const readAsAdmin = async (on: Installation, path: string) =>
  parse(await send(on, `/api/${path}`, { by: on.admin }))
