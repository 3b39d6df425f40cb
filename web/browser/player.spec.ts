// Uploads a film and plays its preview in a real browser.
import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { assets } from '@reelay/api/contract'
import { expectAccessible } from './accessibility.ts'
import { renderClip, uploadFile, waitForPreview } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'

const NAME = 'The_Salt_Road_TRL-A_texted_23976_stereo_v07.mp4'
const CLIP = {
  seconds: 12,
  width: 960,
  height: 540,
  frameRate: '24000/1001' as const,
  scenes: 3,
}

test('shows the player once the preview is ready', async ({ app }) => {
  const asset = await app.newAsset('Trailer A')
  const page = await app.open(`/assets/${asset.slug}`)
  await expect(page.getByText('No preview yet')).toBeVisible()
  await uploadFile(app.call, asset._id, NAME, await renderClip(CLIP))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible({
    timeout: 120_000,
  })
})

test('plays with poster, seeking, storyboard and waveform', async ({ app }) => {
  const { path } = await uploadFilm(app)
  const page = await app.open(path)
  const film = page.locator('video')
  await expect(film).toHaveAttribute('poster')
  expect((await page.request.get((await film.getAttribute('poster'))!)).status()).toBe(200)
  expect(
    await film.evaluate((video: HTMLVideoElement) => video.readyState),
    'nothing is fetched before playback starts',
  ).toBe(0)

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
  const widths = () =>
    page
      .locator('img[src*="/storyboard/"]')
      .evaluateAll((all: HTMLImageElement[]) => all.map(({ naturalWidth }) => naturalWidth))
  await expect.poll(async () => Math.max(0, ...(await widths()))).toBeGreaterThan(0)
  expect(await countPaintedPixels(page), 'the waveform is drawn').toBeGreaterThan(0)
})

test('supports the shortcuts of an editing system', async ({ app }) => {
  const { path } = await uploadFilm(app)
  const page = await app.open(path)
  const timecode = page.getByTestId('timecode')
  const press = (key: string) => page.keyboard.press(key)
  await page.getByRole('slider', { name: 'Position' }).focus()
  await press('PageUp')
  await waitForVideo(page, (video) => Math.abs(video.currentTime - 5) < 0.01 && !video.seeking)
  await expect(timecode).toHaveText('00:00:04:23')
  await press('ArrowRight')
  await waitForVideo(page, (video) => video.currentTime > 5 && !video.seeking)
  await expect(timecode).toHaveText('00:00:05:00')
  await press('ArrowLeft')
  await press(',')
  await waitForVideo(page, (video) => video.currentTime < 4.96 && !video.seeking)
  await expect(timecode).toHaveText('00:00:04:22')
  await press('Shift+ArrowLeft')
  await waitForVideo(page, (video) => video.currentTime < 4.6 && !video.seeking)
  await expect(timecode).toHaveText('00:00:04:12')
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
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible()
})

test('shows the exact frame, also after starting in the middle', async ({ app }) => {
  const { path } = await uploadFilm(app)
  const page = await app.open(path)
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
  expect(Math.abs(frames - Math.round(frames)), 'the frame starts on the grid').toBeLessThan(0.1)
})

test('requests a new URL when the signed one has expired', async ({ app }) => {
  app.allowErrors(/status of 403/)
  const { path } = await uploadFilm(app)
  const page = await app.open(path)
  let requests = 0
  await page.route(/\/content\?/, (route) =>
    requests++
      ? route.continue()
      : route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: '{"code":"link.invalid"}',
        }),
  )
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await waitForVideo(page, (video) => video.currentTime > 0.3)
  expect(requests).toBeGreaterThanOrEqual(2)
})

test('shows the technical details and warnings of a file', async ({ app }) => {
  const { path, asset } = await uploadFilm(app)
  const film = await readFile(await renderClip(CLIP))
  await uploadFile(app.call, asset._id, 'cut-short.mp4', film.subarray(0, 60_000))
  const page = await app.open(path)
  await expect(page.getByText(/file is incomplete/)).toBeVisible()
  await page.getByText('Technical details of The_Salt_Road').click()
  await expect(page.getByText('23.976 fps')).toBeVisible()
  await expect(page.getByText('960 × 540 (16:9)')).toBeVisible()
})

test('the form of the asset starts with its values and keeps them', async ({ app }) => {
  const asset = await app.newAsset('Trailer A')
  const page = await app.open(`/assets/${asset.slug}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit asset' })
  await expect(form.getByLabel('Type').locator('option').nth(1)).toBeAttached()
  await expect(form.getByLabel('Type')).toHaveValue(asset.type)
  await form.getByLabel('Name').fill('Trailer A, international')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Trailer A, international' })).toBeVisible()
  const saved = await app.call(assets.getAsset, { params: { id: asset._id } })
  expect(saved).toMatchObject({
    name: 'Trailer A, international',
    type: asset.type,
    usage: asset.usage,
  })
})

test('has no accessibility violations, wide and narrow, light and dark', async ({
  app,
}, testInfo) => {
  const { path } = await uploadFilm(app)
  const page = await app.open(path)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page
    .getByText(/^Technical details/)
    .first()
    .click()
  await checkState(page, 'ready')
  await showRendering(page)
  await checkState(page, 'making')
  await limitUploadSpeed(page)
  const reels = ['reel-1.mov', 'reel-2.mov'].map((name) => testInfo.outputPath(name))
  await Promise.all(reels.map((reel) => writeFile(reel, Buffer.alloc(20e6))))
  await page.locator('input[type=file]').setInputFiles(reels)
  await expect(page.getByText(/ of 20 MB/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Pause: reel-2.mov' }).click()
  await checkState(page, 'uploading')
  for (const reel of ['reel-1.mov', 'reel-2.mov']) {
    await page.getByRole('button', { name: `Cancel: ${reel}` }).click()
    await page.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(page.getByRole('button', { name: `Cancel: ${reel}` })).toHaveCount(0)
  }
})

async function uploadFilm({ call, newAsset }: BrowserApp) {
  const asset = await newAsset('Trailer A')
  await uploadFile(call, asset._id, NAME, await renderClip(CLIP))
  await waitForPreview(call, asset._id)
  return { asset, path: `/assets/${asset.slug}` }
}

/** Polls from outside: the page's CSP blocks waitForFunction with a function from here. */
const waitForVideo = (page: Page, condition: (video: HTMLVideoElement) => boolean) =>
  expect.poll(() => page.locator('video').evaluate(condition), String(condition)).toBe(true)

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
  await expect(page.getByText('Creating the preview')).toBeVisible()
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

async function checkState(page: Page, state: string) {
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, state)
  await page.setViewportSize({ width: 390, height: 900 })
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(fits, `${state} does not scroll sideways`).toBe(true)
}
