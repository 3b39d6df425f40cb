// Uploads a film and plays its preview in a real browser.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { assets, files, previews } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import { AXE_VIEWS, findViolations } from '../../api/test/axe.ts'
import type { DemoClip } from '../../api/src/media/types.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const CLIP: DemoClip = {
  kind: 'clip',
  name: 'trailer.mp4',
  seconds: 12,
  width: 960,
  height: 540,
  frameRate: '24000/1001',
  title: 'THE SALT ROAD',
  scenes: 3,
  sound: 'speech-like',
}

test('the asset page', { timeout: 300_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  // With PICTURES set, screenshots of every state are saved there.
  const pictures = process.env.PICTURES
  if (pictures) await mkdir(pictures, { recursive: true })
  const clip = await renderClip(app, CLIP)
  const asset = await app.newAsset('Trailer A')

  await t.test('shows the player once the preview is ready', async () => {
    const page = await app.open(`/assets/${asset.slug}`)
    await page.getByText('No preview yet').waitFor()
    await uploadFile(app, asset._id, 'The_Salt_Road_TRL-A_texted_23976_stereo_v07.mp4', clip)
    await page.reload()
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 60_000 })
    assert.deepEqual(page.pageErrors, [])
    await page.context().close()
  })
  await waitForPreview(app, asset._id)

  await t.test('plays with poster, seeking, storyboard and waveform', async () => {
    const page = await app.open(`/assets/${asset.slug}`)
    const film = page.locator('video')
    await page.waitForFunction(() => document.querySelector('video')?.poster)
    assert.equal((await page.request.get((await film.getAttribute('poster'))!)).status(), 200)
    assert.equal(
      await film.evaluate((video: HTMLVideoElement) => video.readyState),
      0,
      'nothing is fetched before playback starts',
    )

    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await waitForVideo(
      page,
      (video) => video.currentTime > 0.5 && !video.paused && video.videoWidth > 0,
    )
    const slider = page.getByRole('slider', { name: 'Position' })
    const { width, height } = (await slider.boundingBox())!
    await slider.click({ position: { x: width / 2, y: height / 2 } })
    await waitForVideo(
      page,
      ({ played }) =>
        played.length === 2 &&
        Math.abs(played.start(1) - 6) < 0.5 &&
        played.end(1) > played.start(1) + 0.3,
    )

    await slider.hover({ position: { x: width / 4, y: height / 2 } })
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('img[src*="/storyboard/"]')].some(
        ({ naturalWidth }) => naturalWidth > 0,
      ),
    )
    assert.ok(await countPaintedPixels(page), 'the waveform is drawn')
    if (pictures) await page.screenshot({ path: join(pictures, 'asset.png') })
    assert.deepEqual(page.pageErrors, [])
    await page.context().close()
  })

  await t.test('supports the shortcuts of an editing system', async () => {
    const page = await app.open(`/assets/${asset.slug}`)
    const timecode = () => page.getByTestId('timecode').textContent()
    const press = (key: string) => page.keyboard.press(key)
    await page.getByRole('slider', { name: 'Position' }).focus()
    await press('PageUp')
    await waitForVideo(page, (video) => Math.abs(video.currentTime - 5) < 0.01 && !video.seeking)
    assert.equal(await timecode(), '00:00:04:23')
    await press('ArrowRight')
    await waitForVideo(page, (video) => video.currentTime > 5 && !video.seeking)
    assert.equal(await timecode(), '00:00:05:00')
    await press('ArrowLeft')
    await press(',')
    await waitForVideo(page, (video) => video.currentTime < 4.96 && !video.seeking)
    assert.equal(await timecode(), '00:00:04:22')
    await press('Shift+ArrowLeft')
    await waitForVideo(page, (video) => video.currentTime < 4.6 && !video.seeking)
    assert.equal(await timecode(), '00:00:04:12')
    await press('l')
    await press('l')
    await waitForVideo(page, (video) => !video.paused && video.playbackRate === 2)
    await press('j')
    await waitForVideo(page, (video) => video.paused && video.currentTime < 4.4)
    await press('k')
    await press('Space')
    await waitForVideo(page, (video) => !video.paused && video.playbackRate === 1)
    await press('k')
    await press('Home')
    await waitForVideo(page, (video) => video.paused && video.currentTime === 0)
    await press('Shift+M')
    await page.getByRole('button', { name: 'Unmute' }).waitFor()
    assert.deepEqual(page.pageErrors, [])
    await page.context().close()
  })

  await t.test('shows the exact frame, also after starting in the middle', async () => {
    const page = await app.open(`/assets/${asset.slug}`)
    await page.getByRole('slider', { name: 'Position' }).focus()
    await page.keyboard.press('PageUp')
    await waitForVideo(page, (video) => video.readyState > 1 && !video.seeking)
    const shownTime = await page.locator('video').evaluate(
      (video: HTMLVideoElement) =>
        new Promise<number>((resolve) => {
          video.requestVideoFrameCallback((_now, { mediaTime }) => resolve(mediaTime))
          video.currentTime = 6
        }),
    )
    const frames = (shownTime * 24000) / 1001
    assert.ok(
      Math.abs(frames - Math.round(frames)) < 0.1,
      `the frame starts on the grid, not at ${frames}`,
    )
    await page.context().close()
  })

  await t.test('requests a new URL when the signed one has expired', async () => {
    const page = await app.open(`/assets/${asset.slug}`)
    let requests = 0
    await page.route(/\/content\?/, (route) =>
      requests++
        ? route.continue()
        : route.fulfill({
            status: 403,
            contentType: 'application/problem+json',
            body: '{"code":"link.refused"}',
          }),
    )
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await waitForVideo(page, (video) => video.currentTime > 0.3)
    assert.ok(requests >= 2)
    await page.context().close()
  })

  await t.test('shows the technical details and warnings of a file', async () => {
    await uploadFile(app, asset._id, 'cut-short.mp4', (await readFile(clip)).subarray(0, 60_000))
    const page = await app.open(`/assets/${asset.slug}`)
    await page.getByText(/file is incomplete/).waitFor()
    await page.getByText('Technical details of The_Salt_Road').click()
    await page.getByText('23.976 fps').waitFor()
    await page.getByText('960 × 540 (16:9)').waitFor()
    assert.deepEqual(page.pageErrors, [])
    await page.context().close()
  })

  await t.test('the form of the asset starts with its values and keeps them', async () => {
    const page = await app.open(`/assets/${asset.slug}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit asset' })
    await form.getByLabel('Type').locator('option').nth(1).waitFor({ state: 'attached' })
    assert.equal(await form.getByLabel('Type').inputValue(), asset.type)
    await form.getByLabel('Name').fill('Trailer A, international')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Trailer A, international' }).waitFor()
    const saved = await app.call(assets.getAsset, { params: { id: asset._id } })
    assert.deepEqual(
      [saved.name, saved.type, saved.usage],
      ['Trailer A, international', asset.type, asset.usage],
    )
    assert.deepEqual(page.pageErrors, [])
    await page.context().close()
  })

  await t.test('has no accessibility violations, wide and narrow, light and dark', async () => {
    const page = await app.open(`/assets/${asset.slug}`)
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await page
      .getByText(/^Technical details/)
      .first()
      .click()
    await checkAccessibility(page, pictures, 'ready')
    await showRendering(page)
    await checkAccessibility(page, pictures, 'making')
    await limitUploadSpeed(page)
    const reels = ['reel-1.mov', 'reel-2.mov'].map((name) => join(app.folder, name))
    await Promise.all(reels.map((path) => writeFile(path, Buffer.alloc(20e6))))
    await page.locator('input[type=file]').setInputFiles(reels)
    await page
      .getByText(/ of 20 MB/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Pause: reel-2.mov' }).click()
    await checkAccessibility(page, pictures, 'uploading')
    await page.getByRole('button', { name: 'Cancel: reel-1.mov' }).click()
    await page.getByRole('button', { name: 'Cancel: reel-2.mov' }).click()
    await page.context().close()
  })
})

/** Polls from outside: the page's CSP blocks waitForFunction with a function from here. */
async function waitForVideo(page: Page, condition: (video: HTMLVideoElement) => boolean) {
  const end = Date.now() + 30_000
  while (!(await page.locator('video').evaluate(condition))) {
    if (Date.now() > end) throw new Error(`Not true within 30 seconds: ${String(condition)}`)
    await sleep(50)
  }
}

/** The number of non-transparent pixels of the waveform. */
const countPaintedPixels = (page: Page) =>
  page
    .locator('canvas')
    .first()
    .evaluate(
      (canvas: HTMLCanvasElement) =>
        canvas
          .getContext('2d')!
          .getImageData(0, 0, canvas.width, canvas.height)
          .data.filter((value, index) => index % 4 === 3 && value > 0).length,
    )

/** Shows the page as it is while the preview renders, by changing the server's reply. */
async function showRendering(page: Page) {
  await page.route(/\/api\/previews\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: ((await response.json()) as object[]).map((preview) =>
        Object.assign(preview, {
          status: 'making',
          progress: 0.42,
          poster: null,
          storyboard: null,
          peaks: null,
        }),
      ),
    })
  })
  await page.reload()
  await page.getByText('Creating the preview').waitFor()
}

async function limitUploadSpeed(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 500_000,
  })
}

async function checkAccessibility(page: Page, pictures: string | undefined, state: string) {
  for (const { width, colorScheme } of AXE_VIEWS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => scrollTo(0, 0))
    if (pictures)
      await page.screenshot({
        path: join(pictures, `${state}-${width}-${colorScheme}.png`),
        fullPage: true,
      })
    assert.deepEqual(await findViolations(page), [], `${state}, ${width}, ${colorScheme}`)
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      `${state} scrolls sideways at ${width} px`,
    )
  }
}

async function renderClip(app: BrowserTestApp, clip: DemoClip): Promise<string> {
  const folder = await mkdtemp(join(app.folder, 'clip-'))
  const { name } = await createMediaEngine({ allowUnsandboxed: true }).run(
    { do: 'demo-clip', clip },
    { folder },
  )
  return join(folder, name)
}

async function uploadFile(
  { call }: BrowserTestApp,
  asset: string,
  name: string,
  content: string | Uint8Array,
) {
  const { _id: id } = await call(files.registerFile, { body: { name, asset } })
  await call(files.receiveContent, {
    params: { id },
    body: typeof content === 'string' ? await readFile(content) : content,
  })
}

/** Waits for everything that the page shows, not for the smaller renditions. */
async function waitForPreview({ call }: BrowserTestApp, asset: string) {
  for (;;) {
    const {
      items: [preview],
    } = await call(previews.listPreviews, { query: { asset } })
    if (preview?.poster && preview.storyboard && preview.peaks) return
    await sleep(200)
  }
}
