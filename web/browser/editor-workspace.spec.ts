// The translation editor with a film: the layout, following, the overview of the film, and full
// screen.
import type { Page } from '@playwright/test'
import { sessions, translations } from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import { renderClip, uploadFile, waitForPreview } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'

const SECONDS = 12
/** The last line starts after the end of the film. */
const STARTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20]

test('shows the picture, eight lines and the waveform without scrolling', async ({ app }) => {
  const { page } = await openEditor(app)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  const header = (await page.locator('main header').boundingBox())!
  expect(header.height).toBeLessThanOrEqual(57)
  await line(page, 2).click()
  await expect(field(page, 2)).toBeVisible()
  const parts = [page.locator('video'), page.getByTestId('waveform')]
  for (const part of parts) expect(isWithinWindow(await part.boundingBox())).toBe(true)
  const list = (await page.getByRole('list', { name: 'Lines' }).locator('..').boundingBox())!
  const rows = await page.getByRole('list', { name: 'Lines' }).getByRole('listitem').all()
  const boxes = await Promise.all(rows.map((row) => row.boundingBox()))
  const visible = boxes.filter(
    (box) => box && box.y >= list.y - 1 && box.y + box.height <= list.y + list.height + 1,
  )
  expect(visible.length).toBeGreaterThanOrEqual(8)
})

test('the picture, the overview and the lines follow each other', async ({ app }) => {
  const { page } = await openEditor(app)

  await test.step('the picture goes to the selected line', async () => {
    const timecode = page.getByTestId('timecode')
    await line(page, 6).click()
    await expect(timecode).toHaveText(/00:00:05/)
    await page.getByRole('button', { name: 'Follow' }).click()
    await line(page, 3).click()
    await expect(field(page, 3)).toBeVisible()
    await expect(timecode).toHaveText(/00:00:05/)
    await page.getByRole('button', { name: 'Follow' }).click()
  })

  await test.step('the line at the playhead is selected after a click on the overview', async () => {
    const overview = page.getByRole('slider', { name: 'Overview of the film' })
    const { width, height } = (await overview.boundingBox())!
    await overview.click({ position: { x: (width * 8.5) / SECONDS, y: height / 2 } })
    await expect(field(page, 9)).toBeVisible()
    await overview.press('Home')
    await expect(field(page, 1)).toBeVisible()
  })

  await test.step('marks a line after the end of the film and selects it', async () => {
    await page.getByRole('button', { name: '1 line after the end' }).click()
    await expect(field(page, STARTS.length)).toBeVisible()
    await expect(line(page, STARTS.length - 1)).toBeVisible()
    await expect(line(page, 1).or(field(page, 1)).first()).toBeAttached()
  })
})

test('a held key sets the times of a line while the film plays on', async ({ app }) => {
  const { page, translation } = await openEditor(app)
  await line(page, 1).or(field(page, 1)).first().click()
  await field(page, 1).focus()
  const playsFor = async (seconds: number) => {
    const start = await page.locator('video').evaluate(positionOf)
    await expect
      .poll(() => page.locator('video').evaluate(positionOf))
      .toBeGreaterThan(start + seconds)
  }
  await page.keyboard.press('Control+Space')
  await playsFor(0.4)
  await page.keyboard.down('Alt')
  await page.keyboard.down('x')
  await playsFor(0.7)
  await page.keyboard.up('x')
  await page.keyboard.up('Alt')
  // The next line is selected. Its number depends on how far the film has played.
  await expect(page.getByRole('textbox', { name: /^Translation of line/ })).not.toHaveValue(
    'Zeile 1',
  )
  await playsFor(0.1)
  await page.keyboard.press('Control+Space')
  const params = { id: translation }
  const firstLine = async () => {
    const lines = await app.call(translations.translationLines.list, { params })
    const cued = lines.find(({ text }) => text === 'Zeile 1')
    const [start, stop] = [parseTimecode(cued!.startTime), parseTimecode(cued!.stopTime)]
    return start >= 400 && stop - start >= 600
  }
  await expect.poll(firstLine, 'the line has the times of the key').toBe(true)
})

test('remembers the size of the panes', async ({ app }) => {
  const { page } = await openEditor(app)
  const divider = page.getByRole('separator', { name: 'Resize panes' }).first()
  const before = Number(await divider.getAttribute('aria-valuenow'))
  await divider.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', String(before + 16))
  await page.reload()
  await expect(waveform(page)).toBeVisible()
  await expect(divider).toHaveAttribute('aria-valuenow', String(before + 16))
})

test('the tooltips name the keys that the person has assigned', async ({ app }) => {
  const { page } = await openEditor(app)
  const button = page.getByRole('button', { name: 'Set start to playhead' })
  await expect(button).toHaveAttribute('aria-keyshortcuts', 'I')
  await app.call(sessions.changeSession, {
    params: { id: app.home._id },
    body: { preferences: { shortcuts: [{ action: 'timeline.setIn', keys: ['Y'] }] } },
  })
  await page.reload()
  await expect(waveform(page)).toBeVisible()
  await expect(button).toHaveAttribute('aria-keyshortcuts', 'Y')
})

test('full screen is black behind the picture and its controls', async ({ app }) => {
  const { page } = await openEditor(app)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.locator(':fullscreen')).toHaveCount(1)
  const backgrounds = await page.evaluate(() =>
    [document.fullscreenElement!, ...document.fullscreenElement!.children].map(
      (element) => getComputedStyle(element).backgroundColor,
    ),
  )
  for (const background of backgrounds) expect(background).toMatch(/^rgba?\(0, 0, 0(, 0)?\)$/)
})

const line = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Line ${number}:`) })
const field = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Translation of line ${number}` })
const waveform = (page: Page) => page.getByTestId('waveform').getByRole('img')
const positionOf = (video: HTMLVideoElement) => video.currentTime

const isWithinWindow = (box: { y: number; height: number } | null) =>
  box !== null && box.height > 60 && box.y >= 0 && box.y + box.height <= 900

/** A film of 25 fps, and a translation with a line per second. */
async function openEditor(app: BrowserApp) {
  const { call, newAsset } = app
  const { _id: asset } = await newAsset('The Wind')
  const clip = { seconds: SECONDS, width: 640, height: 360, title: 'THE WIND', scenes: 3 }
  await uploadFile(call, asset, 'wind.mp4', await renderClip(clip))
  const { _id: request, translation } = await order(app, asset, { dialogue: 'Subtitled' })
  await call(translations.translationLines.put, {
    params: { id: translation._id },
    body: STARTS.map((second, index) => ({
      number: index + 1,
      startTime: `00:00:${String(second).padStart(2, '0')},000`,
      stopTime: `00:00:${String(second).padStart(2, '0')},880`,
      text: `Zeile ${index + 1}`,
    })),
  })
  await waitForPreview(call, asset)
  const page = await app.open(`/workrequests/${request}/translate`)
  await expect(waveform(page)).toBeVisible()
  return { page, translation: translation._id }
}
