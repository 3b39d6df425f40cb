// A page that is open while other people change what it shows.
import type { Locator, Page } from '@playwright/test'
import { events, offlines, workrequests } from '@reelay/api/contract'
import { uploadFile } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'
import { inviteTeam } from './team.ts'

test('an open page keeps a menu, the focus and a choice while the status changes', async ({
  app,
}) => {
  const { id, asset, page } = await openRequest(app)
  const { call } = app

  await test.step('a menu stays open, with the focus in it', async () => {
    const menu = page
      .getByRole('navigation', { name: /playlist/i })
      .locator('details')
      .first()
    await menu.locator('summary').click()
    const file = await uploadFile(call, asset, 'cut.txt', Buffer.from('a cut'))
    await focusAndMark(menu.locator('summary'))
    await call(offlines.createOffline, { body: { workRequest: id, file } })
    await changeStatus(app, id, 'for-review')
    await waitForStatus(page, 'For review')
    expect(await focused(page)).toBe('marked')
    await expect(menu).toHaveAttribute('open')
  })

  await test.step('the focus stays in a part that the new status moves up', async () => {
    const section = page.getByRole('region', { name: 'Deliverables' })
    await section.getByText('Use a file of the asset').click()
    const choice = section.getByLabel('File', { exact: true })
    await choice.selectOption({ index: 1 })
    await focusAndMark(choice)
    const chosen = await choice.inputValue()
    const [offline] = (await call(offlines.listOfflines)).items
    const params = { id: offline!._id }
    await call(offlines.decideOffline, { params, body: { decision: 'approved' } })
    await changeStatus(app, id, 'approved')
    await waitForStatus(page, 'Approved')
    expect([await focused(page), await choice.inputValue()]).toEqual(['marked', chosen])
  })
})

test('the page of the original offers the version that arrives', async ({ app }) => {
  const { id, asset, page } = await openRequest(app)
  await expect(page.getByText('Nothing to play yet')).toBeVisible()
  const file = await uploadFile(app.call, asset, 'cut.txt', Buffer.from('a cut'))
  await app.call(offlines.createOffline, { body: { workRequest: id, file } })
  const versions = page.getByRole('navigation', { name: 'Versions' })
  await expect(versions.getByText('Original')).toHaveAttribute('aria-current', 'page')
  await page.getByRole('status').getByRole('link', { name: 'Show version 1' }).click()
  await expect(versions.getByRole('link', { name: 'Version 1' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(versions.getByText('Original')).toHaveCount(0)
})

test('shows what changed between the load of the page and the start of the event stream', async ({
  app,
}) => {
  const { id, asset, page } = await openRequest(app)
  const stream = Promise.withResolvers<void>()
  await page.route(/\/api\/events\/stream/, async (route) => {
    await stream.promise
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('Nothing to play yet')).toBeVisible()
  const file = await uploadFile(app.call, asset, 'cut.txt', Buffer.from('a cut'))
  await app.call(offlines.createOffline, { body: { workRequest: id, file } })
  await changeStatus(app, id, 'for-review')
  // The event has its place in the stream before the stream begins.
  await expect
    .poll(async () => {
      const { items } = await app.call(events.listEvents)
      return items.some(({ type, processed }) => type === 'wrv' && processed)
    })
    .toBe(true)
  stream.resolve()
  await waitForStatus(page, 'For review')
})

test('a vendor who loses the request is told so at once', async ({ app }) => {
  app.allowErrors(/status of 404/)
  const { id, asset, page, vendor } = await openRequest(app)
  const assign = (to: string) =>
    app.call(workrequests.assignVendor, { params: { id }, body: { vendor: to } })
  await uploadFile(app.call, asset, 'cut.txt', Buffer.from('a cut'))
  await page.reload()
  await expect(page.getByText('Use a file of the asset').first()).toBeVisible()
  await assign(vendor)
  await expect(page.getByText('Use a file of the asset')).toHaveCount(0)
  await assign((await app.newVendor('Other Post'))._id)
  const alert = page.getByRole('alert')
  await expect(alert.getByText('This is no longer available to you')).toBeVisible()
  await expect(page.getByText('Season trailer')).toHaveCount(0)
})

/** The page of a request, open for Vera. */
async function openRequest(app: BrowserApp) {
  const { _id: asset } = await app.newAsset('Season trailer')
  const { vera, vendor } = await inviteTeam(app)
  const { _id: id } = await order(app, asset)
  const page = await app.openFor(vera, `/workrequests/${id}?playlist=w${id}`)
  return { id, asset, vendor, page }
}

const changeStatus = (app: BrowserApp, id: string, status: 'for-review' | 'approved') =>
  app.call(workrequests.changeWorkRequest, { params: { id }, body: { status } })

const waitForStatus = (page: Page, status: string) =>
  expect(page.locator('li[aria-current=step]').getByText(status, { exact: true })).toBeVisible()

/** The same element has to keep the focus, not another one with the same name. */
async function focusAndMark(control: Locator) {
  await control.focus()
  await control.evaluate((element) => Object.assign(element, { mark: 'marked' }))
}
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as unknown as { mark?: string }).mark)
