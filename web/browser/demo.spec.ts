// Each account of the demo signs in from the sign-in page and does the task that waits there.
import type { Page } from '@playwright/test'
import { newDatabase } from '../../api/test/cluster.ts'
import { startDemo, type Demo } from './demo.ts'
import { expect, test as base } from './fixtures.ts'

const FILM = new URL('../../api/demo/films/velmarra-spot.mp4', import.meta.url).pathname
/** The media is processed while the tests run. */
const MEDIA = { timeout: 120_000 }

// In one worker, because each would load its own demo.
base.describe.configure({ mode: 'default' })

const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({}, use) => {
      const demo = await startDemo({ DATABASE_POOL: '4', DATABASE_URL: await newDatabase() })
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test('the producer assigns a declined order to another vendor', async ({ demo, browser }) => {
  const page = await browser.newPage({ baseURL: demo.address })
  await choose(page, 'Olúwaṣeun')
  await openTask(page, 'Assign another vendor')
  await expect(page.getByText('Our Polish subtitler is on leave')).toBeVisible()
  await page.getByRole('tab', { name: 'Order' }).click()
  await page.getByLabel('Vendor', { exact: true }).selectOption({ label: 'Kettle & Reed Audio' })
  await expect(page.getByText('Assigned to Kettle & Reed Audio')).toBeVisible()
})

test('the territory watches a version and approves it', async ({ demo, browser }) => {
  const page = await browser.newPage({ baseURL: demo.address })
  await choose(page, 'Annegret')
  await openTask(page, 'Review the offline')
  await expect(page.getByText('Please correct the date.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Play', exact: true }).click(MEDIA)
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(
    page.getByRole('region', { name: 'Decision' }).getByText('Approved', { exact: true }),
  ).toBeVisible()
})

test('the vendor uploads a version', async ({ demo, browser }) => {
  const page = await browser.newPage({ baseURL: demo.address })
  await choose(page, 'Pieter')
  await openTask(page, 'Upload an offline')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload an offline', exact: true }).click(),
  ])
  await chooser.setFiles(FILM)
  await expect(page.getByText('For review', { exact: true }).first()).toBeVisible(MEDIA)
})

test('the translator finishes two lines and submits them', async ({ demo, browser }) => {
  const page = await browser.newPage({ baseURL: demo.address })
  await choose(page, '雲井沢')
  await openTask(page, 'Submit the translation')
  for (const [number, text] of [
    [4, '燃やして'],
    [5, '塩は燃えない'],
  ] as const) {
    const field = page.getByRole('textbox', { name: `Translation of line ${number}` })
    await page
      .getByRole('button', { name: new RegExp(`^Line ${number}:`) })
      .or(field)
      .first()
      .click()
    await field.pressSequentially(text)
  }
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('Submitted', { exact: true }).first()).toBeVisible()
})

test('the reviewer moves the comments to the new cut', async ({ demo, browser }) => {
  const page = await browser.newPage({ baseURL: demo.address })
  await choose(page, 'Citlali')
  await openTask(page, 'Review the offline')
  await expect(page.getByText('The kite covers the first line here.')).toBeVisible()
  await page.getByRole('button', { name: 'Move to this cut…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move comments to this cut' })
  await dialog.getByRole('button', { name: 'Preview' }).click(MEDIA)
  await dialog.getByRole('button', { name: 'Apply' }).click(MEDIA)
  await expect(dialog).toBeHidden()
})

async function choose(page: Page, name: string) {
  await page.goto('/sign-in')
  await page.getByRole('region', { name: 'Try the demo' }).getByRole('button', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
}

const openTask = (page: Page, name: string) =>
  page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()
