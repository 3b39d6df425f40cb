// Clients that nobody here wrote, in a real browser, and a service that is killed while they send.
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
import { raiseStage, type Stage } from './stage.ts'

const MIB = 2 ** 20
const LENGTH = 60 * MIB
/** Slow enough to be hit in the middle. */
const SPEED = 25 * MIB
const TUS = createRequire(import.meta.url).resolve('tus-js-client/dist/tus.min.js')

type Reel = { path: string; sha256: string }

test('on disk', { timeout: 240_000 }, async (t) => {
  const stage = await raiseStage(t)
  if (!stage) return
  const reel = await reelIn(stage)
  await outlives(t, stage, reel)

  await t.test('a file that was dropped on another page outlives it too, in the tray', async () => {
    const asset = await stage.newAsset('Dropped elsewhere')
    const page = await slowPage(stage, '/workrequests')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const asked = askedBy(page)
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
    // Its name says where it belongs.
    await tray.getByText('Dropped elsewhere').first().waitFor()
    await tray.getByRole('button', { name: 'Upload 1 file' }).click()
    const kept = await untilKept(stage, 16 * MIB)
    await stage.killAndStart()
    await tray.getByText(/arrived/).waitFor({ timeout: 60_000 })
    assert.ok(
      resumedFrom(asked) >= kept,
      `went on from ${resumedFrom(asked)} although ${kept} bytes were acknowledged`,
    )
    assert.equal(
      await sha256Of(stage, asset),
      createHash('sha256').update(new Uint8Array(LENGTH)).digest('hex'),
    )
    await page.context().close()
  })

  await t.test('Uppy goes on after a reload, once the same file is picked again', async () => {
    const asset = await stage.newAsset('Reloaded')
    const page = await slowPage(stage, asset)
    await page.locator('input[type=file]').setInputFiles(reel.path)
    const kept = await untilKept(stage, 16 * MIB)
    await page.reload()
    await page.getByText(/Pick the file again to go on/).waitFor()
    const asked = askedBy(page)
    await page.locator('input[type=file]').setInputFiles(reel.path)
    await page.getByText(/arrived/).waitFor({ timeout: 60_000 })
    assert.ok(
      resumedFrom(asked) >= kept,
      `went on from ${resumedFrom(asked)} although ${kept} bytes were acknowledged`,
    )
    assert.equal(await sha256Of(stage, asset), reel.sha256)
    await page.context().close()
  })
})

test('on S3', { timeout: 180_000 }, async (t) => {
  const s3 = await createBucket(t)
  if (!s3) return
  const stage = await raiseStage(t, {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  if (stage) await outlives(t, stage, await reelIn(stage))
})

async function outlives(t: TestContext, stage: Stage, reel: Reel) {
  await t.test(
    'Uppy outlives a service that is killed, and sends nothing acknowledged twice',
    async () => {
      const asset = await stage.newAsset('By Uppy')
      const page = await slowPage(stage, asset)
      const asked = askedBy(page)
      await page.locator('input[type=file]').setInputFiles(reel.path)
      const kept = await untilKept(stage, 16 * MIB)
      await stage.killAndStart()
      await page.getByText(/arrived/).waitFor({ timeout: 60_000 })
      assert.ok(
        resumedFrom(asked) >= kept,
        `went on from ${resumedFrom(asked)} although ${kept} bytes were acknowledged`,
      )
      assert.equal(await sha256Of(stage, asset), reel.sha256)
      await page.context().close()
    },
  )

  await t.test('so does tus-js-client', async () => {
    const asset = await stage.newAsset('By tus-js-client')
    const { _id: file } = await stage.call(files.registerFile, {
      body: { name: 'reel.bin', asset: asset._id },
    })
    const page = await slowPage(stage, asset)
    const asked = askedBy(page)
    await page.addScriptTag({ path: TUS })
    await page.evaluate(() =>
      document.body.append(
        Object.assign(document.createElement('input'), { type: 'file', id: 'foreign' }),
      ),
    )
    await page.locator('#foreign').setInputFiles(reel.path)
    const sending = page.evaluate(
      ({ metadata, headers }) =>
        new Promise<void>((resolve, reject) => {
          const { tus } = window as unknown as { tus: typeof import('tus-js-client') }
          const [data] = document.querySelector<HTMLInputElement>('#foreign')!.files!
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
      { metadata: { file }, headers: { authorization: stage.authorization } },
    )
    const kept = await untilKept(stage, 16 * MIB)
    await stage.killAndStart()
    await sending
    assert.ok(
      resumedFrom(asked) >= kept,
      `went on from ${resumedFrom(asked)} although ${kept} bytes were acknowledged`,
    )
    assert.equal(await sha256Of(stage, asset), reel.sha256)
    await page.context().close()
  })
}

async function reelIn({ folder }: Stage): Promise<Reel> {
  const bytes = randomBytes(LENGTH)
  const path = join(folder, 'reel.bin')
  await writeFile(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Scripts of others do not run in the app by its own policy, which is therefore lifted here. */
async function slowPage(stage: Stage, place: assets.Asset | string): Promise<Page> {
  const page = await stage.open(typeof place === 'string' ? place : `/assets/${place.slug}`, {
    bypassCSP: true,
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: SPEED,
  })
  return page
}

type Asked = { method: string; offset: number }

/** What the page says to the service about bytes, in order. */
function askedBy(page: Page): Asked[] {
  const asked: Asked[] = []
  page.on('request', (request) => {
    if (['PATCH', 'HEAD'].includes(request.method()))
      asked.push({ method: request.method(), offset: Number(request.headers()['upload-offset']) })
  })
  return asked
}

/** Who was stopped asks how far it came, and goes on from there. */
function resumedFrom(asked: Asked[]): number {
  const question = asked.findIndex(({ method }) => method === 'HEAD')
  return asked.slice(question).find(({ method }) => method === 'PATCH')?.offset ?? -1
}

async function untilKept({ call }: Stage, bytes: number): Promise<number> {
  for (;;) {
    const {
      items: [upload],
    } = await call(uploads.listUploads)
    if (upload && upload.offset >= bytes) return upload.offset
    await sleep(50)
  }
}

async function sha256Of(
  { call }: Stage,
  { _id: asset }: assets.Asset,
): Promise<string | null | undefined> {
  return (await call(files.listFiles, { query: { asset } })).items[0]?.sha256
}
