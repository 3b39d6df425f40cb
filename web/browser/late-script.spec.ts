// A script that comes after the order.
import { scripts } from '@reelay/api/contract'
import { expect, test } from './fixtures.ts'
import { order } from './orders.ts'

const line = (index: number) => ({
  number: index + 1,
  startTime: `00:00:${String(index * 4).padStart(2, '0')},000`,
  stopTime: `00:00:${String(index * 4 + 2).padStart(2, '0')},000`,
  text: `Sentence ${index + 1}`,
})

test('offers the lines of a script that comes after the order, and shows later changes', async ({
  app,
}) => {
  const { call } = app
  const { _id: asset } = await app.newAsset('Late trailer')
  const { _id: id } = await order(app, asset, { dialogue: 'Subtitled' })
  const page = await app.open(`/workrequests/${id}`)
  const steps = page.getByRole('region', { name: 'Next steps' })
  const write = (count: number) =>
    call(scripts.scriptLines.put, {
      params: { id: script },
      body: Array.from({ length: count }, (_none, index) => line(index)),
    })

  await test.step('the missing script is a step', async () => {
    await steps.getByRole('link', { name: 'Import the script' }).click()
    await expect(page).toHaveURL(/#script$/)
  })

  const { _id: script } = await call(scripts.createScript, {
    body: { asset, part: 'dialogue', language: 'eng' },
  })
  await write(10)

  await test.step('its lines are added with one press', async () => {
    await page.reload()
    await steps.getByRole('link', { name: 'Add the lines' }).click()
    await expect(page.getByText('The script has 10 lines')).toBeVisible()
    await expect(page.getByText('No lines yet')).toHaveCount(0)
    await expect(page.getByText(/lines are affected/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Add lines from the script' }).click()
    await expect(page.getByRole('list', { name: 'Lines' }).getByRole('listitem')).toHaveCount(10)
  })

  await test.step('the review of a later change names the lines', async () => {
    await write(11)
    await page.reload()
    await page.getByRole('button', { name: 'Review changes' }).click()
    const changes = page.getByRole('dialog').getByRole('listitem')
    await expect(changes).toHaveText(['New00:00:40,000 – 00:00:42,000Sentence 11'])
  })
})
