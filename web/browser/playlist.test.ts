// Several requests are reviewed one after the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { files, offlines, territories, workrequests } from '@reelay/api/contract'
import { invite } from './people.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

test('playlists', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const titles = ['First film', 'Second film', 'French film']
  await orderAll(app, titles)
  const page = await app.open('/workrequests?order=due')
  const bar = page.getByRole('navigation', { name: 'Playlist' })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name: new RegExp(name) })

  await t.test('starts with the selected requests and moves with the keyboard', async () => {
    await page.getByRole('row').nth(3).waitFor()
    for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Review as playlist' }).click()
    await bar.getByText('1 of 3').waitFor()
    await heading(titles[0]!).waitFor()
    assert.ok(await bar.getByRole('button', { name: 'Previous' }).isDisabled())
    await page.keyboard.press('Shift+N')
    await bar.getByText('2 of 3').waitFor()
    await heading(titles[1]!).waitFor()
    await page.getByRole('tab', { name: 'Order' }).click()
    await page.getByRole('link', { name: 'Version 1' }).click()
    await page.waitForURL(/\/offlines\//)
    await bar.getByText('2 of 3').waitFor()
    await page.keyboard.press('Shift+P')
    await bar.getByText('1 of 3').waitFor()
    await heading(titles[0]!).waitFor()
  })

  await t.test('changes the order', async () => {
    await bar.locator('summary').click()
    await bar.getByRole('button', { name: /^Move First film.* down$/ }).click()
    await bar.getByText('2 of 3').waitFor()
  })
  assert.deepEqual(page.pageErrors, [])
})

/** A request with a version for each title. The last one is for another territory. */
async function orderAll(app: BrowserTestApp, titles: string[]) {
  for (const [index, title] of titles.entries()) {
    const asset = await app.newAsset(title)
    if (index === 0) await setUp(app, asset.studio)
    const isFrench = index === titles.length - 1
    const { _id: id } = await app.call(workrequests.createWorkRequest, {
      body: {
        asset: asset._id,
        language: isFrench ? 'fra' : 'deu',
        territory: isFrench ? 'FR' : 'DE',
        status: 'submitted',
        dng: { dialogue: ['OV'], graphics: ['OV'], narration: ['OV'] },
        uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
        due: { date: Math.floor(Date.now() / 1000) + (14 + index) * 86_400, tz: 'Europe/Berlin' },
      },
    })
    await app.call(workrequests.changeWorkRequest, {
      params: { id },
      body: { status: 'in-progress' },
    })
    const { _id: file } = await app.call(files.registerFile, {
      body: { name: 'offline.txt', asset: asset._id },
    })
    await app.call(files.receiveContent, { params: { id: file }, body: 'a cut' })
    while (!(await app.call(files.getFile, { params: { id: file } })).verified) await sleep(200)
    await app.call(offlines.createOffline, { body: { workRequest: id, file } })
  }
}

async function setUp(app: BrowserTestApp, studio: string) {
  await invite(app, studio)
  await app.call(territories.createTerritory, {
    body: {
      name: 'France',
      code: 'FR',
      standard: 'PAL',
      countries: [{ name: 'France', code: 'FR' }],
      languages: [{ name: 'French', code: 'fra', dcpCode: 'FR' }],
      assignedLanguages: [],
    },
  })
}
