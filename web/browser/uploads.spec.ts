// Uploads in a real browser while the service is killed and restarted: with the app, and with
// tus-js-client as an independent client.
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { files } from '@reelay/api/contract'
import { basicAuth } from '@reelay/client'
import { expect, test } from './fixtures.ts'
import {
  createTestFile,
  expectResumed,
  LENGTH,
  openSlowPage,
  sha256Of,
  waitForConfirmed,
  watchResume,
} from './resumed-uploads.ts'

const TUS_CLIENT_SCRIPT = createRequire(import.meta.url).resolve('tus-js-client/dist/tus.min.js')

test('resumes after the service was killed, without sending confirmed bytes twice', async ({
  app,
}, testInfo) => expectResumed(app, await createTestFile(testInfo)))

test('serves tus-js-client the same way', async ({ app }, testInfo) => {
  const file = await createTestFile(testInfo)
  const asset = await app.newAsset('Sent by tus-js-client')
  const { _id: fileId } = await app.call(files.registerFile, {
    body: { name: 'feature.bin', asset: asset._id },
  })
  const page = await openSlowPage(app, `/assets/${asset.slug}`)
  const expectNothingTwice = watchResume(page)
  await page.addScriptTag({ path: TUS_CLIENT_SCRIPT })
  await page.evaluate(() =>
    document.body.append(
      Object.assign(document.createElement('input'), { type: 'file', id: 'tus-input' }),
    ),
  )
  await page.locator('#tus-input').setInputFiles(file.path)
  const upload = page.evaluate(
    ({ metadata, headers }) =>
      new Promise<void>((resolve, reject) => {
        const { tus } = window as unknown as { tus: typeof import('tus-js-client') }
        const [data] = document.querySelector<HTMLInputElement>('#tus-input')!.files!
        new tus.Upload(data!, {
          endpoint: '/api/uploads',
          // Long enough for a service that starts on a busy machine.
          retryDelays: [0, 500, 1000, 2000, 3000, ...Array<number>(20).fill(5000)],
          chunkSize: 8 * 2 ** 20,
          metadata,
          headers,
          onSuccess: () => resolve(),
          onError: reject,
        }).start()
      }),
    { metadata: { file: fileId }, headers: { authorization: basicAuth(app.home.session) } },
  )
  const confirmed = await waitForConfirmed(app)
  await app.service.killAndRestart()
  await upload
  expectNothingTwice(confirmed)
  expect(await sha256Of(app, asset._id)).toBe(file.sha256)
})

test('resumes a file dropped on another page after the service restarts', async ({ app }) => {
  const asset = await app.newAsset('Dropped elsewhere')
  const page = await openSlowPage(app, '/workrequests')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Administration' })).toBeVisible()
  const expectNothingTwice = watchResume(page)
  await page.evaluate(
    ({ name, length }) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(length)], name))
      document.dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
      )
    },
    { name: `${asset.slug}_v2.bin`, length: LENGTH },
  )
  const tray = page.getByRole('complementary', { name: 'Uploads' })
  // The asset is found by the name of the file.
  await expect(tray.getByText('Dropped elsewhere').first()).toBeVisible()
  await tray.getByRole('button', { name: 'Upload 1 file' }).click()
  const confirmed = await waitForConfirmed(app)
  await app.service.killAndRestart()
  await expect(tray.getByText(/uploaded and verified/)).toBeVisible({ timeout: 120_000 })
  expectNothingTwice(confirmed)
  const digest = createHash('sha256').update(new Uint8Array(LENGTH)).digest('hex')
  expect(await sha256Of(app, asset._id)).toBe(digest)
})

test('resumes after a reload when the same file is selected again', async ({ app }, testInfo) => {
  const file = await createTestFile(testInfo)
  const asset = await app.newAsset('Reloaded')
  const page = await openSlowPage(app, `/assets/${asset.slug}`)
  await page.locator('input[type=file]').setInputFiles(file.path)
  const confirmed = await waitForConfirmed(app)
  await page.reload()
  await expect(page.getByText(/Select the file again to resume/)).toBeVisible()
  const expectNothingTwice = watchResume(page)
  await page.locator('input[type=file]').setInputFiles(file.path)
  await expect(page.getByText(/uploaded and verified/)).toBeVisible({ timeout: 120_000 })
  expectNothingTwice(confirmed)
  expect(await sha256Of(app, asset._id)).toBe(file.sha256)
})
