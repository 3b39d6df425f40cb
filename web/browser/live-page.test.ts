// A page that is open while other people change what it shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, groups, offlines, workrequests } from '@reelay/api/contract'
import type { Locator, Page } from 'playwright-core'
import { invite, signIn, VERA } from './people.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

test('an open page keeps what somebody does on it', { timeout: 120_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const { call } = app
  const asset = await app.newAsset('Season trailer')
  await invite(app, asset.studio)
  const vendor = (await call(groups.listGroups)).items.find(({ name }) => name === 'Tidal Post')!
  const request = await order(app, asset._id)
  const path = `/workrequests/${request}?playlist=w${request}`
  const page = await signIn(app, VERA)
  await page.goto(path)

  await t.test('a menu stays open, with the focus in it', async () => {
    const menu = page
      .getByRole('navigation', { name: /playlist/i })
      .locator('details')
      .first()
    await menu.locator('summary').click()
    const file = await addFile(app, asset._id)
    await focusAndMark(menu.locator('summary'))
    await call(offlines.createOffline, { body: { workRequest: request, file } })
    await call(workrequests.changeWorkRequest, {
      params: { id: request },
      body: { status: 'for-review' },
    })
    await waitForStatus(page, 'For review')
    assert.deepEqual(await focused(page), 'marked')
    assert.ok(await menu.evaluate((element) => (element as HTMLDetailsElement).open))
  })

  await t.test('the focus stays in a part that the new status moves up', async () => {
    const section = page.getByRole('region', { name: 'Deliverables' })
    await section.getByText('Use a file of the asset').click()
    const choice = section.getByLabel('File', { exact: true })
    await choice.selectOption({ index: 1 })
    await focusAndMark(choice)
    const chosen = await choice.inputValue()
    const [offline] = (await call(offlines.listOfflines)).items
    await call(offlines.decideOffline, {
      params: { id: offline!._id },
      body: { decision: 'approved' },
    })
    await call(workrequests.changeWorkRequest, {
      params: { id: request },
      body: { status: 'approved' },
    })
    await waitForStatus(page, 'Approved')
    assert.deepEqual([await focused(page), await choice.inputValue()], ['marked', chosen])
  })

  await t.test('a vendor who loses the request is told so at once', async () => {
    const { _id: other } = await call(groups.createGroup, {
      body: { name: 'Other Post', type: 'v', studios: [asset.studio], users: [] },
    })
    await call(workrequests.assignVendor, { params: { id: request }, body: { vendor: vendor._id } })
    await page.getByText('Use a file of the asset').first().waitFor({ state: 'detached' })
    await call(workrequests.assignVendor, { params: { id: request }, body: { vendor: other } })
    await page.getByRole('alert').getByText('This is no longer available to you').waitFor()
    assert.equal(await page.getByText('Season trailer').count(), 0)
  })

  assert.deepEqual(
    page.pageErrors.filter((error) => !error.includes('404')),
    [],
  )
})

async function order({ call }: BrowserTestApp, asset: string): Promise<string> {
  const { _id } = await call(workrequests.createWorkRequest, {
    body: {
      asset,
      language: 'deu',
      territory: 'DE',
      status: 'submitted',
      dng: { dialogue: ['OV'], graphics: ['OV'], narration: ['OV'] },
      uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
    },
  })
  return _id
}

async function addFile({ call }: BrowserTestApp, asset: string): Promise<string> {
  const { _id } = await call(files.registerFile, { body: { name: 'cut.txt', asset } })
  await call(files.receiveContent, { params: { id: _id }, body: 'a cut' })
  return _id
}

const waitForStatus = (page: Page, status: string) =>
  page.locator('li[aria-current=step]').getByText(status, { exact: true }).waitFor()

/** The same element has to keep the focus, not another one with the same name. */
async function focusAndMark(control: Locator) {
  await control.focus()
  await control.evaluate((element) => Object.assign(element, { mark: 'marked' }))
}
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as unknown as { mark?: string }).mark)
