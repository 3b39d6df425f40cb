// A material is heard and read where it is approved or rejected, and decided on its asset.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, workrequests } from '@reelay/api/contract'
import { toneWav } from '../../api/demo/sample-files.ts'
import { ADA, invite, signIn } from './people.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

test('opens a material with one click and rejects it with a reason', async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const asset = await app.newAsset('Season trailer')
  await invite(app, asset.studio)
  const sound = await upload(app, asset._id, 'dub.wav', toneWav(440))
  const notes = await upload(app, asset._id, 'notes.txt', Buffer.from('Grüße aus Köln'))
  const { _id: id } = await app.call(workrequests.createWorkRequest, {
    body: {
      asset: asset._id,
      language: 'deu',
      territory: 'DE',
      status: 'submitted',
      dng: { dialogue: ['Dubbed'], graphics: ['OV'], narration: ['OV'] },
      uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
    },
  })
  const material = { name: 'Dubbed' as const, complete: true, approved: false }
  await app.call(workrequests.changeWorkRequest, {
    params: { id },
    body: { materials: [{ ...material, files: [sound, notes] }] },
  })
  const page = await signIn(app, ADA)
  await page.goto(`${app.address}/workrequests/${id}?tab=files`)
  await page.getByRole('link', { name: 'notes.txt' }).click()
  await page.getByText('Grüße aus Köln').waitFor()
  await page.getByRole('link', { name: 'dub.wav' }).click()
  await page
    .getByRole('region', { name: 'Player: dub.wav' })
    .getByRole('button', { name: 'Play', exact: true })
    .waitFor()
  const form = page.getByRole('form', { name: /Reject/ })
  await page.getByRole('button', { name: 'Reject file' }).click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  // The field has the focus when the click returns, also the second time.
  const focused = await page
    .getByRole('button', { name: 'Reject file' })
    .evaluate(async (button: HTMLElement) => {
      button.click()
      await Promise.resolve()
      return document.activeElement?.tagName
    })
  assert.equal(focused, 'TEXTAREA')
  await page.keyboard.type('Out of sync')
  await form.getByRole('button', { name: 'Reject file' }).click()
  await page.getByRole('button', { name: 'Reject file' }).waitFor({ state: 'detached' })
  const { materials, history } = await app.call(workrequests.getWorkRequest, { params: { id } })
  assert.deepEqual([materials[0]!.complete, history.at(-1)!.reason], [false, 'Out of sync'])

  await app.call(workrequests.changeWorkRequest, {
    params: { id },
    body: { materials: [{ ...material, files: [sound, notes] }] },
  })
  await upload(app, asset._id, 'notes_v2.txt', Buffer.from('Second'))
  await page.goto(`${app.address}/assets/${asset._id}`)
  const texts = page.getByRole('region', { name: 'Subtitles and documents' })
  await texts.getByText('1 earlier version').click()
  await texts.getByRole('link', { name: 'notes.txt' }).waitFor()
  assert.deepEqual(await texts.getByRole('link', { name: /^notes/ }).allTextContents(), [
    'notes_v2.txt',
    'notes.txt',
  ])
  const sounds = page.getByRole('region', { name: 'Sound', exact: true })
  await sounds.getByRole('button', { name: 'Approve material' }).click()
  await sounds.getByText('Complete and approved').waitFor()
  assert.ok(await approved(app, id))
  assert.deepEqual(page.pageErrors, [])
})

async function approved(app: BrowserTestApp, id: string) {
  const { materials } = await app.call(workrequests.getWorkRequest, { params: { id } })
  return materials[0]!.approved
}

async function upload(app: BrowserTestApp, asset: string, name: string, bytes: Buffer) {
  const { _id } = await app.call(files.registerFile, { body: { name, asset } })
  await app.call(files.receiveContent, { params: { id: _id }, body: bytes })
  return _id
}
