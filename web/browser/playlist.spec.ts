// Several requests are reviewed one after the other, by people who see all or some of them.
import type { Page } from '@playwright/test'
import { offlines, workrequests } from '@reelay/api/contract'
import { FRANCE } from '../../api/test/territories.ts'
import { uploadFile } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'
import { inviteTeam } from './team.ts'

const FIRST = 'First film'
const SECOND = 'Second film'
const FRENCH = 'French film'
const DAY = 86_400

test('starts with the selected requests and moves with the keyboard', async ({ app }) => {
  const { first, second, french } = await orderAll(app)
  const page = await app.open('/workrequests?order=due')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Review as playlist' }).click()
  await expect(bar(page).getByText('1 of 3')).toBeVisible()
  await expect(heading(page, FIRST)).toBeVisible()
  await expect(bar(page).getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.keyboard.press('Shift+N')
  await expect(bar(page).getByText('2 of 3')).toBeVisible()
  await expect(heading(page, SECOND)).toBeVisible()
  await page.getByRole('tab', { name: 'Order' }).click()
  await page.getByRole('link', { name: 'Version 1' }).click()
  await page.waitForURL(/\/offlines\//)
  await expect(bar(page).getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('Shift+P')
  await expect(bar(page).getByText('1 of 3')).toBeVisible()
  await expect(heading(page, FIRST)).toBeVisible()
  await bar(page).locator('summary').click()
  await bar(page)
    .getByRole('button', { name: /^Move First film.* down$/ })
    .click()
  await expect(bar(page).getByText('2 of 3')).toBeVisible()
  await expect(
    bar(page).getByRole('button', { name: 'Close playlist' }),
    'stays open',
  ).toBeVisible()
  const items = new URL(page.url()).searchParams.get('playlist')
  expect(items).toBe(itemsOf(second, first, french))
})

test('shows a person only what they can see', async ({ app }) => {
  const { first, second, french } = await orderAll(app)
  const ada = await openAsAda(app, `/playlist?items=${itemsOf(french)}`)
  await expect(ada.getByText('Nothing in this playlist')).toBeVisible()
  await ada.goto(`/playlist?items=${itemsOf(second, first, french)}`)
  await expect(heading(ada, SECOND)).toBeVisible()
  await expect(ada.getByText('1 of 2')).toBeVisible()
  await ada.keyboard.press('Shift+N')
  await expect(heading(ada, FIRST)).toBeVisible()
  await expect(ada.getByText('2 of 2')).toBeVisible()
  await expect(ada.getByText(FRENCH)).toHaveCount(0)
})

test('saves a playlist under a name and opens it from a list', async ({ app }) => {
  const { first, second } = await orderAll(app)
  const ada = await openAsAda(app, `/playlist?items=${itemsOf(second, first)}`)
  // The header is drawn anew when the version arrives, which closes its menus.
  await expect(ada.getByRole('link', { name: 'Version 1' })).toBeVisible()
  await ada.locator('summary', { hasText: '1 of 2' }).click()
  await ada.getByLabel('Save the playlist').fill('Monday')
  await ada.getByRole('button', { name: 'Save', exact: true }).click()
  await ada.goto('/assets')
  await ada.locator('summary', { hasText: 'Playlists' }).click()
  await ada.getByRole('link', { name: 'Monday' }).click()
  await expect(heading(ada, SECOND)).toBeVisible()
  await expect(ada.getByText('1 of 2')).toBeVisible()
})

test('keeps an added version beside the newest one', async ({ app }) => {
  const { first, second } = await orderAll(app)
  const { version, file } = first
  const mixed = [`w${first.request}`, `o${version}`, `f${file}`, `w${second.request}`].join('.')
  const ada = await openAsAda(app, `/playlist?items=${mixed}`)
  await expect(ada.getByText('1 of 4')).toBeVisible()
  await ada.keyboard.press('Shift+N')
  await ada.waitForURL(`**/offlines/${version}?*`)
  await expect(ada.getByText('2 of 4')).toBeVisible()
  await ada.keyboard.press('Shift+N')
  await ada.waitForURL(`**/assets/*file=${file}*`)
  await expect(ada.getByText('3 of 4')).toBeVisible()
  await expect(ada.getByRole('region', { name: 'offline.txt' })).toBeVisible()
  await ada.keyboard.press('Shift+N')
  await expect(ada.getByText('4 of 4')).toBeVisible()
  await expect(heading(ada, SECOND)).toBeVisible()
})

const bar = (page: Page) => page.getByRole('navigation', { name: 'Playlist' })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(name) })

type Ordered = { request: string; version: string; file: string }
const itemsOf = (...all: Ordered[]) => all.map(({ request }) => `w${request}`).join('.')

/** Ada sees the requests of Germany. */
const openAsAda = async (app: BrowserApp, path: string) =>
  app.openFor((await inviteTeam(app)).ada, path)

/** A request with a version each; the last one is for another territory. */
async function orderAll(app: BrowserApp) {
  await app.service.territory(FRANCE)
  const now = Math.floor(Date.now() / 1000)
  const add = async (title: string, days: number, more: Partial<workrequests.NewWorkRequest>) => {
    const { _id: asset } = await app.newAsset(title)
    const due = { date: now + days * DAY, tz: 'Europe/Berlin' }
    const { _id: request } = await order(app, asset, { due, ...more })
    const file = await uploadFile(app.call, asset, 'offline.txt', Buffer.from('a cut'))
    const params = { id: request }
    await app.call(workrequests.changeWorkRequest, { params, body: { status: 'in-progress' } })
    const { _id: version } = await app.call(offlines.createOffline, {
      body: { workRequest: request, file },
    })
    return { request, version, file }
  }
  return {
    first: await add(FIRST, 14, {}),
    second: await add(SECOND, 15, {}),
    french: await add(FRENCH, 16, { language: 'fra', territory: 'FR' }),
  }
}
