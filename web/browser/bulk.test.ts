// Changes of several records at once, and the columns of the library.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { territories, workrequests } from '@reelay/api/contract'
import { startTestApp } from './test-app.ts'

test('several records at once', { timeout: 180_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const { call } = app
  const asset = await app.newAsset('Season trailer')
  await call(territories.createTerritory, {
    body: {
      name: 'Germany',
      code: 'DE',
      standard: 'PAL',
      countries: [{ name: 'Germany', code: 'DE' }],
      languages: [{ name: 'German', code: 'deu', dcpCode: 'DE' }],
      assignedLanguages: [],
    },
  })
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
