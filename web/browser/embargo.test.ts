// A file under embargo, from both sides: who may pass it sees and lifts it, for everybody else it
// is not there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { ADA, invite, signIn } from './people.ts'
import { raiseStage } from './stage.ts'

const SECRET = 'the-ending.txt'

test('an embargo, from both sides', { timeout: 120_000 }, async (t) => {
  const stage = await raiseStage(t)
  if (!stage) return
  const asset = await stage.newAsset('Season trailer')
  await invite(stage, asset.studio)
  const bring = async (name: string, embargo?: { end: number; event: boolean }) => {
    const { _id: id } = await stage.call(files.registerFile, {
      body: { name, asset: asset._id, ...(embargo && { embargo }) },
    })
    await stage.call(files.receiveContent, { params: { id }, body: `what ${name} says` })
  }
  await bring('open-to-all.txt')
  await bring(SECRET, { end: Math.floor(Date.now() / 1000) + 86_400, event: false })
  const path = `/assets/${asset.slug}`
  const studio = await stage.open(path)
  const ada = await signIn(stage, ADA)
  await ada.goto(path)

  await t.test('the studio sees until when it is held back, in its own zone', async () => {
    const row = studio.getByRole('row', { name: new RegExp(SECRET) })
    await row.getByText(/^Embargo until/).waitFor()
  })

  await t.test(
    'for the territory it is not there: not on the page, not in the search, not by its name anywhere',
    async () => {
      await ada.getByRole('row', { name: /open-to-all/ }).waitFor()
      assert.equal(await mentions(ada), false)
      await ada.keyboard.press('Control+k')
      await ada.getByRole('combobox').fill('the-ending')
      await ada
        .getByText(/^Nothing|^No /)
        .first()
        .waitFor()
      await ada.keyboard.press('Escape')
      for (const place of [
        '/',
        '/assets',
        '/notifications',
        '/downloads',
        '/reports?part=downloads',
      ]) {
        await ada.goto(place)
        await ada.getByRole('heading', { level: 1 }).waitFor()
        await ada.waitForTimeout(400)
        assert.equal(await mentions(ada), false, place)
      }
    },
  )

  await t.test('the studio lifts it, and it is there for the territory too', async () => {
    await studio.getByRole('button', { name: `Edit ${SECRET}` }).click()
    await studio.getByRole('dialog').getByRole('button', { name: 'Lift the embargo' }).click()
    await studio
      .getByRole('row', { name: new RegExp(SECRET) })
      .getByText(/^Embargo until/)
      .waitFor({ state: 'detached' })
    await ada.goto(path)
    await ada.getByRole('row', { name: new RegExp(SECRET) }).waitFor()
  })

  assert.deepEqual([...studio.complaints, ...ada.complaints], [])
})

const mentions = (page: Page) =>
  page.evaluate((name) => document.documentElement.outerHTML.includes(name), SECRET)
