// An empty installation: by clicking only, from the first sign-in to an ordered work request.
import { copyFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ADMIN } from '../../../api/test/service.ts'
import { renderClip } from '../clips.ts'
import { expect, test } from '../fixtures.ts'

/** Codecs share the cores with the browsers. */
const MEDIA = { timeout: 120_000 }
const EMAIL = 'ines@harbour.example'

// Nothing is in the database of this service yet.
test.use({ serviceEnv: { ADMIN_EMAIL: EMAIL } })

test('an admin starts with an empty installation and orders a version', async ({
  pages,
}, testInfo) => {
  const page = await pages.visit('/sign-in')

  await test.step('creates the first studio with the first project', async () => {
    await page.getByLabel('Email').fill(EMAIL)
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const steps = page.getByRole('list', { name: 'First steps' }).getByRole('listitem')
    await expect(steps).toHaveCount(5)
    await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Project name').fill('The Kite')
    await page.getByLabel('Studio name').fill('Harbour Pictures')
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByRole('heading', { name: 'The Kite' })).toBeVisible()
    await expect(page.getByText('No assets in this project yet')).toBeVisible()
  })

  await test.step('creates an asset from each film, with a preview', async () => {
    const films = [
      testInfo.outputPath('Kite_trailer_1.mp4'),
      testInfo.outputPath('Kite_trailer_2.mp4'),
    ]
    for (const [index, path] of films.entries())
      await copyFile(await renderClip({ title: `KITE ${index + 1}` }), path)
    await chooseFiles(page, 'Upload films', films)
    const tray = page.getByRole('complementary', { name: 'Uploads' })
    await expect(tray.getByRole('heading', { name: 'Create 2 assets' })).toBeVisible()
    await tray.getByRole('button', { name: 'Upload 2 files' }).click()
    await expect(tray.getByText(/uploaded and verified/).nth(1)).toBeVisible(MEDIA)
    await tray.getByRole('link', { name: 'Kite trailer 1' }).click()
    await expect(page.getByRole('heading', { name: 'Kite trailer 1' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible(MEDIA)
    await tray.getByRole('button', { name: 'Dismiss all' }).click()
  })

  await test.step('follows the first steps to the asset', async () => {
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    const next = page.getByRole('listitem').and(page.locator('[aria-current=step]'))
    await expect(next.getByText('Add its script')).toBeVisible()
    await next.getByRole('link', { name: 'Open asset' }).click()
  })

  await test.step('types a script', async () => {
    await page.getByRole('button', { name: 'Add script' }).click()
    await page.getByRole('button', { name: 'Type lines' }).click()
    await page.getByLabel('Text of line 1').fill('Hold the line!')
    await page.getByRole('dialog').getByRole('button', { name: 'Add line' }).click()
    await page.getByLabel('Text of line 2').fill('Let it go.')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('English · 2 lines')).toBeVisible()
  })

  await test.step('uploads a new cut as the next preview', async () => {
    const cut = testInfo.outputPath('second cut.mp4')
    await copyFile(await renderClip({ title: 'SECOND CUT' }), cut)
    await chooseFiles(page, 'New cut', [cut])
    await expect(page.getByLabel('Preview', { exact: true }).getByText('v2')).toBeAttached(MEDIA)
  })

  await test.step('orders a version for the first territory', async () => {
    await page.getByRole('link', { name: 'Order a version' }).click()
    await page.getByRole('button', { name: 'New territory' }).click()
    await page.getByRole('dialog').getByLabel('Country').selectOption('DE')
    await page.getByRole('button', { name: 'Create territory' }).click()
    const check = (group: string, name: string) =>
      page
        .getByRole('group', { name: group, exact: true })
        .getByRole('checkbox', { name, exact: true })
        .check()
    await expect(page.getByRole('group', { name: 'Languages' }).getByText('German')).toBeVisible()
    await check('Dialogue', 'Subtitled')
    await check('Uses', 'Online')
    await check('Formats', '1080p')
    await page.getByRole('button', { name: 'In 2 weeks, Due date' }).click()
    await page.getByRole('button', { name: 'Submit 1 order' }).click()
    await expect(page.getByText('1 work request created')).toBeVisible()
  })
})

async function chooseFiles(page: Page, button: string, paths: string[]) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).first().click(),
  ])
  await chooser.setFiles(paths)
}
