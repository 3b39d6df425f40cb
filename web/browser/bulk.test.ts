// Changes of several records at once, and the columns of the library.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assets, groups, territories, workrequests } from '@reelay/api/contract'
import { waitUntil } from './journey-fixtures.ts'
import { startTestApp } from './test-app.ts'
import { GERMANY } from '../../api/test/territories.ts'

test('several records at once', { timeout: 180_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const { call } = app
  const asset = await app.newAsset('Season trailer')
  await call(territories.createTerritory, { body: GERMANY })
  for (const dialogue of ['OV', 'Subtitled'])
    await call(workrequests.createWorkRequest, {
      body: {
        asset: asset._id,
        language: 'deu',
        territory: 'DE',
        dng: { dialogue: [dialogue], graphics: ['OV'], narration: ['OV'] },
      },
    })

  await t.test('sets the due date of the selected work requests with the keyboard', async () => {
    const page = await app.open('/workrequests', { timezoneId: 'Europe/Berlin' })
    await page.getByRole('row').nth(2).waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Set due date' }).press('Enter')
    await page.getByLabel('New due date').fill('2031-05-06T18:00')
    await page.keyboard.press('Enter')
    await page.getByText('2 work requests updated').waitFor()
    const { items } = await call(workrequests.listWorkRequests)
    const due = { date: Date.parse('2031-05-06T16:00:00Z') / 1000, tz: 'Europe/Berlin' }
    assert.deepEqual(
      items.map((request) => request.due),
      [due, due],
    )
  })

  await t.test('adds tags to the selected work requests and keeps their own', async () => {
    const [first] = (await call(workrequests.listWorkRequests)).items
    await call(workrequests.changeWorkRequest, {
      params: { id: first!._id },
      body: { tags: ['cinema'] },
    })
    const page = await app.open('/workrequests')
    await page.getByRole('row').nth(2).waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Change tags' }).click()
    await page.getByLabel('Add tags').fill('rush, cinema')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 work requests updated').waitFor()
    const { items } = await call(workrequests.listWorkRequests)
    assert.deepEqual(
      items.map(({ tags }) => tags.toSorted()),
      [
        ['cinema', 'rush'],
        ['cinema', 'rush'],
      ],
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    await waitUntil(async () => {
      const restored = (await call(workrequests.listWorkRequests)).items
      return restored.flatMap(({ tags }) => tags).join() === 'cinema'
    })
  })

  await t.test(
    'changes the work requests that allow it, and says why the others do not',
    async () => {
      const [open, cancelled] = (await call(workrequests.listWorkRequests)).items
      await call(workrequests.changeWorkRequest, {
        params: { id: cancelled!._id },
        body: { status: 'cancelled' },
      })
      const page = await app.open('/workrequests?status=any', { timezoneId: 'Europe/Berlin' })
      await page.getByRole('row').nth(2).waitFor()
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
      await page.getByRole('button', { name: 'Set due date' }).click()
      await page.getByLabel('New due date').fill('2032-01-02T12:00')
      await page.keyboard.press('Enter')
      await page.getByText('1 of 2 could not be changed').waitFor()
      const failures = page.getByRole('dialog', { name: 'Set due date' }).getByRole('listitem')
      assert.equal(await failures.count(), 1)
      assert.match(await failures.innerText(), /Season trailer.*that is cancelled/s)
      await page.keyboard.press('Escape')
      await page.getByText('1 work request updated').waitFor()
      const dates = await Promise.all(
        [open, cancelled].map(async (request) => {
          const { due } = await call(workrequests.getWorkRequest, { params: { id: request!._id } })
          return new Date(due!.date * 1000).getUTCFullYear()
        }),
      )
      assert.deepEqual(dates, [2032, 2031])
    },
  )

  await t.test('replaces no vendor while it can be undone', async () => {
    const [vendor] = await Promise.all(
      ['Kelp Post', 'Reef Post'].map(async (name) => {
        const body = { name, type: 'v' as const, studios: [asset.studio], users: [] }
        return (await call(groups.createGroup, { body }))._id
      }),
    )
    const { items } = await call(workrequests.listWorkRequests)
    const { _id: id } = items.find(({ status }) => status !== 'cancelled')!
    await call(workrequests.assignVendor, { params: { id }, body: { vendor: vendor! } })
    const page = await app.open('/workrequests')
    await page.getByRole('row').nth(1).waitFor()
    for (const key of ['j', 'x']) await page.keyboard.press(key)
    await page.getByLabel('Assign vendor').selectOption({ label: 'Reef Post' })
    await page.getByText('Reef Post: 1 work request in a few seconds').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    assert.equal((await call(workrequests.getWorkRequest, { params: { id } })).vendor, vendor)
  })

  await t.test('changes the selected assets, and says which could not be changed', async () => {
    const poster = await app.newAsset('Poster')
    const page = await app.open('/assets?as=list')
    for (const name of [/Season trailer/, /Poster/])
      await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit 2 assets' })
    await form.getByLabel('Aspect ratio').fill('wide')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 of 2 could not be changed').waitFor()
    const failures = page.getByRole('dialog').getByRole('listitem')
    assert.equal(await failures.filter({ hasText: 'aspect' }).count(), 2)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    for (const name of [/Season trailer/, /Poster/])
      await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await form.getByLabel('Aspect ratio').fill('2.39:1')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 assets updated').waitFor()
    for (const { _id: id } of [asset, poster]) {
      const changed = await call(assets.getAsset, { params: { id } })
      assert.equal(changed.aspectRatio, '2.39:1')
    }
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitUntil(async () => {
      const { items } = await call(assets.listAssets)
      return items.every(({ aspectRatio }) => aspectRatio === null)
    })
    await page.getByRole('checkbox', { name: /Poster/ }).check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const phase = page.getByRole('dialog').getByLabel('Phase', { exact: true })
    await phase.selectOption({ index: 2 })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('The phase of 1 asset changes in a few seconds').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('The phase of 1 asset changes').waitFor({ state: 'detached' })
    const unchanged = await call(assets.getAsset, { params: { id: poster._id } })
    assert.equal(unchanged.workflow.phase, poster.workflow.phase)
  })

  await t.test(
    'hides a column of the library, and says that there is nothing to download',
    async () => {
      const page = await app.open('/assets?as=list')
      const phase = page.getByRole('columnheader', { name: 'Phase' })
      await phase.waitFor()
      await page.locator('summary', { hasText: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Phase' }).uncheck()
      await phase.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.getByRole('checkbox', { name: /Season trailer/ }).check()
      await page.getByRole('button', { name: 'Download files' }).click()
      await page.getByText('The selected assets have no complete files.').waitFor()
    },
  )
})
