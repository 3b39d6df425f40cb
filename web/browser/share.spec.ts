// The page of a share link, as a guest sees it: no sign-in, nothing of the app, clear states.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { files, offlines, sessions, shares } from '@reelay/api/contract'
import { renderClip, uploadFile } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const PASSPHRASE = 'velvet-anchor-9'

test('asks for the passphrase, then plays and downloads', async ({ app }) => {
  app.allowErrors(/status of 40[13]/)
  const ids = await uploadFiles(app)
  await waitUntilPlayable(app, ids[0])
  const { path } = await share(app, ids, {
    passphrase: PASSPHRASE,
    message: 'Please keep it secret.',
  })
  const loaded: string[] = []
  const page = await app.visit('/mark.svg', PHONE)
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(path)
  await page.getByLabel('Passphrase').fill('wrong-wrong')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('This passphrase is wrong.', { exact: false })).toBeVisible()
  expect(await page.getByText('Season trailer').count()).toBe(0)
  await page.getByLabel('Passphrase').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Season trailer/ })).toBeVisible()
  await play(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download notes.txt' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toBe('Notes')
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download all/ }).click(),
  ])
  expect(archive.suggestedFilename()).toMatch(/\.zip$/)
  expect(
    loaded.filter((one) => /assets\/(index|(?!share-)[a-z-]+-page)-[^/]+\.js/.test(one)),
    'loads no screen of the app',
  ).toEqual([])
})

test('names the studio, the language and the version', async ({ app }) => {
  const { _id: asset } = await app.newAsset('Season trailer')
  const { _id: workRequest } = await order(app, asset)
  const file = await uploadFile(app.call, asset, 'cut.txt', Buffer.from('a cut'))
  const { _id: subject } = await app.call(offlines.createOffline, { body: { workRequest, file } })
  const { url } = await app.call(shares.createShare, { body: { kind: 'offline', subject } })
  const page = await app.visit(new URL(url!).pathname)
  await expect(page.getByText('Germany · German · Version 1')).toBeVisible()
  await expect(page.getByRole('banner').first().getByText(app.studio.name)).toBeVisible()
})

test('speaks the language of the browser, and another one on request', async ({ app }) => {
  const ids = await uploadFiles(app)
  const { path } = await share(app, ids)
  const page = await app.visit(path, { ...PHONE, locale: 'de-DE', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { name: '2 Dateien' })).toBeVisible()
  await page.getByLabel('Sprache').selectOption('ar')
  await expect(page.getByText('تنزيل الكل', { exact: false })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth), 'fits the phone').toBe(
    true,
  )
})

test('puts files aside and shares them together', async ({ app }) => {
  const { _id: asset } = await app.newAsset('Season trailer')
  const notes = await uploadFile(app.call, asset, 'notes.txt', Buffer.from('Notes'))
  const queue = async () => {
    const people = await app.call(sessions.openSession, { range: { first: 0, last: 0 } })
    return Array.isArray(people) ? people[0]!.shareQueue : []
  }
  const page = await app.open(`/assets/${asset}`)
  await page.getByRole('button', { name: 'Add to share notes.txt' }).click()
  // Both appear when the service has saved the queue.
  await expect(page.getByRole('button', { name: 'Remove from share notes.txt' })).toBeVisible()
  expect(await queue()).toEqual([{ _id: notes, name: 'notes.txt' }])
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Files to share' })).toBeVisible()
  await page.getByRole('button', { name: 'Share 1 file' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email language')).toHaveValue('en')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue()
  await expect(page.getByRole('heading', { name: 'Files to share' })).toHaveCount(0)
  expect(await queue()).toEqual([])
  await page.goto(new URL(link).pathname)
  await expect(page.getByRole('link', { name: 'Download notes.txt' })).toBeVisible()
})

test('says why there is nothing to see', async ({ app }) => {
  app.allowErrors(/status of 4(04|10|51)/)
  const ids = await uploadFiles(app)
  const revoked = await share(app, ids)
  await app.call(shares.revokeShare, { params: { id: revoked._id } })
  const page = await app.visit(revoked.path, PHONE)
  await expect(page.getByRole('heading', { name: 'This link was revoked' })).toBeVisible()
  await page.goto(`/s/${'x'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'This link does not exist' })).toBeVisible()
  const embargoed = await share(app, ids)
  for (const id of ids)
    await app.call(files.changeFile, {
      params: { id },
      body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
    })
  await page.goto(embargoed.path)
  await expect(page.getByText('These files are under embargo.', { exact: false })).toBeVisible()
  expect(await page.getByText('Season trailer').count()).toBe(0)
})

async function play(page: Page) {
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2)
}

async function uploadFiles({ call, newAsset }: BrowserApp) {
  const { _id: asset } = await newAsset('Season trailer')
  const clip = await renderClip({ width: 480, height: 270 })
  const film = await uploadFile(call, asset, 'trailer.mp4', clip)
  const notes = await uploadFile(call, asset, 'notes.txt', Buffer.from('Notes'))
  return [film, notes] as const
}

async function waitUntilPlayable({ call }: BrowserApp, id: string) {
  const status = async () => (await call(files.getFile, { params: { id } })).media?.status
  await expect.poll(status, { message: 'film', timeout: 120_000 }).toBe('ready')
}

async function share(
  { call }: BrowserApp,
  ids: readonly string[],
  more: Partial<shares.NewShare> = {},
) {
  const created = await call(shares.createShare, {
    body: { kind: 'files', files: [...ids], ...more },
  })
  return { ...created, path: new URL(created.url!).pathname }
}
