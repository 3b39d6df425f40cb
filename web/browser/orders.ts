// Work requests for the tests.
import { expect } from '@playwright/test'
import { offlines, workrequests } from '@reelay/api/contract'
import type { Call } from '@reelay/client'
import type { TestStudio } from './studio.ts'

const DAY = 86_400

/** Orders a version for Germany, due in two weeks. `dialogue` is OV by default. */
export async function order(
  { call, germany }: Pick<TestStudio, 'call' | 'germany'>,
  asset: string,
  {
    dialogue = 'OV',
    ...more
  }: Partial<workrequests.NewWorkRequest> & { dialogue?: 'OV' | 'Subtitled' | 'Dubbed' } = {},
): Promise<workrequests.WorkRequest> {
  await germany()
  return call(workrequests.createWorkRequest, {
    body: {
      asset,
      language: 'deu',
      territory: 'DE',
      status: 'submitted',
      dng: { dialogue: [dialogue], graphics: ['OV'], narration: ['OV'] },
      uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      due: { date: Math.floor(Date.now() / 1000) + 14 * DAY, tz: 'Europe/Berlin' },
      ...more,
    },
  })
}

/** Adds a file as the next version, and waits until it can be played. */
export async function addVersion(call: Call, workRequest: string, file: string): Promise<string> {
  const { _id: id } = await call(offlines.createOffline, { body: { workRequest, file } })
  const status = async () => (await call(offlines.getOffline, { params: { id } })).status
  await expect.poll(status, { message: 'version', timeout: 120_000 }).toBe('ready')
  return id
}
