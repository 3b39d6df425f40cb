// A translation and the comments of a version follow a new cut, and a machine transcribes a film.
import type { Page } from '@playwright/test'
import { machinedrafts, offlines, previews, scripts, translations } from '@reelay/api/contract'
import { startDraftServer, TEST_KEY } from '../../api/test/draft-server.ts'
import { expectAccessible } from './accessibility.ts'
import { renderClip, uploadFile } from './clips.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { addVersion, order } from './orders.ts'

const TEXTS = ['Eins.', 'Zwei.', 'Drei.']
/** The first line stays, of the second only a part is left, and the third is removed. */
const EDL = `TITLE: New
001  BL   V  C  00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00
002  OLD  V  C  01:00:00:00 01:00:21:00 01:00:02:00 01:00:23:00
`

test('conforms the lines of a translation to an edit list', async ({ app }) => {
  const { _id, translation } = await orderTranslation(app)
  const params = { id: translation._id }
  const read = async () =>
    (await app.call(translations.translationLines.list, { params })).map(
      ({ text, startTime }) => `${text} ${startTime}`,
    )
  const page = await app.open(`/workrequests/${_id}/translate`)
  const dialog = page.getByRole('dialog', { name: 'Conform to a new cut' })
  await test.step('shows the plan for an edit list before anything changes', async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page
      .getByRole('group', { name: 'More actions' })
      .getByText('Conform to a new cut', { exact: true })
      .click()
    await chooseList(page, EDL)
    expect(await countsIn(page)).toEqual(['Moved 1', 'Split 0', 'Removed 1', 'Doubtful 1'])
    await expect(dialog.getByText('Only a part of the line is left.')).toBeVisible()
    expect(await read()).toEqual(['Eins. 00:00:10,000', 'Zwei. 00:00:20,000', 'Drei. 00:00:30,000'])
  })
  await test.step('is accessible', () => expectAccessible(page))
  await test.step('accepts a proposal by its key, applies the plan, and undoes it', async () => {
    await dialog.getByRole('region', { name: 'Doubtful lines' }).press('a')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('3 lines conformed')).toBeVisible()
    expect(await read()).toEqual(['Eins. 00:00:12,000', 'Zwei. 00:00:22,000'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('The lines are as before')).toBeVisible()
    expect((await read()).length).toBe(3)
  })
})

test('moves the comments of a version to a new cut', async ({ app }) => {
  const { _id: asset } = await app.newAsset('The Wind')
  const { _id: request } = await order(app, asset)
  const uploadVersion = async (clip: { seconds: number; blackHead?: number }) =>
    addVersion(app.call, request, await uploadClip(app, asset, clip))
  const first = await uploadVersion({ seconds: 4 })
  const comment = (text: string, position: { frame: number } | { range: object }) =>
    app.call(offlines.createComment, {
      params: { id: first },
      body: { text, ...position } as offlines.NewOfflineComment,
    })
  await comment('too dark', { frame: 10 })
  await comment('across', { range: { first: 40, last: 60 } })
  await comment('gone', { frame: 90 })
  const second = await uploadVersion({ seconds: 5, blackHead: 1 })
  const page = await app.open(`/offlines/${second}`)
  const positions = async () =>
    (await app.call(offlines.listComments, { params: { id: second } })).items.map(
      ({ text, frame, range, conformed }) => [text, frame ?? range?.first, conformed?.outcome],
    )
  const dialog = page.getByRole('dialog', { name: 'Move comments to this cut' })
  const open = async () => {
    await page.getByRole('button', { name: 'Move to this cut…' }).click()
    await expect(dialog).toBeVisible()
  }
  await test.step('flags and keeps comments by an edit list', async () => {
    await open()
    await chooseList(
      page,
      `TITLE: New
001  OLD  V  C  01:00:02:00 01:00:03:00 01:00:00:00 01:00:01:00
002  OLD  V  C  01:00:00:00 01:00:02:00 01:00:01:00 01:00:03:00
`,
    )
    expect(await countsIn(page)).toEqual(['Moved 1', 'Doubtful 1', 'Removed 1'])
    await expect(page.getByText('The range is at several places in the new cut.')).toBeVisible()
    await expect(
      page.getByRole('region', { name: /not in this version/ }).getByText('gone'),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Position of “across”').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('3 comments moved to this cut')).toBeVisible()
    expect(await positions()).toEqual([
      ['across', 0, 'moved'],
      ['too dark', 35, 'moved'],
      ['gone', undefined, 'dropped'],
    ])
    const thread = page.getByRole('listitem').filter({ hasText: 'gone' })
    await expect(thread.getByText('Not in this version')).toBeVisible()
    await expect(thread.getByText('The shot was removed.')).toBeVisible()
  })
  await test.step('compares the films of both versions', async () => {
    await open()
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog).toBeHidden()
    expect((await positions()).map(([text, frame]) => [text, frame])).toEqual([
      ['too dark', 35],
      ['across', 65],
      ['gone', 115],
    ])
  })
})

test('transcribes a film with the provider of the studio', async ({ app }) => {
  const server = await startDraftServer(app)
  server.hear([
    { start: 0.4, end: 1.6, text: ' Who is there?' },
    { start: 2, end: 3.2, text: ' The wind.' },
  ])
  const asset = await app.newAsset('The Storm')
  const file = await uploadClip(app, asset._id, { seconds: 4 })
  await app.call(previews.createPreview, { body: { asset: asset._id, file } })
  const { _id: id } = await app.call(scripts.createScript, {
    body: { asset: asset._id, part: 'dialogue', language: 'eng' },
  })
  const page = await app.open(`/assets/${asset._id}`)
  const dialog = page.getByRole('dialog', { name: 'Transcribe the film' })
  const open = () => page.getByRole('button', { name: 'Transcribe', exact: true }).first().click()
  await test.step('says that the studio has no provider', async () => {
    await open()
    await expect(dialog.getByText('The studio has no provider of transcripts')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  })
  await app.call(machinedrafts.putDraftProvider, {
    params: { id: asset.studio, task: 'transcription' },
    body: { kind: 'openai', url: server.url, model: 'whisper', secret: TEST_KEY },
  })
  await test.step('writes the script from the sound, and marks its lines', async () => {
    await page.reload()
    await open()
    await expect(dialog.getByText(`is sent to ${new URL(server.url).host}`)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Transcribe', exact: true }).click()
    await expect(dialog.getByText('2 lines written')).toBeVisible({ timeout: 120_000 })
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
    const lines = await app.call(scripts.scriptLines.list, { params: { id } })
    expect(lines.map(({ text, machine }) => [text, machine])).toEqual([
      ['Who is there?', true],
      ['The wind.', true],
    ])
  })
  await test.step('confirms the lines', async () => {
    await page.getByRole('button', { name: /^Edit lines/ }).click()
    await expect(page.getByText('2 lines were heard by a machine')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm 2 lines' }).click()
    await expect(page.getByText('2 lines confirmed')).toBeVisible()
    const lines = await app.call(scripts.scriptLines.list, { params: { id } })
    expect(lines.every(({ machine }) => !machine)).toBe(true)
  })
})

async function chooseList(page: Page, text: string) {
  await page.getByLabel('Where the new times come from').selectOption('list')
  await page
    .getByLabel('List of the new cut', { exact: true })
    .setInputFiles({ name: 'new.edl', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible()
}

const countsIn = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((one) => [...one.children].map(({ textContent }) => textContent).join(' ')),
    )

async function orderTranslation(app: BrowserApp) {
  const { _id: asset } = await app.newAsset('The Wind')
  const request = await order(app, asset, { dialogue: 'Subtitled' })
  await app.call(translations.translationLines.put, {
    params: { id: request.translation._id },
    body: TEXTS.map((text, index) => ({
      number: index + 1,
      startTime: `00:00:${index + 1}0,000`,
      stopTime: `00:00:${index + 1}3,000`,
      text,
    })),
  })
  return request
}

const uploadClip = async (
  { call }: BrowserApp,
  asset: string,
  clip: { seconds: number; blackHead?: number },
) => uploadFile(call, asset, 'film.mp4', await renderClip({ title: 'THE WIND', ...clip }))
