// What a page asks for before it is complete, and what it shows until then.
import type { Page } from '@playwright/test'
import { workrequests } from '@reelay/api/contract'
import { recordCalls } from './calls.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { layoutShiftOf, measureLayoutShift } from './layout-shift.ts'
import { waitUntilLoaded } from './open-page-as.ts'

async function openEmptyPage(app: BrowserApp): Promise<Page> {
  const page = await app.open('about:blank')
  await measureLayoutShift(page.context())
  return page
}

async function countCalls(page: Page, path: string) {
  const calls = recordCalls(page)
  await page.goto(path)
  await waitUntilLoaded(page)
  return {
    paths: calls().map(({ path: called }) => called),
    waves: Math.max(...calls().map(({ wave }) => wave)),
  }
}

async function newRequest(app: BrowserApp, asset: string) {
  const territory = await app.germany()
  return app.call(workrequests.createWorkRequest, {
    body: { asset, territory: territory.code, language: 'deu' },
  })
}

test('loads Today with 5 calls at once', async ({ app }) => {
  const asset = await app.newAsset('Trailer 1')
  await newRequest(app, asset._id)
  const { paths, waves } = await countCalls(await openEmptyPage(app), '/')
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(5)
  expect(waves, paths.join('\n')).toBe(1)
})

test('loads an asset with 6 calls in two waves', async ({ app }) => {
  const { slug } = await app.newAsset('Trailer 1')
  const { paths, waves } = await countCalls(await openEmptyPage(app), `/assets/${slug}`)
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(6)
  expect(waves, paths.join('\n')).toBeLessThanOrEqual(2)
})

test('loads a work request in two waves', async ({ app }) => {
  const asset = await app.newAsset('Trailer 1')
  const request = await newRequest(app, asset._id)
  const page = await openEmptyPage(app)
  const { paths, waves } = await countCalls(page, `/workrequests/${request._id}`)
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(9)
  expect(waves, paths.join('\n')).toBeLessThanOrEqual(2)
})

test('shows what the list contains before the asset is loaded', async ({ app }) => {
  await app.newAsset('Trailer 1')
  const page = await openEmptyPage(app)
  await page.goto('/assets')
  const link = page.getByRole('link', { name: 'Trailer 1' })
  await link.hover()
  await waitUntilLoaded(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/api\/(assets|files|previews|scripts)/, async (route) => {
    await released
    await route.continue()
  })
  const before = await layoutShiftOf(page)
  await link.click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Trailer 1', { timeout: 2_000 })
  release()
  await waitUntilLoaded(page)
  const after = await layoutShiftOf(page)
  expect(after.value - before.value, after.sources.join('\n')).toBeLessThanOrEqual(0.02)
})
