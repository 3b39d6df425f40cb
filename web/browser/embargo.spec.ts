// A file under embargo: the studio sees and lifts it; for everyone else it does not exist.
import type { Page } from '@playwright/test'
import { files } from '@reelay/api/contract'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { inviteTeam } from './team.ts'

const OPEN = 'open-to-all.txt'
const SECRET = 'the-ending.txt'
const SCREENS = ['/', '/assets', '/notifications', '/downloads', '/reports?part=downloads']

test('a file under embargo does not exist for the territory', async ({ app }) => {
  const { path, ada } = await uploadFiles(app)
  await expect(fileCard(ada, OPEN)).toBeVisible()
  expect(await mentions(ada)).toBe(false)
  await ada.keyboard.press('Control+k')
  await ada.getByRole('combobox').fill('the-ending')
  await expect(ada.getByText(/^Nothing|^No /).first()).toBeVisible()
  await ada.keyboard.press('Escape')
  for (const screen of [...SCREENS, path]) {
    await ada.goto(screen)
    await expect(ada.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(ada.locator('[data-pending], .mantine-Skeleton-root')).toHaveCount(0)
    expect(await mentions(ada), screen).toBe(false)
  }
})

test('the territory sees it after the studio lifts the embargo', async ({ app }) => {
  const { path, ada } = await uploadFiles(app)
  const studio = await app.open(path)
  const embargo = fileCard(studio, SECRET).getByText(/^Embargo until/)
  await expect(embargo).toBeVisible()
  await studio.getByRole('button', { name: `Edit ${SECRET}` }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Lift embargo' }).click()
  await expect(embargo).toHaveCount(0)
  await ada.goto(path)
  await expect(fileCard(ada, SECRET)).toBeVisible()
})

async function uploadFiles(app: BrowserApp) {
  const asset = await app.newAsset('Season trailer')
  const upload = async (name: string, embargo?: { end: number; event: boolean }) => {
    const { _id: id } = await app.call(files.registerFile, {
      body: { name, asset: asset._id, ...(embargo && { embargo }) },
    })
    await app.call(files.receiveContent, { params: { id }, body: `content of ${name}` })
  }
  await upload(OPEN)
  await upload(SECRET, { end: Math.floor(Date.now() / 1000) + 86_400, event: false })
  const path = `/assets/${asset.slug}`
  const { ada } = await inviteTeam(app)
  return { path, ada: await app.openFor(ada, path) }
}

const fileCard = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** At once: a name that disappears again has been shown. */
const mentions = (page: Page) =>
  page.evaluate((name) => document.documentElement.outerHTML.includes(name), SECRET)
