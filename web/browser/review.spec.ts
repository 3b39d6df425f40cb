// Two people review a version: one orders and decides, the other produces it.
import type { Page } from '@playwright/test'
import { offlines, shares, workrequests } from '@reelay/api/contract'
import { renderClip, uploadFile } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { addVersion, order } from './orders.ts'

const CLIP = { width: 480, height: 270 }
const LINE: NonNullable<offlines.NewOfflineComment['drawing']>[number] = {
  colour: '#ffcc00',
  width: 0.01,
  points: [
    [0.2, 0.8],
    [0.5, 0.5],
  ],
}

test('shows a comment with a range and a drawing to the other person immediately', async ({
  app,
}) => {
  const { first, ada, vera } = await openVersion(app)
  const slider = ada.getByRole('slider', { name: 'Position' })
  await slider.focus()
  for (let frame = 0; frame < 5; frame++) await ada.keyboard.press('.')
  await expect(ada.getByTestId('comment-position').getByText('00:00:00:05')).toBeVisible()
  await ada.keyboard.press('i')
  for (let frame = 0; frame < 10; frame++) await ada.keyboard.press('.')
  await expect(ada.getByText('00:00:00:15', { exact: false }).first()).toBeVisible()
  await ada.keyboard.press('o')
  await expect(ada.getByTestId('comment-position')).toHaveText('00:00:00:05 – 00:00:00:15')
  await draw(ada, 'Arrow', [0.2, 0.8], [0.5, 0.5])
  // The field has the focus after a stroke.
  await ada.keyboard.type('The title stands too low')
  await ada.keyboard.press('Control+Enter')
  await expect(vera.getByText('The title stands too low', { exact: true })).toBeVisible()
  const { items } = await app.call(offlines.listComments, { params: { id: first } })
  const { range, drawing } = items[0]!
  expect([range, drawing!.map(({ points }) => points.length)]).toEqual([
    { first: 5, last: 15 },
    [5],
  ])
  await vera.getByRole('button', { name: /^Go to 00:00:00:05/ }).click()
  await expect(vera.getByTestId('drawing').locator('polyline')).toBeAttached()
})

test('replies, resolves, and reopens by undo', async ({ app }) => {
  const { first, ada, vera } = await openVersion(app)
  await addComment(app, first)
  await vera.getByRole('button', { name: /^Reply/ }).click()
  await vera.getByRole('textbox', { name: /^Reply to/ }).fill('It is moved in the next version')
  await vera.keyboard.press('Control+Enter')
  await expect(ada.getByText('It is moved in the next version')).toBeVisible()
  await vera.getByRole('button', { name: /^Resolve/ }).click()
  await expect(vera.getByText('No open comments')).toBeVisible()
  await vera.getByRole('button', { name: 'Undo' }).click()
  await expect(vera.getByRole('button', { name: /^Resolve/ })).toBeVisible()
})

test('mentions a person who can see the request', async ({ app }) => {
  const { first, ada, vera } = await openVersion(app)
  await addComment(app, first)
  await ada.getByRole('button', { name: /^Reply/ }).click()
  await ada.keyboard.type('Thank you, @Ver')
  await expect(ada.getByRole('option', { name: /Vera Lindqvist/ })).toBeVisible()
  await ada.keyboard.press('Enter')
  await ada.keyboard.press('Control+Enter')
  await expect(vera.getByText('@Vera Lindqvist', { exact: true })).toBeVisible()
  const { items } = await app.call(offlines.listComments, { params: { id: first } })
  expect(items.map(({ mentions }) => mentions.map(({ name }) => name))).toEqual([
    [],
    ['Vera Lindqvist'],
  ])
})

test('lets only the requester reject, with a code and a reason', async ({ app }) => {
  const { first, ada, vera } = await openVersion(app)
  await expect(vera.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(vera.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await ada.getByRole('button', { name: 'Reject…' }).click()
  await expect(
    ada.getByRole('button', { name: 'Reject version' }),
    'both are needed',
  ).toBeDisabled()
  await ada.getByLabel('Problem', { exact: true }).selectOption('graphics')
  await ada.getByRole('textbox', { name: 'Reason' }).fill('See the comment at five frames')
  await ada.getByRole('button', { name: 'Reject version' }).click()
  await expect(ada.getByRole('region', { name: 'Decision' }).getByText('Rejected')).toBeVisible()
  const { decision, code } = await app.call(offlines.getOffline, { params: { id: first } })
  expect([decision, code]).toEqual(['rejected', 'graphics'])
})

test('carries open comments to the next version, compares the two, and approves it', async ({
  app,
}) => {
  const { first, request, vendor, file } = await submitVersion(app)
  await addComment(app, first)
  const second = await addVersion(vendor.call, request, file)
  const ada = await app.open(`/offlines/${first}`)
  await ada.getByRole('link', { name: 'Version 2' }).click()
  await expect(ada.getByText('From version 1')).toBeVisible()
  await ada.getByLabel('Compare with').selectOption({ label: 'Compare with Version 1' })
  await expect(ada.locator('video')).toHaveCount(2)
  expect(ada.url()).toMatch(new RegExp(`${second}\\?beside=${first}`))
  await ada.getByRole('radio', { name: 'Wipe' }).check()
  await expect(ada.getByRole('slider', { name: 'Visible part of the other version' })).toBeVisible()
  await ada.getByRole('button', { name: 'End comparison' }).click()
  await ada.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(
    ada.getByRole('region', { name: 'Decision' }).getByText('Approved', { exact: true }),
  ).toBeVisible()
  expect((await app.call(offlines.getOffline, { params: { id: second } })).decision).toBe(
    'approved',
  )
})

test('an approval takes effect at once, also if its tab is closed, and can be withdrawn', async ({
  app,
}) => {
  const { first, request, vendor } = await submitVersion(app)
  await vendor.call(workrequests.changeWorkRequest, {
    params: { id: request },
    body: { status: 'for-review' },
  })
  const status = async () =>
    (await app.call(workrequests.getWorkRequest, { params: { id: request } })).status
  const tab = await app.open(`/offlines/${first}`)
  const sent = tab.waitForRequest(
    (call) => call.method() === 'POST' && call.url().endsWith('decision'),
  )
  await tab.getByRole('button', { name: 'Approve', exact: true }).click()
  await sent
  await tab.close()
  await expect.poll(status).toBe('approved')
  const [ada, other] = [await app.open(`/offlines/${first}`), await app.open(`/offlines/${first}`)]
  const decision = (page: Page) => page.getByRole('region', { name: 'Decision' })
  await expect(decision(other).getByText('Approved', { exact: true })).toBeVisible()
  await decision(ada).getByRole('button', { name: 'Withdraw decision' }).click()
  await expect(decision(other).getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  expect(await status()).toBe('for-review')
})

test('a guest of a share link draws too, and sees only their own drawing', async ({ app }) => {
  const { first } = await submitVersion(app)
  await addComment(app, first)
  const { url } = await app.call(shares.createShare, {
    body: { kind: 'offline', subject: first, mayComment: true },
  })
  const guest = await app.visit(new URL(url!).pathname)
  await guest.getByLabel('Your name').fill('Grete')
  await guest.getByRole('button', { name: 'Continue' }).click()
  await draw(guest, 'Box', [0.2, 0.2], [0.4, 0.4])
  await guest.keyboard.type('Remove this logo')
  await guest.getByRole('button', { name: 'Add comment' }).click()
  await expect(guest.getByText('Remove this logo', { exact: true })).toBeVisible()
  await expect(guest.getByTestId('drawing').locator('polyline')).toHaveCount(1)
  const { items } = await app.call(offlines.listComments, { params: { id: first } })
  const noted = items.find(({ text }) => text === 'Remove this logo')!
  expect([noted.from.name, noted.drawing!.length]).toEqual(['Grete', 1])
})

/** The version, open for the home office and for the vendor. */
async function openVersion(app: BrowserApp) {
  const version = await submitVersion(app)
  const path = `/offlines/${version.first}`
  const ada = await app.open(path)
  return { ...version, ada, vera: await app.open(path, {}, version.vendor.session) }
}

async function submitVersion(app: BrowserApp) {
  const { _id: asset } = await app.newAsset('Trailer A')
  const vendor = await app.join({ name: 'Vera Lindqvist', roles: ['vendor'] })
  await app.newVendor('Tidal Post', [vendor])
  const { _id: request } = await order(app, asset)
  const params = { id: request }
  await vendor.call(workrequests.changeWorkRequest, { params, body: { status: 'in-progress' } })
  const file = await uploadFile(vendor.call, asset, 'offline.mp4', await renderClip(CLIP))
  return { vendor, request, file, first: await addVersion(vendor.call, request, file) }
}

/** With a line on the fifth frame. */
const addComment = ({ call }: BrowserApp, id: string) =>
  call(offlines.createComment, {
    params: { id },
    body: { text: 'The title stands too low', frame: 5, drawing: [LINE] },
  })

async function draw(page: Page, tool: string, from: [number, number], to: [number, number]) {
  await page.getByRole('button', { name: tool }).click()
  const { x, y, width, height } = (await page.getByTestId('drawing').boundingBox())!
  await page.mouse.move(x + width * from[0], y + height * from[1])
  await page.mouse.down()
  await page.mouse.move(x + width * to[0], y + height * to[1], { steps: 5 })
  await page.mouse.up()
}
