// An empty installation: by clicking only, from the first sign-in to an ordered work request.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { openBrowser } from '../../api/test/chromium.ts'
import { film } from '../../api/test/clips.ts'
import { newDatabase } from '../../api/test/cluster.ts'
import { ADMIN, startService } from '../../api/test/service.ts'
import { collectPageErrors } from './open-page-as.ts'

test('starts in an empty installation', { timeout: 240_000 }, async (t) => {
  const app = await startEmptyApp(t)
  if (!app) return
  const { page, folder, pageErrors } = app

  await t.test('creates the first studio with the first project', async () => {
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Project name').fill('The Kite')
    await page.getByLabel('Studio name').fill('Harbour Pictures')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { name: 'The Kite' }).waitFor()
    await page.getByText('No assets in this project yet').waitFor()
  })

  await t.test('creates an asset from each film, with a preview', async () => {
    const films = [join(folder, 'Kite_trailer_1.mp4'), join(folder, 'Kite_trailer_2.mp4')]
    for (const [index, path] of films.entries())
      await writeFile(path, await film({ seconds: 2, title: `Kite ${index + 1}` }))
    await chooseFiles(page, 'Upload films', films)
    const tray = page.getByRole('complementary', { name: 'Uploads' })
    await tray.getByRole('heading', { name: 'Create 2 assets' }).waitFor()
    await tray.getByRole('button', { name: 'Upload 2 files' }).click()
    await tray
      .getByText(/uploaded and verified/)
      .nth(1)
      .waitFor({ timeout: 60_000 })
    await tray.getByRole('link', { name: 'Kite trailer 1' }).click()
    await page.getByRole('heading', { name: 'Kite trailer 1' }).waitFor()
    await page.getByRole('region', { name: 'Preview' }).waitFor({ timeout: 60_000 })
    await tray.getByRole('button', { name: 'Dismiss all' }).click()
  })

  await t.test('types a script', async () => {
    await page.getByRole('button', { name: 'Add script' }).click()
    await page.getByRole('button', { name: 'Type lines' }).click()
    await page.getByLabel('Text of line 1').fill('Hold the line!')
    await page.getByRole('dialog').getByRole('button', { name: 'Add line' }).click()
    await page.getByLabel('Text of line 2').fill('Let it go.')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('English · 2 lines').waitFor()
  })

  await t.test('uploads a new cut as the next preview', async () => {
    const cut = join(folder, 'second cut.mp4')
    await writeFile(cut, await film({ seconds: 2, title: 'Second cut' }))
    await chooseFiles(page, 'New cut', [cut])
    await page.getByLabel('Preview', { exact: true }).getByText('v2').waitFor({
      state: 'attached',
      timeout: 60_000,
    })
  })

  await t.test('orders a version for the first territory', async () => {
    await page.getByRole('link', { name: 'Order a version' }).click()
    await page.getByRole('button', { name: 'New territory' }).click()
    await page.getByRole('dialog').getByLabel('Country').selectOption('DE')
    await page.getByRole('button', { name: 'Create territory' }).click()
    const check = (group: string, name: string) =>
      page
        .getByRole('group', { name: group, exact: true })
        .getByRole('checkbox', { name, exact: true })
        .check()
    await page.getByRole('group', { name: 'Languages' }).getByText('German').waitFor()
    await check('Dialogue', 'Subtitled')
    await check('Uses', 'Online')
    await check('Formats', '1080p')
    await page.getByRole('button', { name: 'In 2 weeks, Due date' }).click()
    await page.getByRole('button', { name: 'Submit 1 order' }).click()
    await page.getByText('1 work request created').waitFor()
  })
  assert.deepEqual(pageErrors, [])
})

async function startEmptyApp(t: TestContext) {
  const browser = await openBrowser(t)
  if (!browser) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'reelay-start-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const service = await startService(
    {
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: await newDatabase(),
      DATABASE_POOL: '4',
    },
    port,
  )
  t.after(async () => {
    service.signal('SIGTERM')
    await service.ended
    await rm(folder, { recursive: true, force: true })
  })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: service.address,
  })
  const page = await context.newPage()
  const pageErrors = collectPageErrors(page, service.address)
  await page.goto('/sign-in')
  return { page, folder, pageErrors }
}

async function chooseFiles(page: Page, button: string, paths: string[]) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).first().click(),
  ])
  await chooser.setFiles(paths)
}
