// A material is heard and read where it is approved or rejected, and decided on its asset.
import { workrequests } from '@reelay/api/contract'
import { toneWav } from '../../api/demo/sample-files.ts'
import { uploadFile } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'
import { inviteTeam } from './team.ts'

test('opens a material with one click and rejects it with a reason', async ({ app }) => {
  const { id, ada } = await orderDub(app)
  const page = await app.openFor(ada, `/workrequests/${id}?tab=files`)
  await page.getByRole('link', { name: 'notes.txt' }).click()
  await expect(page.getByText('Grüße aus Köln')).toBeVisible()
  await page.getByRole('link', { name: 'dub.wav' }).click()
  const player = page.getByRole('region', { name: 'Player: dub.wav' })
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const reject = page.getByRole('button', { name: 'Reject file' })
  const form = page.getByRole('form', { name: /Reject/ })
  await reject.click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  // The field has the focus when the click returns, also the second time.
  const focused = await reject.evaluate(async (button: HTMLElement) => {
    button.click()
    await Promise.resolve()
    return document.activeElement?.tagName
  })
  expect(focused).toBe('TEXTAREA')
  await page.keyboard.type('Out of sync')
  await form.getByRole('button', { name: 'Reject file' }).click()
  await expect(reject).toHaveCount(0)
  const { materials, history } = await read(app, id)
  expect([materials[0]!.complete, history.at(-1)!.reason]).toEqual([false, 'Out of sync'])
})

test('approves a material on the page of its asset', async ({ app }) => {
  const { id, asset, ada } = await orderDub(app)
  await uploadFile(app.call, asset, 'notes_v2.txt', Buffer.from('Second'))
  const page = await app.openFor(ada, `/assets/${asset}`)
  const texts = page.getByRole('region', { name: 'Subtitles and documents' })
  await texts.getByText('1 earlier version').click()
  await expect(texts.getByRole('link', { name: /^notes/ })).toHaveText([
    'notes_v2.txt',
    'notes.txt',
  ])
  const sounds = page.getByRole('region', { name: 'Sound', exact: true })
  await sounds.getByRole('button', { name: 'Approve material' }).click()
  await expect(sounds.getByText('Complete and approved')).toBeVisible()
  expect((await read(app, id)).materials[0]!.approved).toBe(true)
})

async function orderDub(app: BrowserApp) {
  const { call } = app
  const { _id: asset } = await app.newAsset('Season trailer')
  const { ada } = await inviteTeam(app)
  const sound = await uploadFile(call, asset, 'dub.wav', toneWav(440))
  const notes = await uploadFile(call, asset, 'notes.txt', Buffer.from('Grüße aus Köln'))
  const { _id: id } = await order(app, asset, { dialogue: 'Dubbed' })
  const material = { name: 'Dubbed' as const, complete: true, approved: false }
  await call(workrequests.changeWorkRequest, {
    params: { id },
    body: { materials: [{ ...material, files: [sound, notes] }] },
  })
  return { id, asset, ada }
}

const read = ({ call }: BrowserApp, id: string) =>
  call(workrequests.getWorkRequest, { params: { id } })
