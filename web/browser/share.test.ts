// The page of a share link, as a guest sees it: no sign-in, nothing of the app, clear states.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { files, sessions, shares } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const PASSPHRASE = 'velvet-anchor-9'

test('the page of a share link', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const { _id: asset } = await app.newAsset('Season trailer')
  const film = await uploadFilm(app, asset)
  const notes = await uploadText(app, asset)
  const create = async (more: Partial<shares.NewShare> = {}) => {
    const share = await app.call(shares.createShare, {
      body: { kind: 'files', files: [film, notes], ...more },
    })
    return { ...share, path: new URL(share.url!).pathname }
  }

  await t.test('asks for the passphrase, then plays and downloads', async () => {
    const { path } = await create({ passphrase: PASSPHRASE, message: 'Please keep it secret.' })
    const loaded: string[] = []
    const page = await app.visit('/mark.svg', PHONE)
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(path)
    await page.getByLabel('Passphrase').fill('wrong-wrong')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('This passphrase is wrong.', { exact: false }).waitFor()
    assert.equal(await page.getByText('Season trailer').count(), 0)
    await page.getByLabel('Passphrase').fill(PASSPHRASE)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: /Season trailer/ }).waitFor()
    await play(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download notes.txt' }).click(),
    ])
    assert.equal(await readFile(await download.path(), 'utf8'), 'Notes')
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Download all/ }).click(),
    ])
    assert.match(archive.suggestedFilename(), /\.zip$/)
    assert.deepEqual(
      loaded.filter((one) => /assets\/(index|(?!share-)[a-z-]+-page)-[^/]+\.js/.test(one)),
      [],
      'loads no screen of the app',
    )
  })

  await t.test('speaks the language of the browser, and another one on request', async () => {
    const { path } = await create()
    const page = await app.visit(path, { ...PHONE, locale: 'de-DE', colorScheme: 'dark' })
    await page.getByRole('heading', { name: '2 Dateien' }).waitFor()
    await page.getByLabel('Sprache').selectOption('ar')
    await page.getByText('تنزيل الكل', { exact: false }).waitFor()
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
    assert.ok(await page.evaluate(() => document.body.scrollWidth <= innerWidth), 'fits the phone')
  })

  await t.test('puts files aside and shares them together', async () => {
    const queue = async () => {
      const people = await app.call(sessions.openSession, { range: { first: 0, last: 0 } })
      return Array.isArray(people) ? people[0]!.shareQueue : []
    }
    const page = await app.open(`/assets/${asset}`)
    await page.getByRole('button', { name: 'Add to share notes.txt' }).click()
    // Both appear when the service has saved the queue.
    await page.getByRole('button', { name: 'Remove from share notes.txt' }).waitFor()
    assert.deepEqual(await queue(), [{ _id: notes, name: 'notes.txt' }])
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('heading', { name: 'Files to share' }).waitFor()
    await page.getByRole('button', { name: 'Share 1 file' }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('Email language').inputValue(), 'en')
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    const link = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue()
    await page.getByRole('heading', { name: 'Files to share' }).waitFor({ state: 'detached' })
    assert.deepEqual(await queue(), [])
    await page.goto(new URL(link).pathname)
    await page.getByRole('link', { name: 'Download notes.txt' }).waitFor()
    assert.deepEqual(page.pageErrors, [])
  })

  await t.test('says why there is nothing to see', async () => {
    const revoked = await create()
    await app.call(shares.revokeShare, { params: { id: revoked._id } })
    const page = await app.visit(revoked.path, PHONE)
    await page.getByRole('heading', { name: 'This link was revoked' }).waitFor()
    await page.goto(`/s/${'x'.repeat(43)}`)
    await page.getByRole('heading', { name: 'This link does not exist' }).waitFor()
    const embargoed = await create()
    for (const id of [film, notes])
      await app.call(files.changeFile, {
        params: { id },
        body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
      })
    await page.goto(embargoed.path)
    await page.getByText('These files are under embargo.', { exact: false }).waitFor()
    assert.equal(await page.getByText('Season trailer').count(), 0)
  })
})

async function play(page: Page) {
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2)
}

async function uploadFilm({ call, folder }: BrowserTestApp, asset: string): Promise<string> {
  const { name } = await createMediaEngine({ allowUnsandboxed: true }).run(
    {
      do: 'demo-clip',
      clip: {
        kind: 'clip',
        name: 'film.mp4',
        seconds: 2,
        width: 480,
        height: 270,
        frameRate: '25/1',
        title: 'SEASON TRAILER',
        scenes: 1,
        sound: 'speech-like',
      },
    },
    { folder },
  )
  const { _id: id } = await call(files.registerFile, { body: { name: 'trailer.mp4', asset } })
  await call(files.receiveContent, { params: { id }, body: await readFile(`${folder}/${name}`) })
  for (;;) {
    const { media, verified } = await call(files.getFile, { params: { id } })
    if (verified && JSON.stringify(media).includes('"ready"')) return id
    await sleep(300)
  }
}

async function uploadText({ call }: BrowserTestApp, asset: string): Promise<string> {
  const { _id: id } = await call(files.registerFile, { body: { name: 'notes.txt', asset } })
  await call(files.receiveContent, { params: { id }, body: 'Notes' })
  while (!(await call(files.getFile, { params: { id } })).verified) await sleep(200)
  return id
}
