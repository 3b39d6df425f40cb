// The review loop as two people walk it: version 1, a note with a drawing, version 2, approval.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { offlines, workrequests } from '@reelay/api/contract'
import { countClicks } from './clicks.ts'
import { renderClip } from './clips.ts'
import { expect, test } from './fixtures.ts'
import { order } from './orders.ts'
import { inviteTeam, signInAs } from './team.ts'

test('the review loop takes at most 10 clicks', async ({ app }) => {
  const team = await inviteTeam(app)
  const { _id: id } = await order(app, (await app.newAsset('Season trailer'))._id)
  const request = () => app.call(workrequests.getWorkRequest, { params: { id } })
  const ada = await signInAs(app, team.ada)
  const vera = await signInAs(app, team.vera)
  const counters = await Promise.all([ada, vera].map(countClicks))

  await test.step('Vera uploads version 1', async () => {
    await vera
      .getByRole('link', { name: /Upload an offline|Submit an offline/ })
      .first()
      .click()
    await dropFile(vera, await renderClip({ title: 'Version 1' }))
    await expect.poll(async () => (await request()).status).toBe('for-review')
  })

  await test.step('Ada draws on a frame and comments', async () => {
    await ada
      .getByRole('link', { name: /Approve the version|Review/ })
      .first()
      .click()
    await ada.getByRole('button', { name: 'Pen' }).click({ timeout: 60_000 })
    await drawLine(ada)
    await ada.keyboard.type('The title stands too low')
    await ada.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(ada.getByText('The title stands too low', { exact: true })).toBeVisible()
  })

  await test.step('Vera uploads version 2, and Ada approves it', async () => {
    await dropFile(vera, await renderClip({ title: 'Version 2' }))
    await expect.poll(async () => (await request()).offlines.length).toBe(2)
    await ada.getByRole('link', { name: 'Version 2' }).click({ timeout: 60_000 })
    await expect(ada.getByText('From version 1')).toBeVisible()
    await ada.getByRole('button', { name: 'Approve', exact: true }).click({ timeout: 60_000 })
    await expect.poll(async () => (await request()).status).toBe('approved')
  })

  const { items } = await app.call(offlines.listOfflines, { query: { workRequest: id } })
  const { items: notes } = await app.call(offlines.listComments, { params: { id: items[0]!._id } })
  expect(items.map(({ version, decision }) => [version, decision])).toEqual([
    [2, 'approved'],
    [1, null],
  ])
  expect(notes[0]!.drawing).toHaveLength(1)
  const [reviewer = 0, vendor = 0] = await Promise.all(counters.map((count) => count()))
  expect(reviewer + vendor, `reviewer ${reviewer}, vendor ${vendor}`).toBeLessThanOrEqual(10)
})

/** Drops a file on the slot of the offlines. */
async function dropFile(page: Page, path: string) {
  const slot = page.getByRole('region', { name: 'Offlines' }).locator('[data-drop-slot]')
  await expect(slot).toBeVisible()
  const dataTransfer = await page.evaluateHandle(
    (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], 'offline.mp4', { type: 'video/mp4' }))
      return transfer
    },
    (await readFile(path)).toString('base64'),
  )
  await slot.dispatchEvent('drop', { dataTransfer })
}

async function drawLine(page: Page) {
  const { x, y, width, height } = (await page.getByTestId('drawing').boundingBox())!
  await page.mouse.move(x + width * 0.3, y + height * 0.6)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.6, y + height * 0.5, { steps: 5 })
  await page.mouse.up()
}
