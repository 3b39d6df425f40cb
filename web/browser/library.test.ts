// The library: filters, selection, global search and two versions in sync.
import assert from 'node:assert/strict'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { assets, files, previews, projects } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import { readZip } from '../../api/test/read-zip.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

test('library', { timeout: 180_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  for (const name of ['Teaser', 'Trailer A', 'Trailer B', 'Éclair spot']) await app.newAsset(name)
  const asset = await app.newAsset('Trailer C')

  await t.test('keeps filters and view in the URL', () => keepsFilters(app))
  await t.test('selects assets to order by checkbox and with Shift', () => selectsAssets(app))
  await t.test('searches from every page, ignoring accents, and by id', () => searches(app, asset))
  await t.test('downloads the files of the selected assets as one ZIP', () => downloadsZip(app))
  await t.test('plays two versions in sync with an offset and one sound', () =>
    playsTwoVersions(app, asset),
  )
  await t.test('names every project of a studio with 502 of them', () => namesProjects(app))
})

async function namesProjects(app: BrowserTestApp) {
  const before = Array.from({ length: 500 }, (_, index) => `Project ${index}`)
  for (const name of [...before, 'Winter Harbour'])
    await app.call(projects.createProject, {
      body: { name, slug: name.toLowerCase().replace(' ', '-'), studio: 'salt' },
    })
  await app.call(assets.createAsset, {
    body: { name: 'Winter spot', project: 'winter-harbour', type: 'trailer' },
  })
  const page = await app.open('/assets?as=list')
  await page.getByRole('row', { name: 'Winter spot' }).getByText('Winter Harbour').waitFor()
  const project = page.getByRole('combobox', { name: 'Project' })
  assert.equal(await project.getByRole('option').count(), 1)
  await project.focus()
  await project.selectOption({ label: 'Winter Harbour' })
  await page.getByText('1 asset', { exact: true }).waitFor()
  assert.equal(await project.getByRole('option').count(), 503)
}

async function keepsFilters(app: BrowserTestApp) {
  const page = await app.open('/assets')
  await page.getByText('5 assets').waitFor()
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('trailer')
  await page.getByText('3 assets').waitFor()
  await page.getByRole('button', { name: 'List' }).click()
  await page.waitForURL(/\?q=trailer&as=list/)
  await page.reload()
  await page.getByText('3 assets').waitFor()
  assert.equal(
    await page.getByRole('button', { name: 'List' }).getAttribute('aria-pressed'),
    'true',
  )
  const table = page.getByRole('grid', { name: 'Assets' })
  await table.getByRole('link', { name: 'Trailer C' }).waitFor()
  // The head is a row, too.
  assert.equal(await table.getByRole('row').count(), 4)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  assert.match(await focused(page), /Trailer C/)
  await page.keyboard.press('j')
  assert.match(await focused(page), /Trailer B/)
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('2 assets selected').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('2 assets selected').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/assets\/trailer-a/)
  await close(page)
}

async function downloadsZip(app: BrowserTestApp) {
  const uploaded = { Teaser: ['teaser.srt', 'Eins'], 'Trailer A': ['Größe.txt', 'Zwei'] } as const
  const { items } = await app.call(assets.listAssets)
  for (const [called, [name, text]] of Object.entries(uploaded)) {
    const { _id: asset } = items.find((item) => item.name === called)!
    const { _id: id } = await app.call(files.registerFile, { body: { name, asset } })
    await app.call(files.receiveContent, { params: { id }, body: text })
  }
  const page = await app.open('/assets?as=list&order=name')
  for (const name of Object.keys(uploaded))
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download files' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'The Salt Road.zip')
  await page.getByText('Download of 2 files started').waitFor()
  const { SHA256SUMS: sums, ...rest } = Object.fromEntries(
    readZip(await readFile(await download.path()))
      .entries()
      .map(([name, bytes]) => [name, bytes.toString()]),
  )
  assert.deepEqual(rest, Object.fromEntries(Object.values(uploaded)))
  assert.match(sums!, /^[0-9a-f]{64}  (teaser\.srt|Größe\.txt)\n/)
  await close(page)
}

async function selectsAssets(app: BrowserTestApp) {
  const page = await app.open('/assets?order=name')
  await page.getByRole('checkbox', { name: 'Select Teaser' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('1 asset selected').waitFor()
  await page.getByRole('link', { name: 'Trailer B' }).click({ modifiers: ['Shift'] })
  await page.getByText('3 assets selected').waitFor()
  await page.getByRole('link', { name: 'Trailer A' }).click({ modifiers: ['Control'] })
  await page.getByText('2 assets selected').waitFor()
  await page.getByRole('button', { name: 'Order versions' }).click()
  await page.waitForURL(/\/order/)
  await close(page)
}

async function searches(app: BrowserTestApp, asset: assets.Asset) {
  const page = await app.open('/workrequests')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Search/ })
  await field.fill('eclair')
  await page.getByRole('option', { name: /Éclair spot/ }).waitFor()
  assert.equal(await page.locator('mark').first().textContent(), 'Éclair')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Éclair spot' }).waitFor()
  await page.keyboard.press('Control+k')
  await page
    .getByRole('group', { name: 'Recently opened' })
    .getByRole('option', { name: /Éclair spot/ })
    .waitFor()
  await field.fill(asset._id)
  await page.getByRole('option', { name: /Trailer C/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Trailer C' }).waitFor()
  await close(page)
}

async function playsTwoVersions(app: BrowserTestApp, asset: assets.Asset) {
  const [left, right] = await createTwoPreviews(app, asset._id)
  const page = await app.open(`/assets/${asset.slug}?preview=${left}&beside=${right}`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await waitForVideos(
    page,
    ([one, other]) =>
      one!.currentTime > 1 &&
      !one!.paused &&
      !other!.paused &&
      Math.abs(one!.currentTime - other!.currentTime) < 0.06,
  )
  assert.deepEqual(
    await page
      .locator('video')
      .evaluateAll((all: HTMLVideoElement[]) => all.map(({ muted }) => muted)),
    [false, true],
  )
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByLabel('Offset of right side (frames)').fill('12')
  await waitForVideos(
    page,
    ([one, other]) =>
      !other!.seeking && Math.abs(other!.currentTime - one!.currentTime - 0.5) < 0.05,
  )
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await page.waitForURL(new RegExp(`preview=${right}&beside=${left}&offset=-12`))
  await close(page)
}

async function close(page: Page & { pageErrors: string[] }) {
  assert.deepEqual(page.pageErrors, [])
  await page.context().close()
}

async function focused(page: Page): Promise<string> {
  await sleep(300)
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}

async function waitForVideos(page: Page, condition: (videos: HTMLVideoElement[]) => boolean) {
  const end = Date.now() + 30_000
  while (!(await page.locator('video').evaluateAll(condition))) {
    if (Date.now() > end) throw new Error(`Not met within 30 s: ${String(condition)}`)
    await sleep(50)
  }
}

/** Uploads a short film and creates a second preview of it. */
async function createTwoPreviews(
  { call, folder }: BrowserTestApp,
  asset: string,
): Promise<[string, string]> {
  const at = await mkdtemp(join(folder, 'clip-'))
  const { name } = await createMediaEngine({ allowUnsandboxed: true }).run(
    {
      do: 'demo-clip',
      clip: {
        kind: 'clip',
        name: 'trailer.mp4',
        seconds: 8,
        width: 640,
        height: 360,
        frameRate: '24/1',
        title: 'TRAILER C',
        scenes: 2,
        sound: 'tones',
      },
    },
    { folder: at },
  )
  const { _id: file } = await call(files.registerFile, { body: { name: 'trailer_c.mp4', asset } })
  await call(files.receiveContent, { params: { id: file }, body: await readFile(join(at, name)) })
  for (;;) {
    const {
      items: [made],
    } = await call(previews.listPreviews, { query: { asset } })
    if (made?.status === 'ready' && made.poster) {
      const { _id } = await call(previews.createPreview, {
        body: { asset, file, label: 'Second cut' },
      })
      return [made._id, _id]
    }
    await sleep(200)
  }
}
