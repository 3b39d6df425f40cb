import * as files from '../src/files/contract.ts'
import { createTerritory } from '../src/territories/contract.ts'
import type { NewWorkRequest } from '../src/workrequests/contract.ts'
import type { TestUser, StudioFixtures } from './fixtures.ts'
import { FRANCE } from './territories.ts'

/** A complete order that can be submitted. */
export const newOrder = (
  side: StudioFixtures,
  more: Partial<NewWorkRequest> = {},
): NewWorkRequest => ({
  asset: side.asset._id,
  language: 'deu',
  territory: 'DE',
  dng: { dialogue: ['Subtitled'], graphics: ['Dedicated'], narration: ['OV'] },
  uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
  due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
  instructions: 'Please keep the title card.',
  tags: ['de-sub'],
  ...more,
})

/** A second territory. */
export const createFrance = (admin: TestUser) => admin.call(createTerritory, { body: FRANCE })

/** Registers a file and uploads its bytes. */
export async function uploadFile(
  person: TestUser,
  side: StudioFixtures,
  name = 'clip.mp4',
  bytes: string | Buffer = 'some bytes',
): Promise<files.File> {
  const { _id } = await person.call(files.registerFile, { body: { name, asset: side.asset._id } })
  return person.call(files.receiveContent, { params: { id: _id }, body: bytes })
}
