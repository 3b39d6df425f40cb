// The order page: several assets with one form, the estimate, validation and the saved queue.
import type { Page } from '@playwright/test'
import { reports, studios, workrequests } from '@reelay/api/contract'
import { FRANCE } from '../../api/test/territories.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'

test('submits two orders for the estimated price', async ({ app }) => {
  const [one, two] = await createAssets(app)
  const page = await app.open(`/order?asset=${one},${two}`)
  await expect(page.getByRole('heading', { name: '2 orders' })).toBeVisible()
  expect(new URL(page.url()).search, 'the URL is cleared').toBe('')
  await fillForm(page)
  await page.getByLabel('Instructions').fill('Keep the title card.')
  await expect(page.getByRole('region', { name: 'Estimate' }).getByText('100.00')).toBeVisible()
  const queueEmptied = page.waitForResponse(
    (response) => response.request().postData() === '{"orderQueue":[]}',
  )
  await page.getByRole('button', { name: 'Submit 2 orders' }).click()
  await expect(page.getByText('2 work requests created')).toBeVisible()
  await expect(page.getByText('Your order queue is empty')).toBeVisible()
  await queueEmptied
  const { items } = await app.call(workrequests.listWorkRequests, { query: { order: 'asset' } })
  expect(
    items.map(({ asset, language, territory, dng, uses, instructions, due }) => [
      asset.name,
      language,
      territory,
      dng.dialogue,
      uses,
      instructions,
      due?.tz,
    ]),
  ).toEqual(
    ['Trailer A', 'Trailer B'].map((name) => [
      name,
      'deu',
      'DE',
      ['Subtitled'],
      { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      'Keep the title card.',
      items[0]!.due!.tz,
    ]),
  )
  expect(items.every(({ status }) => status !== 'incomplete')).toBe(true)
})

test('shows missing values at their fields and keeps the queue after a reload', async ({ app }) => {
  app.allowErrors(/status of 422/)
  const [asset] = await createAssets(app)
  const page = await app.open(`/order?asset=${asset}`)
  await page.getByRole('button', { name: 'Submit 1 order' }).click()
  for (const message of [
    'Select a territory.',
    'Select at least one use.',
    'Select a due date that leaves the studio enough lead time.',
  ])
    await expect(page.getByText(message)).toBeVisible()
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' &&
      response.request().postData()?.includes('"due":{') === true,
  )
  await fillForm(page)
  await expect(page.getByText('Select a territory.')).toHaveCount(0)
  await saved
  await page.reload()
  await expect(page.getByText('Ready to submit')).toBeVisible()

  // The studio changes its lead time while the page is open.
  await app.call(studios.changeStudio, {
    params: { id: app.studio._id },
    body: { settings: { leadTimeHours: 2000 } },
  })
  await page.getByRole('button', { name: 'Submit 1 order' }).click()
  await expect(
    page.getByText('Select a due date that leaves the studio enough lead time.'),
  ).toBeVisible()
  expect((await app.call(workrequests.listWorkRequests)).total).toBe(0)
  await page.getByRole('button', { name: 'Save as drafts' }).click()
  await expect(page.getByText('1 work request created')).toBeVisible()
  const drafts = await app.call(workrequests.listWorkRequests, { query: { status: 'incomplete' } })
  expect(drafts.items[0]?.asset.name).toBe('Trailer A')
})

test('warns of a due date that cannot hold, and proposes one that does', async ({ app }) => {
  const [one] = await createAssets(app)
  const page = await app.open(`/order?asset=${one}`)
  await fillForm(page)
  const due = page.getByLabel('Due date', { exact: true })
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 11)
  await due.fill(`${tomorrow}18:00`)
  await expect(page.getByText(/This one would be late/)).toBeVisible()
  await page.getByRole('button', { name: /^Use / }).click()
  await expect(page.getByText(/This one would be/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit 1 order' }).click()
  await expect(page.getByText(/created$/)).toBeVisible()
  const { items } = await app.call(reports.riskReport)
  expect(items.map(({ risk }) => risk)).toEqual(['on-track'])
})

/** With two territories, and rates for the estimate. */
async function createAssets({ call, newAsset, studio, service, germany }: BrowserApp) {
  await germany()
  await service.territory(FRANCE)
  const rateCard = { perMinute: '40.00', perUse: '10.00', languages: {} }
  await call(studios.changeStudio, {
    params: { id: studio._id },
    body: { settings: { leadTimeHours: 24, rateCard } },
  })
  return [(await newAsset('Trailer A'))._id, (await newAsset('Trailer B'))._id] as const
}

/** German is selected with Germany, which has no other language. */
async function fillForm(page: Page) {
  const chip = (group: string, name: string) =>
    page
      .getByRole('group', { name: group, exact: true })
      .getByRole('checkbox', { name, exact: true })
      .check()
  await page.getByLabel('Territory').selectOption('DE')
  await chip('Dialogue', 'Subtitled')
  await chip('Uses', 'Online')
  await chip('Formats', '1080p')
  await page.getByRole('button', { name: 'In 2 weeks, Due date' }).click()
}
