// The page of a work request, open for the studio and for a vendor at the same time.
import type { Page } from '@playwright/test'
import { comments, offlines, scripts, workrequests } from '@reelay/api/contract'
import { uploadFile } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'

test('offers the moves that the service allows, and shows what blocks the next step', async ({
  app,
}) => {
  const { id, page, vendorPage, vendor } = await openBoth(app)
  await expect(
    vendorPage.getByRole('heading', { level: 1, name: /Trailer A · German for Germany/ }),
  ).toBeVisible()
  for (const [shown, callAs] of [
    [page, app.call],
    [vendorPage, vendor.call],
  ] as const) {
    await expect(nextSteps(shown).getByRole('link', { name: 'Upload an offline' })).toBeVisible()
    const allowed = (await callAs(workrequests.listMoves, { params: { id } }))
      .filter((move) => move.may)
      .map(({ to }) => LABELS[to])
    const buttons = await nextSteps(shown).getByRole('button').allTextContents()
    expect(buttons.toSorted()).toEqual(allowed.toSorted())
  }
})

test('a file that is put into the slot of the script becomes the script', async ({ app }) => {
  const { asset, page, vendorPage } = await openBoth(app)
  const slot = page.getByLabel('Import file: Dialogue script').last()
  await expect(slot).toBeAttached()
  await expect(vendorPage.getByRole('heading', { name: 'Offlines' })).toBeVisible()
  await expect(vendorPage.getByRole('region', { name: 'Script' })).toHaveCount(0)
  await slot.setInputFiles({
    name: 'dialogue.srt',
    mimeType: 'text/plain',
    buffer: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello.\n'),
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Create from file' }).click()
  await expect(
    page.getByRole('region', { name: 'Script' }).getByText('English · 1 line'),
  ).toBeVisible()
  const { items } = await app.call(scripts.listScripts, { query: { asset } })
  expect(items.map(({ part, lines }) => [part, lines])).toEqual([['dialogue', 1]])
})

test('a file of the asset becomes an offline and is submitted for review', async ({ app }) => {
  const { id, asset } = await orderVersion(app)
  const vendor = await joinVendor(app)
  await uploadFile(vendor.call, asset, 'offline.txt', Buffer.from('a cut'))
  const vendorPage = await app.open(`/workrequests/${id}`, {}, vendor.session)
  await vendorPage
    .getByRole('region', { name: 'Offlines' })
    .getByText('Use a file of the asset')
    .click()
  await vendorPage
    .getByRole('region', { name: 'Offlines' })
    .getByLabel('File', { exact: true })
    .selectOption({ label: 'offline.txt' })
  await vendorPage.getByRole('button', { name: 'Use as offline' }).click()
  await expect(vendorPage.getByRole('link', { name: 'Show version 1' })).toBeVisible()
  await waitForStatus(vendorPage, 'For review')
})

test('shows changes by others without a reload and without scrolling', async ({ app }) => {
  const { id, asset, page, vendorPage } = await openBoth(app)
  await vendorPage.getByRole('tab', { name: 'Work' }).click()
  await submitVersion(app, id, asset)
  await waitForStatus(page, 'For review')
  await vendorPage.evaluate(() => {
    Object.assign(globalThis, { marked: true })
    document.querySelector('[role=tabpanel]')!.scrollTo(0, 420)
  })
  const position = () =>
    vendorPage
      .getByRole('heading', { name: 'Offlines' })
      .boundingBox()
      .then((box) => Math.round(box!.y))
  const before = await position()
  await nextSteps(page).getByRole('button', { name: 'Reject' }).click()
  const form = page.getByRole('form', { name: 'Reject' })
  await expect(
    form.getByRole('button', { name: 'Reject' }),
    'needs a problem and a reason',
  ).toBeDisabled()
  await form.getByLabel('Problem').selectOption({ label: 'Sound' })
  await form.getByLabel(/^Reason/).fill('The second reel drifts.')
  await form.getByRole('button', { name: 'Reject' }).click()
  await waitForStatus(page, 'Rejected')
  await waitForStatus(vendorPage, 'Rejected')
  await expect(vendorPage.getByText(/changed the status to Rejected, just now/)).toBeVisible()
  await expect(vendorPage.getByText('Sound: The second reel drifts.').first()).toBeVisible()
  expect([await vendorPage.evaluate(() => 'marked' in globalThis), await position()]).toEqual([
    true,
    before,
  ])
})

test('keeps comments up to date on all open pages', async ({ app }) => {
  const { id, page, vendorPage, vendor } = await openBoth(app)

  await test.step('a comment with a mention appears on the open page of the other user', async () => {
    for (const shown of [page, vendorPage])
      await shown.getByRole('tab', { name: 'Discussion' }).click()
    await page.getByLabel('New comment').pressSequentially('When, @Pi')
    await expect(page.getByRole('option', { name: /^Piet/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type('?')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(vendorPage.getByRole('article').getByText('When, @Piet ?')).toBeVisible()
    await vendorPage.getByRole('button', { name: 'Reply' }).click()
    await vendorPage.getByLabel(/^Reply to/).fill('Tomorrow.')
    await vendorPage.keyboard.press('Control+Enter')
    await expect(page.getByRole('article').getByText('Tomorrow.')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(2)
  })

  await test.step('keeps a half-written comment when the page is resized or another comment arrives', async () => {
    const field = page.getByLabel('New comment')
    await field.fill('Not sent yet')
    await page.setViewportSize({ width: 700, height: 800 })
    await vendor.call(comments.createComment, { params: { id }, body: { text: 'In between.' } })
    await expect(page.getByRole('article').getByText('In between.')).toBeVisible()
    await expect(field).toHaveValue('Not sent yet')
    await expect(field).toBeFocused()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(field).toHaveValue('Not sent yet')
    await field.fill('')
  })
})

test('a draft is edited with the order form, with undo', async ({ app }) => {
  const { _id: asset } = await app.newAsset('Trailer A')
  const { _id } = await order(app, asset, { status: undefined, uses: undefined, due: undefined })
  const page = await app.open(`/workrequests/${_id}?tab=order`)
  await page
    .getByRole('region', { name: 'Order', exact: true })
    .getByRole('button', { name: 'Edit' })
    .click()
  const form = page.getByRole('form', { name: 'Edit order' })
  await form
    .getByRole('group', { name: 'Uses', exact: true })
    .getByRole('checkbox', { name: 'Online' })
    .check()
  await form.getByRole('button', { name: 'In 2 weeks, Due date' }).click()
  await form.getByLabel('Instructions').fill('Keep the title card.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  const saved = async () => {
    const { uses, due, instructions } = await app.call(workrequests.getWorkRequest, {
      params: { id: _id },
    })
    return [uses.items, due !== null, instructions]
  }
  expect(await saved()).toEqual([['Online'], true, 'Keep the title card.'])
  // The page shows the change before the service has saved it.
  const undone = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' && response.url().endsWith(`/workrequests/${_id}`),
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Keep the title card.')).toHaveCount(0)
  await undone
  expect(await saved()).toEqual([[], false, ''])
})

test('an invalid invitation leads to the work request', async ({ app }) => {
  app.allowErrors(/status of 422/)
  const { id } = await orderVersion(app)
  const vendor = await joinVendor(app)
  const page = await app.open(`/workrequests/${id}/invite/some-code`, {}, vendor.session)
  await page.getByRole('link', { name: 'Go to the work request' }).click()
  await page.waitForURL(`**/workrequests/${id}`)
})

test('the board moves a card with its menu', async ({ app }) => {
  const { id, asset } = await orderVersion(app)
  const vendor = await joinVendor(app)
  await submitVersion(app, id, asset)
  await changeRequest(app, id, {
    status: 'rejected',
    code: 'sound',
    reason: 'The second reel drifts.',
  })
  const page = await app.open('/workrequests?as=board', {}, vendor.session)
  const card = page.getByRole('region', { name: 'Rejected' }).getByRole('listitem')
  await card.getByText('Change status', { exact: true }).click()
  await card.getByRole('button', { name: 'Resume work' }).click()
  const column = page.getByRole('region', { name: 'In progress' })
  await expect(column.getByRole('link', { name: 'Trailer A' })).toBeVisible()
})

const LABELS: Record<workrequests.Status, string> = {
  incomplete: 'Withdraw',
  submitted: 'Submit',
  'awaiting-materials': 'Wait for materials',
  'in-progress': 'Start work',
  'for-review': 'Submit for review',
  rejected: 'Reject',
  approved: 'Approve',
  complete: 'Complete',
  cancelled: 'Cancel work request',
}

const waitForStatus = (page: Page, status: string) =>
  page.locator('li[aria-current=step]').getByText(status, { exact: true }).waitFor()

const nextSteps = (page: Page) => page.getByRole('region', { name: 'Next steps' })

async function orderVersion(app: BrowserApp) {
  const { _id: asset } = await app.newAsset('Trailer A')
  return { asset, id: (await order(app, asset))._id }
}

/** A vendor who sees the work requests of the studio. */
async function joinVendor(app: BrowserApp) {
  const vendor = await app.join({ name: 'Piet', roles: ['vendor'] })
  await app.newVendor('Tidal Post', [vendor])
  return vendor
}

async function openBoth(app: BrowserApp) {
  const { id, asset } = await orderVersion(app)
  const vendor = await joinVendor(app)
  const path = `/workrequests/${id}`
  const page = await app.open(path)
  const size = { width: 1440, height: 600 }
  const vendorPage = await app.open(path, { viewport: size }, vendor.session)
  return { id, asset, page, vendor, vendorPage }
}

async function submitVersion(app: BrowserApp, id: string, asset: string) {
  const file = await uploadFile(app.call, asset, 'offline.txt', Buffer.from('a cut'))
  await app.call(offlines.createOffline, { body: { workRequest: id, file } })
  await changeRequest(app, id, { status: 'for-review' })
}

const changeRequest = (app: BrowserApp, id: string, body: workrequests.WorkRequestChange) =>
  app.call(workrequests.changeWorkRequest, { params: { id }, body })
