// The translation editor with a film: the layout, following, the overview of the film, and full
// screen.
import assert from 'node:assert/strict'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import {
  files,
  previews,
  sessions,
  territories,
  translations,
  workrequests,
} from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import type { Page } from 'playwright-core'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import type { DemoClip } from '../../api/src/media/types.ts'
import { waitUntil } from './journey-fixtures.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'
import { GERMANY } from '../../api/test/territories.ts'

const SECONDS = 12
/** The last line starts after the end of the film. */
const STARTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20]

test('the editor as a workspace', { timeout: 300_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const path = await orderTranslation(app)
  const page = await app.open(path, { viewport: { width: 1440, height: 900 } })
  const timecode = page.getByTestId('timecode')
  const line = (number: number) =>
    page.getByRole('button', { name: new RegExp(`^Line ${number}:`) })
  const field = (number: number) =>
    page.getByRole('textbox', { name: `Translation of line ${number}` })
  await page.getByTestId('waveform').getByRole('img').waitFor({ timeout: 60_000 })

  await t.test('shows the picture, eight lines and the waveform without scrolling', async () => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 900)
    const header = (await page.locator('main header').boundingBox())!
    assert.ok(header.height <= 57, `the header is ${header.height} px high`)
    await line(2).click()
    await field(2).waitFor()
    const parts = [page.locator('video'), page.getByTestId('waveform')]
    for (const part of parts) assert.ok(isWithinWindow(await part.boundingBox()))
    const list = (await page.getByRole('list', { name: 'Lines' }).locator('..').boundingBox())!
    const rows = await page.getByRole('list', { name: 'Lines' }).getByRole('listitem').all()
    const boxes = await Promise.all(rows.map((row) => row.boundingBox()))
    const visible = boxes.filter(
      (box) => box && box.y >= list.y - 1 && box.y + box.height <= list.y + list.height + 1,
    )
    assert.ok(visible.length >= 8, `${visible.length} lines are visible`)
  })

  await t.test('the picture goes to the selected line', async () => {
    await line(6).click()
    await waitForTime(page, '00:00:05')
    await page.getByRole('button', { name: 'Follow' }).click()
    await line(3).click()
    await field(3).waitFor()
    assert.match((await timecode.textContent())!, /00:00:05/)
    await page.getByRole('button', { name: 'Follow' }).click()
  })

  await t.test('the line at the playhead is selected after a click on the overview', async () => {
    const overview = page.getByRole('slider', { name: 'Overview of the film' })
    const { width, height } = (await overview.boundingBox())!
    await overview.click({ position: { x: (width * 8.5) / SECONDS, y: height / 2 } })
    await field(9).waitFor()
    await overview.press('Home')
    await field(1).waitFor()
  })

  await t.test('a held key sets the times of a line while the film plays on', async () => {
    await field(1).focus()
    const playsFrom = (seconds: number) =>
      page.waitForFunction((from) => {
        const video = document.querySelector('video')!
        return !video.paused && video.currentTime > from
      }, seconds)
    await page.keyboard.press('Control+Space')
    await playsFrom(0.4)
    await page.keyboard.down('Alt')
    await page.keyboard.down('x')
    await sleep(700)
    await page.keyboard.up('x')
    await page.keyboard.up('Alt')
    await field(2).waitFor()
    await playsFrom(1)
    await page.keyboard.press('Control+Space')
    const [request] = (await app.call(workrequests.listWorkRequests)).items
    const params = { id: request!.translation._id }
    await waitUntil(async () => {
      const [cued] = await app.call(translations.translationLines.list, { params })
      const [start, stop] = [parseTimecode(cued!.startTime), parseTimecode(cued!.stopTime)]
      return start >= 400 && stop - start >= 600
    })
  })

  await t.test('marks a line after the end of the film and selects it', async () => {
    await page.getByRole('button', { name: '1 line after the end' }).click()
    await field(STARTS.length).waitFor()
    await line(STARTS.length - 1).waitFor()
    await line(1).or(field(1)).first().waitFor({ state: 'attached' })
  })

  await t.test('remembers the size of the panes', async () => {
    const divider = page.getByRole('separator', { name: 'Resize panes' }).first()
    const before = Number(await divider.getAttribute('aria-valuenow'))
    await divider.press('ArrowRight')
    assert.equal(Number(await divider.getAttribute('aria-valuenow')), before + 16)
    await page.reload()
    await page.getByTestId('waveform').getByRole('img').waitFor({ timeout: 60_000 })
    assert.equal(Number(await divider.getAttribute('aria-valuenow')), before + 16)
  })

  await t.test('the tooltips name the keys that the person has assigned', async () => {
    const people = await app.call(sessions.openSession, { range: { first: 0, last: 0 } })
    assert.ok(Array.isArray(people))
    const button = page.getByRole('button', { name: 'Set start to playhead' })
    assert.equal(await button.getAttribute('aria-keyshortcuts'), 'I')
    await app.call(sessions.changeSession, {
      params: { id: people[0]!._id },
      body: { preferences: { shortcuts: [{ action: 'timeline.setIn', keys: ['Y'] }] } },
    })
    await page.reload()
    await page.getByTestId('waveform').getByRole('img').waitFor({ timeout: 60_000 })
    assert.equal(await button.getAttribute('aria-keyshortcuts'), 'Y')
  })

  await t.test('full screen is black behind the picture and its controls', async () => {
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.waitForFunction(() => document.fullscreenElement !== null)
    const backgrounds = await page.evaluate(() =>
      [document.fullscreenElement!, ...document.fullscreenElement!.children].map(
        (element) => getComputedStyle(element).backgroundColor,
      ),
    )
    for (const background of backgrounds)
      assert.ok(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)'].includes(background), background)
    await page.evaluate(() => document.exitFullscreen())
  })

  assert.deepEqual(page.pageErrors, [])
})

const isWithinWindow = (box: { y: number; height: number } | null) =>
  box !== null && box.height > 60 && box.y >= 0 && box.y + box.height <= 900

async function waitForTime(page: Page, text: string) {
  await page.waitForFunction(
    (expected) =>
      document.querySelector('[data-testid="timecode"]')?.textContent?.includes(expected),
    text,
    { timeout: 20_000 },
  )
}

/** A film of 25 fps, and a translation with a line per second. */
async function orderTranslation(app: BrowserTestApp): Promise<string> {
  const { call, newAsset, folder } = app
  const asset = await newAsset('The Wind')
  const clipFolder = await mkdtemp(join(folder, 'clip-'))
  const clip: DemoClip = {
    kind: 'clip',
    name: 'wind.mp4',
    seconds: SECONDS,
    width: 640,
    height: 360,
    frameRate: '25/1',
    title: 'THE WIND',
    scenes: 3,
    sound: 'speech-like',
  }
  const engine = createMediaEngine({ allowUnsandboxed: true })
  const { name } = await engine.run({ do: 'demo-clip', clip }, { folder: clipFolder })
  const { _id: id } = await call(files.registerFile, { body: { name, asset: asset._id } })
  const content = await readFile(join(clipFolder, name))
  await call(files.receiveContent, { params: { id }, body: content })
  await call(territories.createTerritory, { body: GERMANY })
  const request = await call(workrequests.createWorkRequest, {
    body: {
      asset: asset._id,
      language: 'deu',
      territory: 'DE',
      dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
      uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
      status: 'submitted',
    },
  })
  await call(translations.translationLines.put, {
    params: { id: request.translation._id },
    body: STARTS.map((second, index) => ({
      number: index + 1,
      startTime: `00:00:${String(second).padStart(2, '0')},000`,
      stopTime: `00:00:${String(second).padStart(2, '0')},880`,
      text: `Zeile ${index + 1}`,
    })),
  })
  for (;;) {
    const {
      items: [preview],
    } = await call(previews.listPreviews, { query: { asset: asset._id } })
    if (preview?.status === 'ready' && preview.peaks) break
    await sleep(300)
  }
  return `/workrequests/${request._id}/translate`
}
