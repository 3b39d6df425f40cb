// Uploads that are interrupted, and what the browser sends afterwards.
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import { files, uploads } from '@reelay/api/contract'
import { expect, type BrowserApp } from './fixtures.ts'

const MIB = 2 ** 20
export const LENGTH = 60 * MIB
/** Slow enough to kill the service in the middle of an upload. */
const BYTES_PER_SECOND = 25 * MIB

export type TestFile = { path: string; sha256: string }

export async function createTestFile(testInfo: TestInfo): Promise<TestFile> {
  const bytes = randomBytes(LENGTH)
  const path = testInfo.outputPath('feature.bin')
  await writeFile(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The content security policy of the app would block the script of the foreign client. */
export async function openSlowPage(app: BrowserApp, path: string): Promise<Page> {
  // The browser reports requests that the service did not answer.
  app.allowErrors(/ERR_|status of 5/)
  const page = await app.open(path, { bypassCSP: true })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: BYTES_PER_SECOND,
  })
  return page
}

/** Kills the service in the middle of an upload of the app. */
export async function expectResumed(app: BrowserApp, file: TestFile): Promise<void> {
  const asset = await app.newAsset('Sent by the app')
  const page = await openSlowPage(app, `/assets/${asset.slug}`)
  const expectNothingTwice = watchResume(page)
  await page.locator('input[type=file]').setInputFiles(file.path)
  const confirmed = await waitForConfirmed(app)
  await app.service.killAndRestart()
  await expect(page.getByText(/uploaded and verified/)).toBeVisible({ timeout: 120_000 })
  expectNothingTwice(confirmed)
  expect(await sha256Of(app, asset._id)).toBe(file.sha256)
}

/**
 * After an interruption the client asks for the offset (HEAD) and continues there (PATCH). Returns a
 * check that it sends no confirmed byte twice.
 */
export function watchResume(page: Page): (confirmed: number) => void {
  const requests: { method: string; offset: number }[] = []
  page.on('request', (request) => {
    if (['PATCH', 'HEAD'].includes(request.method()))
      requests.push({
        method: request.method(),
        offset: Number(request.headers()['upload-offset']),
      })
  })
  return (confirmed) => {
    const resume = requests.findIndex(({ method }) => method === 'HEAD')
    const next = requests.slice(resume).find(({ method }) => method === 'PATCH')
    expect(next?.offset, 'resumed at').toBeGreaterThanOrEqual(confirmed)
  }
}

/** Waits until the service has a part of the file, and returns its length. */
export async function waitForConfirmed({ call }: BrowserApp): Promise<number> {
  const offset = async () => (await call(uploads.listUploads)).items[0]?.offset ?? 0
  let confirmed = 0
  await expect
    .poll(async () => (confirmed = await offset()), { intervals: [50] })
    .toBeGreaterThanOrEqual(16 * MIB)
  return confirmed
}

export const sha256Of = async ({ call }: BrowserApp, asset: string) =>
  (await call(files.listFiles, { query: { asset } })).items[0]?.sha256
