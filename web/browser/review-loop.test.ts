// The review loop as two people walk it: version 1, a note with a drawing, version 2, approval.
import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { offlines, workrequests } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import { countClicks } from './clicks.ts'
import { ADA, invite, signIn, VERA } from './people.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

test('the review loop takes at most 10 clicks', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const id = await order(app)
  const request = () => app.call(workrequests.getWorkRequest, { params: { id } })
  const [ada, vera] = [await signIn(app, ADA), await signIn(app, VERA)]
  const counters = await Promise.all([ada, vera].map(countClicks))

  await vera
    .getByRole('link', { name: /Upload an offline|Submit an offline/ })
    .first()
    .click()
  await dropFile(vera, await createClip(app, 'one.mp4'))
  await waitUntil(async () => (await request()).status === 'for-review')

  await ada
    .getByRole('link', { name: /Approve the version|Review/ })
    .first()
    .click()
  await ada.getByRole('button', { name: 'Pen' }).click({ timeout: 60_000 })
  await drawLine(ada)
  await ada.keyboard.type('The title stands too low')
  await ada.getByRole('button', { name: 'Comment', exact: true }).click()
  await ada.getByText('The title stands too low', { exact: true }).waitFor()

  await dropFile(vera, await createClip(app, 'two.mp4'))
  await waitUntil(async () => (await request()).offlines.length === 2)
  await ada.getByRole('link', { name: 'Version 2' }).click({ timeout: 60_000 })
  await ada.getByText('From version 1').waitFor()
  await ada.getByRole('button', { name: 'Approve', exact: true }).click({ timeout: 60_000 })
  await waitUntil(async () => (await request()).status === 'approved')

  const { items } = await app.call(offlines.listOfflines, { query: { workRequest: id } })
  const { items: notes } = await app.call(offlines.listComments, { params: { id: items[0]!._id } })
  assert.deepEqual(
    [items.map(({ version, decision }) => [version, decision]), notes[0]!.drawing!.length],
    [
      [
        [2, 'approved'],
        [1, null],
      ],
      1,
    ],
  )
  const clicks = await Promise.all(counters.map((count) => count()))
  const total = clicks[0]! + clicks[1]!
  t.diagnostic(`clicks: ${total} (reviewer ${clicks[0]}, vendor ${clicks[1]})`)
  assert.ok(total <= 10, `${total} clicks`)
  assert.deepEqual([...ada.pageErrors, ...vera.pageErrors], [])
})

async function order(app: BrowserTestApp): Promise<string> {
  const asset = await app.newAsset('Season trailer')
  await invite(app, asset.studio)
  const { _id: id } = await app.call(workrequests.createWorkRequest, {
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
  return id
}

async function createClip({ folder: root }: BrowserTestApp, name: string): Promise<string> {
  const folder = join(root, name)
  await mkdir(folder)
  await createMediaEngine({ allowUnsandboxed: true }).run(
    {
      do: 'demo-clip',
      clip: {
        kind: 'clip',
        name: 'film.mp4',
        seconds: 2,
        width: 320,
        height: 180,
        frameRate: '25/1',
        title: name,
        scenes: 1,
        sound: 'tones',
      },
    },
    { folder },
  )
  return join(folder, 'film.mp4')
}

/** Drops a file on the slot of the offlines. */
async function dropFile(page: Page, path: string) {
  const slot = page.getByRole('region', { name: 'Offlines' }).locator('[data-drop-slot]')
  await slot.waitFor()
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

async function waitUntil(holds: () => Promise<boolean>) {
  for (let attempt = 0; !(await holds()); attempt++) {
    if (attempt > 300) throw new Error('Timed out after 90 seconds')
    await sleep(300)
  }
}
