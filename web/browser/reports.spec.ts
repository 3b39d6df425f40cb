import { expect, test } from './fixtures.ts'
import { order } from './orders.ts'

test('the risk report shows 25 requests at a time, and the list the risk of each', async ({
  app,
}) => {
  const { _id: asset } = await app.newAsset('Season trailer')
  const due = { date: Math.floor(Date.now() / 1000) + 86_400, tz: 'Europe/Berlin' }
  for (let number = 0; number < 28; number++)
    await order(app, asset, { dialogue: 'Subtitled', status: undefined, uses: undefined, due })
  const page = await app.open('/reports')
  const rows = page.getByRole('table').getByRole('rowheader')
  await expect(rows).toHaveCount(25)
  await expect(page.getByText('25 of 28')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(28)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await page.goto('/workrequests')
  const list = page.getByRole('grid', { name: 'Work requests' })
  await expect(list.getByRole('row').nth(1).getByText('Critical')).toBeVisible()
})
