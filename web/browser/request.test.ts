// The page of a work request, open for the studio and for a vendor at the same time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  comments,
  files,
  groups,
  scripts,
  sessions,
  territories,
  users,
  workrequests,
} from '@reelay/api/contract'
import { createClient, type Call } from '@reelay/client'
import type { Page } from 'playwright-core'
import { startTestApp, type BrowserTestApp } from './test-app.ts'
import { GERMANY } from '../../api/test/territories.ts'

const PASSWORD = 'Correct-horse-battery-9'

test('the page of a work request', { timeout: 120_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const { call } = app
  const asset = await app.newAsset('Trailer A')
  await call(territories.createTerritory, { body: GERMANY })
  const vendor = await createVendor(app, asset.studio)
  const { _id: id } = await call(workrequests.createWorkRequest, {
    body: {
      asset: asset._id,
      language: 'deu',
      territory: 'DE',
      status: 'submitted',
      dng: { dialogue: ['OV'], graphics: ['OV'], narration: ['OV'] },
      uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
    },
  })
  const page = await app.open(`/workrequests/${id}`)
  const vendorPage = await openAs(page, vendor.session, `/workrequests/${id}`)
  const steps = (shown: Page) => shown.getByRole('region', { name: 'Next steps' })

  await t.test(
    'offers the moves that the service allows, and shows what blocks the next step',
    async () => {
      await vendorPage
        .getByRole('heading', { level: 1, name: /Trailer A · German for Germany/ })
        .waitFor()
      for (const [shown, callAs] of [
        [page, call],
        [vendorPage, vendor.call],
      ] as const) {
        await steps(shown).getByRole('link', { name: 'Upload an offline' }).waitFor()
        const allowed = (await callAs(workrequests.listMoves, { params: { id } }))
          .filter((move) => move.may)
          .map(({ to }) => LABELS[to])
        assert.deepEqual(
          (await steps(shown).getByRole('button').allTextContents()).toSorted(),
          allowed.toSorted(),
        )
      }
    },
  )

  await t.test('a file that is put into the slot of the script becomes the script', async () => {
    assert.equal(await vendorPage.getByRole('region', { name: 'Script' }).count(), 0)
    await page
      .getByLabel('Import file: Dialogue script')
      .last()
      .setInputFiles({
        name: 'dialogue.srt',
        mimeType: 'text/plain',
        buffer: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello.\n'),
      })
    await page.getByRole('dialog').getByRole('button', { name: 'Create from file' }).click()
    await page.getByRole('region', { name: 'Script' }).getByText('English · 1 line').waitFor()
    const { items } = await call(scripts.listScripts, { query: { asset: asset._id } })
    assert.deepEqual(
      items.map(({ part, lines }) => [part, lines]),
      [['dialogue', 1]],
    )
  })

  await t.test('a file of the asset becomes an offline and is submitted for review', async () => {
    const { _id: file } = await vendor.call(files.registerFile, {
      body: { name: 'offline.txt', asset: asset._id },
    })
    await vendor.call(files.receiveContent, { params: { id: file }, body: 'a cut' })
    await vendorPage.reload()
    await vendorPage
      .getByRole('region', { name: 'Offlines' })
      .getByText('Use a file of the asset')
      .click()
    await vendorPage
      .getByRole('region', { name: 'Offlines' })
      .getByLabel('File', { exact: true })
      .selectOption({ label: 'offline.txt' })
    await vendorPage.getByRole('button', { name: 'Use as offline' }).click()
    await vendorPage.getByRole('link', { name: 'Version 1' }).waitFor()
    await waitForStatus(vendorPage, 'For review')
  })

  await t.test('shows changes by others without a reload and without scrolling', async () => {
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
    await steps(page).getByRole('button', { name: 'Reject' }).click()
    const form = page.getByRole('form', { name: 'Reject' })
    assert.ok(
      await form.getByRole('button', { name: 'Reject' }).isDisabled(),
      'needs a problem and a reason',
    )
    await form.getByLabel('Problem').selectOption({ label: 'Sound' })
    await form.getByLabel(/^Reason/).fill('The second reel drifts.')
    await form.getByRole('button', { name: 'Reject' }).click()
    await waitForStatus(page, 'Rejected')
    await waitForStatus(vendorPage, 'Rejected')
    await vendorPage.getByText(/changed the status to Rejected, just now/).waitFor()
    await vendorPage.getByText('Sound: The second reel drifts.').first().waitFor()
    assert.deepEqual(
      [await vendorPage.evaluate(() => 'marked' in globalThis), await position()],
      [true, before],
    )
  })

  await t.test('a comment with a mention appears on the open page of the other user', async () => {
    for (const shown of [page, vendorPage])
      await shown.getByRole('tab', { name: 'Discussion' }).click()
    await page.getByLabel('New comment').pressSequentially('When, @Pi')
    await page.getByRole('option', { name: /^Piet/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('?')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await vendorPage.getByRole('article').getByText('When, @Piet ?').waitFor()
    await vendorPage.getByRole('button', { name: 'Reply' }).click()
    await vendorPage.getByLabel(/^Reply to/).fill('Tomorrow.')
    await vendorPage.keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('Tomorrow.').waitFor()
    assert.equal(await page.getByRole('article').count(), 2)
  })

  await t.test(
    'keeps a half-written comment when the page is resized or another comment arrives',
    async () => {
      const field = page.getByLabel('New comment')
      await field.fill('Not sent yet')
      await page.setViewportSize({ width: 700, height: 800 })
      await vendor.call(comments.createComment, { params: { id }, body: { text: 'In between.' } })
      await page.getByRole('article').getByText('In between.').waitFor()
      assert.equal(await field.inputValue(), 'Not sent yet')
      assert.ok(
        await field.evaluate((area) => area === document.activeElement),
        'the field keeps the focus',
      )
      await page.setViewportSize({ width: 1440, height: 900 })
      assert.equal(await field.inputValue(), 'Not sent yet')
      await field.fill('')
    },
  )

  await t.test('a draft is edited with the order form, with undo', async () => {
    const { _id } = await call(workrequests.createWorkRequest, {
      body: {
        asset: asset._id,
        language: 'deu',
        territory: 'DE',
        dng: { dialogue: ['OV'], graphics: ['OV'], narration: ['OV'] },
      },
    })
    await page.goto(`/workrequests/${_id}`)
    await page.getByRole('tab', { name: 'Order' }).click()
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
    await form.waitFor({ state: 'detached' })
    const saved = async () => {
      const { uses, due, instructions } = await call(workrequests.getWorkRequest, {
        params: { id: _id },
      })
      return [uses.items, due !== null, instructions]
    }
    assert.deepEqual(await saved(), [['Online'], true, 'Keep the title card.'])
    // The page shows the change before the service has saved it.
    const undone = page.waitForResponse(
      (response) =>
        response.request().method() === 'PUT' && response.url().endsWith(`/workrequests/${_id}`),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Keep the title card.').waitFor({ state: 'detached' })
    await undone
    assert.deepEqual(await saved(), [[], false, ''])
  })

  await t.test(
    'an invalid invitation leads to the work request; the board moves a card with its menu',
    async () => {
      // A page of its own, because the browser logs the rejected code as an error.
      const invited = await openAs(page, vendor.session, `/workrequests/${id}/invite/some-code`)
      await invited.getByRole('link', { name: 'Go to the work request' }).click()
      await invited.waitForURL(`**/workrequests/${id}`)
      await vendorPage.goto('/workrequests?as=board')
      const card = vendorPage.getByRole('region', { name: 'Rejected' }).getByRole('listitem')
      await card.getByText('Change status', { exact: true }).click()
      await card.getByRole('button', { name: 'Resume work' }).click()
      await vendorPage
        .getByRole('region', { name: 'In progress' })
        .getByRole('link', { name: 'Trailer A' })
        .waitFor()
    },
  )

  assert.deepEqual([...page.pageErrors, ...vendorPage.pageErrors], [])
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

/** A vendor who sees the work requests of the studio. */
async function createVendor(
  { call, address }: BrowserTestApp,
  studio: string,
): Promise<{ call: Call; session: sessions.Session }> {
  const { _id, emailNormal: email } = await call(users.inviteUser, {
    body: {
      emailNormal: 'piet@example.com',
      name: 'Piet',
      roles: ['vendor'],
      studios: [studio],
      password: PASSWORD,
    },
  })
  await call(groups.createGroup, {
    body: { name: 'Tidal Post', type: 'v', studios: [studio], users: [_id] },
  })
  const session = (await createClient({
    baseUrl: `${address}/api`,
    credential: { email, password: PASSWORD },
  }).call(sessions.openSession)) as sessions.Session
  return { session, call: createClient({ baseUrl: `${address}/api`, credential: session }).call }
}

/** A separate browser context shares nothing with the page that is open already. */
async function openAs(otherPage: Page, { email, token }: sessions.Session, path: string) {
  const context = await otherPage
    .context()
    .browser()!
    .newContext({
      viewport: { width: 1440, height: 600 },
      baseURL: new URL(otherPage.url()).origin,
    })
  await context.addInitScript(
    (stored) => sessionStorage.setItem('reelay.session', stored),
    JSON.stringify({ email, token }),
  )
  const page = Object.assign(await context.newPage(), { pageErrors: [] as string[] })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => page.pageErrors.push(String(error)))
  await page.goto(path)
  return page
}
