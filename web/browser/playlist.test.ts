// Several requests are reviewed one after the other, by people who see all or some of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { files, offlines, territories, workrequests } from '@reelay/api/contract'
import { ADA, invite, signIn } from './people.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'
import { FRANCE } from '../../api/test/territories.ts'

test('playlists', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const titles = ['First film', 'Second film', 'French film']
  await orderAll(app, titles)
  const page = await app.open('/workrequests?order=due')
  const bar = page.getByRole('navigation', { name: 'Playlist' })
  const heading = (name: string, on = page) =>
    on.getByRole('heading', { level: 1, name: new RegExp(name) })

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

  await bar.locator('summary').click()
  await bar.getByRole('button', { name: /^Move First film.* down$/ }).click()
  await bar.getByText('2 of 3').waitFor()
  assert.ok(await bar.getByRole('button', { name: 'Close playlist' }).isVisible(), 'stays open')
  const items = new URL(page.url()).searchParams.get('playlist')!
  const ada = await signIn(app, ADA)

  await t.test('shows a person only what they can see', async () => {
    await ada.goto(`${app.address}/playlist?items=${items.split('.').at(-1)}`)
    await ada.getByText('Nothing in this playlist').waitFor()
    await ada.goto(`${app.address}/playlist?items=${items}`)
    await heading(titles[1]!, ada).waitFor()
    await ada.getByText('1 of 2').waitFor()
    await ada.keyboard.press('Shift+N')
    await heading(titles[0]!, ada).waitFor()
    await ada.getByText('2 of 2').waitFor()
    assert.equal(await ada.getByText(titles[2]!).count(), 0)
  })

  await t.test('saves a playlist under a name and opens it from a list', async () => {
    // The header is drawn anew when the version arrives, which closes its menus.
    await ada.getByRole('link', { name: 'Version 1' }).waitFor()
    await ada.locator('summary', { hasText: '2 of 2' }).click()
    await ada.getByLabel('Save the playlist').fill('Monday')
    await ada.getByRole('button', { name: 'Save', exact: true }).click()
    await ada.goto(`${app.address}/assets`)
    await ada.locator('summary', { hasText: 'Playlists' }).click()
    await ada.getByRole('link', { name: 'Monday' }).click()
    await heading(titles[1]!, ada).waitFor()
    await ada.getByText('1 of 2').waitFor()
  })

  await t.test('keeps an added version beside the newest one', async () => {
    const [request, other] = items.split('.')
    const { offlines: versions } = await app.call(workrequests.getWorkRequest, {
      params: { id: request!.slice(1) },
    })
    const version = versions[0]!._id
    const { file } = await app.call(offlines.getOffline, { params: { id: version } })
    const mixed = [request, `o${version}`, `f${file}`, other].join('.')
    await ada.goto(`${app.address}/playlist?items=${mixed}`)
    await ada.getByText('1 of 4').waitFor()
    await ada.keyboard.press('Shift+N')
    await ada.waitForURL(`**/offlines/${version}?*`)
    await ada.getByText('2 of 4').waitFor()
    await ada.keyboard.press('Shift+N')
    await ada.waitForURL(`**/assets/*file=${file}*`)
    await ada.getByText('3 of 4').waitFor()
    await ada.getByRole('region', { name: 'offline.txt' }).waitFor()
    await ada.keyboard.press('Shift+N')
    await ada.getByText('4 of 4').waitFor()
    await heading(titles[0]!, ada).waitFor()
  })
  assert.deepEqual(ada.pageErrors, [])
  assert.deepEqual(page.pageErrors, [])
})

/** A request with a version for each title; the last one is for another territory. */
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
  await app.call(territories.createTerritory, { body: FRANCE })
}
