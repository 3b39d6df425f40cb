// Changes of several records at once, and the columns of the library.
import { assets, workrequests } from '@reelay/api/contract'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'

test('sets the due date of the selected work requests with the keyboard', async ({ app }) => {
  const { call } = await orderTwo(app)
  const page = await app.open('/workrequests', { timezoneId: 'Europe/Berlin' })
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Set due date' }).press('Enter')
  await page.getByLabel('New due date').fill('2031-05-06T18:00')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 work requests updated')).toBeVisible()
  const { items } = await call(workrequests.listWorkRequests)
  const due = { date: Date.parse('2031-05-06T16:00:00Z') / 1000, tz: 'Europe/Berlin' }
  expect(items.map((request) => request.due)).toEqual([due, due])
})

test('adds tags to the selected work requests and keeps their own', async ({ app }) => {
  const { call } = await orderTwo(app)
  const [first] = (await call(workrequests.listWorkRequests)).items
  await call(workrequests.changeWorkRequest, {
    params: { id: first!._id },
    body: { tags: ['cinema'] },
  })
  const page = await app.open('/workrequests')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Change tags' }).click()
  await page.getByLabel('Add tags').fill('rush, cinema')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2 work requests updated')).toBeVisible()
  const { items } = await call(workrequests.listWorkRequests)
  expect(items.map(({ tags }) => tags.toSorted())).toEqual([
    ['cinema', 'rush'],
    ['cinema', 'rush'],
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect
    .poll(async () => (await call(workrequests.listWorkRequests)).items.flatMap(({ tags }) => tags))
    .toEqual(['cinema'])
})

test('changes the work requests that allow it, and says why the others do not', async ({ app }) => {
  app.allowErrors(/status of 409/)
  const { call } = await orderTwo(app)
  const [open, cancelled] = (await call(workrequests.listWorkRequests)).items
  await call(workrequests.changeWorkRequest, {
    params: { id: cancelled!._id },
    body: { status: 'cancelled' },
  })
  const page = await app.open('/workrequests?status=any', { timezoneId: 'Europe/Berlin' })
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Set due date' }).click()
  await page.getByLabel('New due date').fill('2032-01-02T12:00')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 2 could not be changed')).toBeVisible()
  const failures = page.getByRole('dialog', { name: 'Set due date' }).getByRole('listitem')
  await expect(failures).toHaveCount(1)
  await expect(failures).toHaveText(/Season trailer.*that is cancelled/s)
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 work request updated')).toBeVisible()
  const due = async (request?: workrequests.WorkRequest) =>
    (await call(workrequests.getWorkRequest, { params: { id: request!._id } })).due
  expect(new Date((await due(open))!.date * 1000).getUTCFullYear()).toBe(2032)
  expect(await due(cancelled)).toEqual(cancelled!.due)
})

test('asks before it replaces a vendor', async ({ app }) => {
  const { call } = app
  const { _id: vendor } = await app.newVendor('Kelp Post')
  const { _id: other } = await app.newVendor('Reef Post')
  const { _id: id } = await order(app, (await app.newAsset('Season trailer'))._id)
  const params = { id }
  await call(workrequests.assignVendor, { params, body: { vendor } })
  const page = await app.open('/workrequests')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  for (const key of ['j', 'x']) await page.keyboard.press(key)
  await page.getByLabel('Assign vendor').selectOption({ label: 'Reef Post' })
  const question = page.getByRole('dialog', { name: 'Reef Post: 1 work request' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await call(workrequests.getWorkRequest, { params })).vendor).toBe(vendor)
  await page.getByLabel('Assign vendor').selectOption({ label: 'Reef Post' })
  await expect(question.getByRole('button', { name: 'Assign vendor' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await call(workrequests.getWorkRequest, { params })).vendor)
    .toBe(other)
})

test('changes the selected assets, and says which could not be changed', async ({ app }) => {
  app.allowErrors(/status of 422/)
  const { call } = app
  const asset = await app.newAsset('Season trailer')
  const poster = await app.newAsset('Poster')
  const page = await app.open('/assets?as=list')
  for (const name of [/Season trailer/, /Poster/])
    await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit 2 assets' })
  await form.getByLabel('Aspect ratio').fill('wide')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2 of 2 could not be changed')).toBeVisible()
  const failures = page.getByRole('dialog').getByRole('listitem')
  await expect(failures.filter({ hasText: 'aspect' })).toHaveCount(2)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  for (const name of [/Season trailer/, /Poster/])
    await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await form.getByLabel('Aspect ratio').fill('2.39:1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2 assets updated')).toBeVisible()
  for (const { _id: id } of [asset, poster]) {
    const changed = await call(assets.getAsset, { params: { id } })
    expect(changed.aspectRatio).toBe('2.39:1')
  }
  await page.getByRole('button', { name: 'Undo' }).click()
  const ratios = async () =>
    (await call(assets.listAssets)).items.map(({ aspectRatio }) => aspectRatio)
  await expect.poll(ratios).toEqual([null, null])
})

test('asks before it changes a phase', async ({ app }) => {
  const poster = await app.newAsset('Poster')
  const page = await app.open('/assets?as=list')
  await page.getByRole('checkbox', { name: /Poster/ }).check()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const phase = page.getByRole('dialog').getByLabel('Phase', { exact: true })
  await phase.selectOption({ index: 2 })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A new phase notifies people')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const unchanged = await app.call(assets.getAsset, { params: { id: poster._id } })
  expect(unchanged.workflow.phase).toBe(poster.workflow.phase)
})

test('hides a column of the library, and says that there is nothing to download', async ({
  app,
}) => {
  await app.newAsset('Season trailer')
  const page = await app.open('/assets?as=list')
  const phase = page.getByRole('columnheader', { name: 'Phase' })
  await expect(phase).toBeVisible()
  await page.locator('summary', { hasText: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Phase' }).uncheck()
  await expect(phase).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: /Season trailer/ }).check()
  await page.getByRole('button', { name: 'Download files' }).click()
  await expect(page.getByText('The selected assets have no complete files.')).toBeVisible()
})

/** Two drafts for the same asset. */
async function orderTwo(app: BrowserApp) {
  const { _id: asset } = await app.newAsset('Season trailer')
  for (const dialogue of ['OV', 'Subtitled'] as const)
    await order(app, asset, { dialogue, status: undefined, uses: undefined, due: undefined })
  return app
}
