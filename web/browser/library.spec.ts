// The library: filters, selection, global search and two versions in sync.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { assets, previews, projects } from '@reelay/api/contract'
import { readZip } from '../../api/test/read-zip.ts'
import { renderClip, uploadFile, waitForPreview } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'

test('names every project of a studio with 502 of them', async ({ app }) => {
  const newProject = (name: string, index: number) =>
    app.call(projects.createProject, {
      body: { name, slug: `project-${index}-${app.suffix}`, studio: app.studio._id },
    })
  const names = Array.from({ length: 500 }, (_, index) => `Project ${index}`)
  for (let start = 0; start < names.length; start += 20)
    await Promise.all(
      names.slice(start, start + 20).map((name, index) => newProject(name, start + index)),
    )
  const { _id: project } = await newProject('Winter Harbour', names.length)
  await app.call(assets.createAsset, { body: { name: 'Winter spot', project, type: 'trailer' } })
  const page = await app.open('/assets?as=list')
  await expect(
    page.getByRole('row', { name: 'Winter spot' }).getByText('Winter Harbour'),
  ).toBeVisible()
  const choice = page.getByRole('combobox', { name: 'Project' })
  await expect(choice.getByRole('option')).toHaveCount(1)
  await choice.focus()
  await choice.selectOption({ label: 'Winter Harbour' })
  await expect(page.getByText('1 asset', { exact: true })).toBeVisible()
  await expect(choice.getByRole('option')).toHaveCount(503)
})

test('keeps filters and view in the URL', async ({ app }) => {
  await createAssets(app)
  const page = await app.open('/assets')
  await expect(page.getByText('5 assets')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('trailer')
  await expect(page.getByText('3 assets')).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await page.waitForURL(/\?q=trailer&as=list/)
  await page.reload()
  await expect(page.getByText('3 assets')).toBeVisible()
  await expect(page.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true')
  const table = page.getByRole('grid', { name: 'Assets' })
  await expect(table.getByRole('link', { name: 'Trailer C' })).toBeVisible()
  // The head is a row, too.
  await expect(table.getByRole('row')).toHaveCount(4)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await expect(page.locator(':focus')).toHaveText(/Trailer C/)
  await page.keyboard.press('j')
  await expect(page.locator(':focus')).toHaveText(/Trailer B/)
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 assets selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 assets selected')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/assets\/trailer-a/)
})

test('downloads the files of the selected assets as one ZIP', async ({ app }) => {
  const uploaded = { Teaser: ['teaser.srt', 'Eins'], 'Trailer A': ['Größe.txt', 'Zwei'] } as const
  for (const [title, [name, text]] of Object.entries(uploaded))
    await uploadFile(app.call, (await app.newAsset(title))._id, name, Buffer.from(text))
  const page = await app.open('/assets?as=list&order=name')
  for (const name of Object.keys(uploaded))
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download files' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('The Salt Road.zip')
  await expect(page.getByText('Download of 2 files started')).toBeVisible()
  const { SHA256SUMS: sums, ...rest } = Object.fromEntries(
    readZip(await readFile(await download.path()))
      .entries()
      .map(([name, bytes]) => [name, bytes.toString()]),
  )
  expect(rest).toEqual(Object.fromEntries(Object.values(uploaded)))
  expect(sums!).toMatch(/^[0-9a-f]{64}  (teaser\.srt|Größe\.txt)\n/)
})

test('selects assets to order by checkbox and with Shift', async ({ app }) => {
  await createAssets(app)
  const page = await app.open('/assets?order=name')
  await page.getByRole('checkbox', { name: 'Select Teaser' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 asset selected')).toBeVisible()
  await page.getByRole('link', { name: 'Trailer B' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 assets selected')).toBeVisible()
  await page.getByRole('link', { name: 'Trailer A' }).click({ modifiers: ['Control'] })
  await expect(page.getByText('2 assets selected')).toBeVisible()
  await page.getByRole('button', { name: 'Order versions' }).click()
  await page.waitForURL(/\/order/)
})

test('searches from every page, ignoring accents, and by id', async ({ app }) => {
  const asset = await createAssets(app)
  const page = await app.open('/workrequests')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Search/ })
  await field.fill('eclair')
  await expect(page.getByRole('option', { name: /Éclair spot/ })).toBeVisible()
  await expect(page.locator('mark').first()).toHaveText('Éclair')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Éclair spot' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(
    page
      .getByRole('group', { name: 'Recently opened' })
      .getByRole('option', { name: /Éclair spot/ }),
  ).toBeVisible()
  await field.fill(asset._id)
  await expect(page.getByRole('option', { name: /Trailer C/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Trailer C' })).toBeVisible()
})

test('plays two versions in sync with an offset and one sound', async ({ app }) => {
  const asset = await app.newAsset('Trailer C')
  const clip = await renderClip({
    seconds: 8,
    width: 640,
    height: 360,
    frameRate: '24/1',
    scenes: 2,
  })
  const file = await uploadFile(app.call, asset._id, 'trailer_c.mp4', clip)
  const { _id: left } = await waitForPreview(app.call, asset._id)
  const { _id: right } = await app.call(previews.createPreview, {
    body: { asset: asset._id, file, label: 'Second cut' },
  })
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
  const videos = page.locator('video')
  const sound = await videos.evaluateAll((all: HTMLVideoElement[]) => all.map(({ muted }) => muted))
  expect(sound).toEqual([false, true])
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByLabel('Offset of right side (frames)').fill('12')
  await waitForVideos(
    page,
    ([one, other]) =>
      !other!.seeking && Math.abs(other!.currentTime - one!.currentTime - 0.5) < 0.05,
  )
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await page.waitForURL(new RegExp(`preview=${right}&beside=${left}&offset=-12`))
})

const waitForVideos = (page: Page, condition: (videos: HTMLVideoElement[]) => boolean) =>
  expect.poll(() => page.locator('video').evaluateAll(condition), String(condition)).toBe(true)

/** Five of them. Returns the last one. */
async function createAssets({ newAsset }: BrowserApp) {
  for (const name of ['Teaser', 'Trailer A', 'Trailer B', 'Éclair spot']) await newAsset(name)
  return newAsset('Trailer C')
}
