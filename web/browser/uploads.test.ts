// Uploads in a real browser while the service is killed and restarted: with the app, and with
// tus-js-client as an independent client.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { files, uploads, type assets } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { createBucket } from '../../api/test/ceph.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const MIB = 2 ** 20
const LENGTH = 60 * MIB
/** Slow enough to kill the service in the middle of an upload. */
const BYTES_PER_SECOND = 25 * MIB
const TUS_CLIENT_SCRIPT = createRequire(import.meta.url).resolve('tus-js-client/dist/tus.min.js')

type TestFile = { path: string; sha256: string }

test('uploads to the file system', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const file = await createTestFile(app)
  await testRestart(t, app, file)
  await testOtherClient(t, app, file)

  await t.test('resumes a file dropped on another page after the service restarts', async () => {
    const asset = await app.newAsset('Dropped elsewhere')
    const page = await openSlowPage(app, '/workrequests')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Administration' }).waitFor()
    const requests = recordRequests(page)
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
    await tray.getByText('Dropped elsewhere').first().waitFor()
    await tray.getByRole('button', { name: 'Upload 1 file' }).click()
    const confirmed = await waitForConfirmed(app, 16 * MIB)
    await app.killAndRestart()
    await tray.getByText(/uploaded and verified/).waitFor({ timeout: 60_000 })
    assert.ok(
      resumedFrom(requests) >= confirmed,
      `resumed at ${resumedFrom(requests)} although ${confirmed} bytes were confirmed`,
    )
    assert.equal(
      await sha256Of(app, asset),
      createHash('sha256').update(new Uint8Array(LENGTH)).digest('hex'),
    )
    await page.context().close()
  })

  await t.test('resumes after a reload when the same file is selected again', async () => {
    const asset = await app.newAsset('Reloaded')
    const page = await openSlowPage(app, asset)
    await page.locator('input[type=file]').setInputFiles(file.path)
    const confirmed = await waitForConfirmed(app, 16 * MIB)
    await page.reload()
    await page.getByText(/Select the file again to resume/).waitFor()
    const requests = recordRequests(page)
    await page.locator('input[type=file]').setInputFiles(file.path)
    await page.getByText(/uploaded and verified/).waitFor({ timeout: 60_000 })
    assert.ok(
      resumedFrom(requests) >= confirmed,
      `resumed at ${resumedFrom(requests)} although ${confirmed} bytes were confirmed`,
    )
    assert.equal(await sha256Of(app, asset), file.sha256)
    await page.context().close()
  })
})

test('uploads to S3', { timeout: 180_000 }, async (t) => {
  const s3 = await createBucket(t)
  if (!s3) return
  const app = await startTestApp(t, {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  if (app) await testRestart(t, app, await createTestFile(app))
})

async function testRestart(t: TestContext, app: BrowserTestApp, file: TestFile) {
  await t.test(
    'resumes after the service was killed, without sending confirmed bytes twice',
    async () => {
      const asset = await app.newAsset('Sent by the app')
      const page = await openSlowPage(app, asset)
      const requests = recordRequests(page)
      await page.locator('input[type=file]').setInputFiles(file.path)
      const confirmed = await waitForConfirmed(app, 16 * MIB)
      await app.killAndRestart()
      await page.getByText(/uploaded and verified/).waitFor({ timeout: 60_000 })
      assert.ok(
        resumedFrom(requests) >= confirmed,
        `resumed at ${resumedFrom(requests)} although ${confirmed} bytes were confirmed`,
      )
      assert.equal(await sha256Of(app, asset), file.sha256)
      await page.context().close()
    },
  )
}

/** The storage makes no difference to the protocol, so one storage is enough. */
async function testOtherClient(t: TestContext, app: BrowserTestApp, file: TestFile) {
  await t.test('serves tus-js-client the same way', async () => {
    const asset = await app.newAsset('Sent by tus-js-client')
    const { _id: fileId } = await app.call(files.registerFile, {
      body: { name: 'feature.bin', asset: asset._id },
    })
    const page = await openSlowPage(app, asset)
    const requests = recordRequests(page)
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
            retryDelays: [0, 500, 1000, 2000, 3000, 5000, 5000, 5000, 5000],
            chunkSize: 8 * 2 ** 20,
            metadata,
            headers,
            onSuccess: () => resolve(),
            onError: reject,
          }).start()
        }),
      { metadata: { file: fileId }, headers: { authorization: app.authorization } },
    )
    const confirmed = await waitForConfirmed(app, 16 * MIB)
    await app.killAndRestart()
    await upload
    assert.ok(
      resumedFrom(requests) >= confirmed,
      `resumed at ${resumedFrom(requests)} although ${confirmed} bytes were confirmed`,
    )
    assert.equal(await sha256Of(app, asset), file.sha256)
    await page.context().close()
  })
}

async function createTestFile({ folder }: BrowserTestApp): Promise<TestFile> {
  const bytes = randomBytes(LENGTH)
  const path = join(folder, 'feature.bin')
  await writeFile(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The content security policy of the app would block the script of the foreign client. */
async function openSlowPage(app: BrowserTestApp, target: assets.Asset | string): Promise<Page> {
  const page = await app.open(typeof target === 'string' ? target : `/assets/${target.slug}`, {
    bypassCSP: true,
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: BYTES_PER_SECOND,
  })
  return page
}

type TusRequest = { method: string; offset: number }

function recordRequests(page: Page): TusRequest[] {
  const requests: TusRequest[] = []
  page.on('request', (request) => {
    if (['PATCH', 'HEAD'].includes(request.method()))
      requests.push({
        method: request.method(),
        offset: Number(request.headers()['upload-offset']),
      })
  })
  return requests
}

/** After an interruption the client asks for the offset (HEAD) and continues there (PATCH). */
function resumedFrom(requests: TusRequest[]): number {
  const resume = requests.findIndex(({ method }) => method === 'HEAD')
  return requests.slice(resume).find(({ method }) => method === 'PATCH')?.offset ?? -1
}

async function waitForConfirmed({ call }: BrowserTestApp, bytes: number): Promise<number> {
  for (;;) {
    const {
      items: [upload],
    } = await call(uploads.listUploads)
    if (upload && upload.offset >= bytes) return upload.offset
    await sleep(50)
  }
}

async function sha256Of(
  { call }: BrowserTestApp,
  { _id: asset }: assets.Asset,
): Promise<string | null | undefined> {
  return (await call(files.listFiles, { query: { asset } })).items[0]?.sha256
}
