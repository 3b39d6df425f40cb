// The order page: several assets with one form, the estimate, validation and the saved queue.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { studios, territories, workrequests } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { startTestApp, type BrowserTestApp } from './test-app.ts'
import { FRANCE, GERMANY } from '../../api/test/territories.ts'

test('the order page', { timeout: 120_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const studio = await createRates(app)
  const [one, two, three] = [
    await app.newAsset('Trailer A'),
    await app.newAsset('Trailer B'),
    await app.newAsset('Trailer C'),
  ]

  await t.test('submits two orders for the estimated price', async () => {
    const page = await app.open(`/order?asset=${one._id},${two._id}`)
    await page.getByRole('heading', { name: '2 orders' }).waitFor()
    assert.equal(new URL(page.url()).search, '', 'the URL is cleared')
    await fillForm(page)
    await page.getByLabel('Instructions').fill('Keep the title card.')
    await page.getByRole('region', { name: 'Estimate' }).getByText('100.00').waitFor()
    const queueEmptied = page.waitForResponse(
      (response) => response.request().postData() === '{"orderQueue":[]}',
    )
    await page.getByRole('button', { name: 'Submit 2 orders' }).click()
    await page.getByText('2 work requests created').waitFor()
    await page.getByText('Your order queue is empty').waitFor()
    await queueEmptied
    const { items } = await app.call(workrequests.listWorkRequests, { query: { order: 'asset' } })
    assert.deepEqual(
      items.map(({ asset, language, territory, dng, uses, instructions, due }) => [
        asset.name,
        language,
        territory,
        dng.dialogue,
        uses,
        instructions,
        due?.tz,
      ]),
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
    assert.ok(items.every(({ status }) => status !== 'incomplete'))
    assert.deepEqual(page.pageErrors, [])
    await page.context().close()
  })

  await t.test(
    'shows missing values at their fields and keeps the queue after a reload',
    async () => {
      const page = await app.open(`/order?asset=${three._id}`)
      await page.getByRole('button', { name: 'Submit 1 order' }).click()
      for (const message of [
        'Select a territory.',
        'Select at least one use.',
        'Select a due date that leaves the studio enough lead time.',
      ])
        await page.getByText(message).waitFor()
      const saved = page.waitForResponse(
        (response) =>
          response.request().method() === 'PUT' &&
          response.request().postData()?.includes('"due":{') === true,
      )
      await fillForm(page)
      await page.waitForFunction(() => !document.body.textContent.includes('Select a territory.'))
      await saved
      await page.reload()
      await page.getByText('Ready to submit').waitFor()
      assert.deepEqual(page.pageErrors, [])

      // The studio changes its lead time while the page is open.
      await app.call(studios.changeStudio, {
        params: { id: studio },
        body: { settings: { leadTimeHours: 2000 } },
      })
      await page.getByRole('button', { name: 'Submit 1 order' }).click()
      await page.getByText('Select a due date that leaves the studio enough lead time.').waitFor()
      assert.equal((await app.call(workrequests.listWorkRequests)).total, 2)
      await page.getByRole('button', { name: 'Save as drafts' }).click()
      await page.getByText('1 work request created').waitFor()
      assert.equal(
        (await app.call(workrequests.listWorkRequests, { query: { status: 'incomplete' } }))
          .items[0]?.asset.name,
        'Trailer C',
      )
      await page.context().close()
    },
  )
})

async function createRates({ call }: BrowserTestApp): Promise<string> {
  await call(territories.createTerritory, { body: GERMANY })
  await call(territories.createTerritory, { body: FRANCE })
  const {
    items: [studio],
  } = await call(studios.listStudios)
  await call(studios.changeStudio, {
    params: { id: studio!._id },
    body: {
      settings: {
        leadTimeHours: 24,
        rateCard: { perMinute: '40.00', perUse: '10.00', languages: {} },
      },
    },
  })
  return studio!._id
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
