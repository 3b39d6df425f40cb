import assert from 'node:assert/strict'
import { test } from 'node:test'
import { territories, workrequests } from '@reelay/api/contract'
import { GERMANY } from '../../api/test/territories.ts'
import { startTestApp } from './test-app.ts'

test(
  'the risk report shows 25 requests at a time, and the list the risk of each',
  { timeout: 120_000 },
  async (t) => {
    const app = await startTestApp(t)
    if (!app) return
    const asset = await app.newAsset('Season trailer')
    await app.call(territories.createTerritory, { body: GERMANY })
    const due = { date: Math.floor(Date.now() / 1000) + 86_400, tz: 'Europe/Berlin' }
    for (let order = 0; order < 28; order++)
      await app.call(workrequests.createWorkRequest, {
        body: {
          asset: asset._id,
          language: 'deu',
          territory: 'DE',
          dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
          due,
        },
      })
    const page = await app.open('/reports')
    const rows = page.getByRole('table').getByRole('rowheader')
    await rows.first().waitFor()
    assert.equal(await rows.count(), 25)
    await page.getByText('25 of 28').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await rows.nth(27).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
    await page.goto('/workrequests')
    const list = page.getByRole('grid', { name: 'Work requests' })
    await list.getByRole('row').nth(1).getByText('Critical').waitFor()
  },
)
