// A file under embargo: the studio sees and lifts it; for everyone else it does not exist.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { ADA, invite, signIn } from './people.ts'
import { startTestApp } from './test-app.ts'

const SECRET = 'the-ending.txt'

test('an embargo', { timeout: 120_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const asset = await app.newAsset('Season trailer')
  await invite(app, asset.studio)
  const uploadFile = async (name: string, embargo?: { end: number; event: boolean }) => {
    const { _id: id } = await app.call(files.registerFile, {
      body: { name, asset: asset._id, ...(embargo && { embargo }) },
    })
    await app.call(files.receiveContent, { params: { id }, body: `content of ${name}` })
  }
  await uploadFile('open-to-all.txt')
  await uploadFile(SECRET, { end: Math.floor(Date.now() / 1000) + 86_400, event: false })
  const path = `/assets/${asset.slug}`
  const studio = await app.open(path)
  const ada = await signIn(app, ADA)
  await ada.goto(path)

  await t.test('the studio sees when the embargo ends', async () => {
    await fileCard(studio, SECRET)
      .getByText(/^Embargo until/)
      .waitFor()
  })

  await t.test(
    'the territory finds it neither on the page nor in the search nor anywhere else',
    async () => {
      await fileCard(ada, 'open-to-all.txt').waitFor()
      assert.equal(await mentions(ada), false)
      await ada.keyboard.press('Control+k')
      await ada.getByRole('combobox').fill('the-ending')
      await ada
        .getByText(/^Nothing|^No /)
        .first()
        .waitFor()
      await ada.keyboard.press('Escape')
      for (const url of [
        '/',
        '/assets',
        '/notifications',
        '/downloads',
        '/reports?part=downloads',
      ]) {
        await ada.goto(url)
        await ada.getByRole('heading', { level: 1 }).waitFor()
        await ada.waitForTimeout(400)
        assert.equal(await mentions(ada), false, url)
      }
    },
  )

  await t.test('the territory sees it after the studio lifts the embargo', async () => {
    await studio.getByRole('button', { name: `Edit ${SECRET}` }).click()
    await studio.getByRole('dialog').getByRole('button', { name: 'Lift embargo' }).click()
    await fileCard(studio, SECRET)
      .getByText(/^Embargo until/)
      .waitFor({ state: 'detached' })
    await ada.goto(path)
    await fileCard(ada, SECRET).waitFor()
  })

  assert.deepEqual([...studio.pageErrors, ...ada.pageErrors], [])
})

const fileCard = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

const mentions = (page: Page) =>
  page.evaluate((name) => document.documentElement.outerHTML.includes(name), SECRET)
