// A translation and the comments of a version follow a new cut, and a machine transcribes a film.
import assert from 'node:assert/strict'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  files,
  machinedrafts,
  offlines,
  previews,
  scripts,
  territories,
  translations,
  workrequests,
} from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import { AXE_VIEWS, findViolations } from '../../api/test/axe.ts'
import { startDraftServer, TEST_KEY } from '../../api/test/draft-server.ts'
import { waitUntil } from './journey-fixtures.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const TEXTS = ['Eins.', 'Zwei.', 'Drei.']
/** The first line stays, of the second only a part is left, and the third is removed. */
const EDL = `TITLE: New
001  BL   V  C  00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00
002  OLD  V  C  01:00:00:00 01:00:21:00 01:00:02:00 01:00:23:00
`

test('conforming and transcribing', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t, { DRAFTS_PRIVATE: '1' })
  if (!app) return
  const asset = await app.newAsset('The Wind')
  const request = await orderTranslation(app, asset._id)
  await conformsLines(t, app, request)
  await movesComments(t, app, { asset: asset._id, request: request._id })
  await transcribes(t, app)
})

async function conformsLines(
  t: TestContext,
  app: BrowserTestApp,
  { _id, translation }: workrequests.WorkRequest,
) {
  const params = { id: translation._id }
  const read = async () =>
    (await app.call(translations.translationLines.list, { params })).map(
      ({ text, startTime }) => `${text} ${startTime}`,
    )
  const page = await app.open(`/workrequests/${_id}/translate`)
  const dialog = page.getByRole('dialog', { name: 'Conform to a new cut' })
  await t.test('shows the plan for an edit list before anything changes', async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page
      .getByRole('group', { name: 'More actions' })
      .getByText('Conform to a new cut', { exact: true })
      .click()
    await chooseList(page, EDL)
    assert.deepEqual(await countsIn(page), ['Moved 1', 'Split 0', 'Removed 1', 'Doubtful 1'])
    await dialog.getByText('Only a part of the line is left.').waitFor()
    assert.deepEqual(await read(), [
      'Eins. 00:00:10,000',
      'Zwei. 00:00:20,000',
      'Drei. 00:00:30,000',
    ])
  })
  await t.test('is accessible', () => isAccessible(page))
  await t.test('accepts a proposal by its key, applies the plan, and undoes it', async () => {
    await dialog.getByRole('region', { name: 'Doubtful lines' }).press('a')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('3 lines conformed').waitFor()
    assert.deepEqual(await read(), ['Eins. 00:00:12,000', 'Zwei. 00:00:22,000'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The lines are as before').waitFor()
    assert.equal((await read()).length, 3)
  })
  assert.deepEqual(page.pageErrors, [])
}

async function movesComments(
  t: TestContext,
  app: BrowserTestApp,
  { asset, request }: { asset: string; request: string },
) {
  const addVersion = async (clip: { seconds: number; blackHead?: number }) => {
    const file = await uploadClip(app, asset, clip)
    const { _id } = await app.call(offlines.createOffline, { body: { workRequest: request, file } })
    await waitUntil(
      async () => (await app.call(offlines.getOffline, { params: { id: _id } })).status === 'ready',
    )
    return _id
  }
  const first = await addVersion({ seconds: 4 })
  const comment = (text: string, position: { frame: number } | { range: object }) =>
    app.call(offlines.createComment, {
      params: { id: first },
      body: { text, ...position } as offlines.NewOfflineComment,
    })
  await comment('too dark', { frame: 10 })
  await comment('across', { range: { first: 40, last: 60 } })
  await comment('gone', { frame: 90 })
  const second = await addVersion({ seconds: 5, blackHead: 1 })
  const page = await app.open(`/offlines/${second}`)
  const positions = async () =>
    (await app.call(offlines.listComments, { params: { id: second } })).items.map(
      ({ text, frame, range, conformed }) => [text, frame ?? range?.first, conformed?.outcome],
    )
  const dialog = page.getByRole('dialog', { name: 'Move comments to this cut' })
  const open = async () => {
    await page.getByRole('button', { name: 'Move to this cut…' }).click()
    await dialog.waitFor()
  }
  await t.test('flags and keeps comments by an edit list', async () => {
    await open()
    await chooseList(
      page,
      `TITLE: New
001  OLD  V  C  01:00:02:00 01:00:03:00 01:00:00:00 01:00:01:00
002  OLD  V  C  01:00:00:00 01:00:02:00 01:00:01:00 01:00:03:00
`,
    )
    assert.deepEqual(await countsIn(page), ['Moved 1', 'Doubtful 1', 'Removed 1'])
    await page.getByText('The range is at several places in the new cut.').waitFor()
    await page
      .getByRole('region', { name: /not in this version/ })
      .getByText('gone')
      .waitFor()
    await isAccessible(page)
    await page.getByLabel('Position of “across”').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('3 comments moved to this cut').waitFor()
    assert.deepEqual(await positions(), [
      ['across', 0, 'moved'],
      ['too dark', 35, 'moved'],
      ['gone', undefined, 'dropped'],
    ])
    const thread = page.getByRole('listitem').filter({ hasText: 'gone' })
    await thread.getByText('Not in this version').waitFor()
    await thread.getByText('The shot was removed.').waitFor()
  })
  await t.test('compares the films of both versions', async () => {
    await open()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Apply' }).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.deepEqual(
      (await positions()).map(([text, frame]) => [text, frame]),
      [
        ['too dark', 35],
        ['across', 65],
        ['gone', 115],
      ],
    )
  })
  assert.deepEqual(page.pageErrors, [])
}

async function transcribes(t: TestContext, app: BrowserTestApp) {
  const server = await startDraftServer(t)
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
  await t.test('says that the studio has no provider', async () => {
    await open()
    await dialog.getByText('The studio has no provider of transcripts').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  })
  await app.call(machinedrafts.putDraftProvider, {
    params: { id: asset.studio, task: 'transcription' },
    body: { kind: 'openai', url: server.url, model: 'whisper', secret: TEST_KEY },
  })
  await t.test('writes the script from the sound, and marks its lines', async () => {
    await page.reload()
    await open()
    await dialog.getByText(`is sent to ${new URL(server.url).host}`).waitFor()
    await isAccessible(page)
    await dialog.getByRole('button', { name: 'Transcribe', exact: true }).click()
    await dialog.getByText('2 lines written').waitFor({ timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
    const lines = await app.call(scripts.scriptLines.list, { params: { id } })
    assert.deepEqual(
      lines.map(({ text, machine }) => [text, machine]),
      [
        ['Who is there?', true],
        ['The wind.', true],
      ],
    )
  })
  await t.test('confirms the lines', async () => {
    await page.getByRole('button', { name: /^Edit lines/ }).click()
    await page.getByText('2 lines were heard by a machine').waitFor()
    await page.getByRole('button', { name: 'Confirm 2 lines' }).click()
    await page.getByText('2 lines confirmed').waitFor()
    const lines = await app.call(scripts.scriptLines.list, { params: { id } })
    assert.ok(lines.every(({ machine }) => !machine))
  })
  assert.deepEqual(page.pageErrors, [])
}

async function chooseList(page: Page, text: string) {
  await page.getByLabel('Where the new times come from').selectOption('list')
  await page
    .getByLabel('List of the new cut')
    .setInputFiles({ name: 'new.edl', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Apply' }).waitFor()
}

const countsIn = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((one) => [...one.children].map(({ textContent }) => textContent).join(' ')),
    )

async function isAccessible(page: Page) {
  for (const { width, colorScheme } of AXE_VIEWS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await findViolations(page), [], `${width}, ${colorScheme}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function orderTranslation({ call }: BrowserTestApp, asset: string) {
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
  const request = await call(workrequests.createWorkRequest, {
    body: {
      asset,
      language: 'deu',
      territory: 'DE',
      dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
      uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
      status: 'submitted',
    },
  })
  await call(translations.translationLines.put, {
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

async function uploadClip(
  app: BrowserTestApp,
  asset: string,
  clip: { seconds: number; blackHead?: number },
): Promise<string> {
  const folder = await mkdtemp(join(app.folder, 'clip-'))
  const { name } = await createMediaEngine({ allowUnsandboxed: true }).run(
    {
      do: 'demo-clip',
      clip: {
        kind: 'clip',
        name: 'film.mp4',
        width: 320,
        height: 180,
        frameRate: '25/1',
        title: 'THE WIND',
        scenes: 1,
        sound: 'speech-like',
        ...clip,
      },
    },
    { folder },
  )
  const { _id: id } = await app.call(files.registerFile, { body: { name, asset } })
  await app.call(files.receiveContent, { params: { id }, body: await readFile(join(folder, name)) })
  await waitUntil(async () => (await app.call(files.getFile, { params: { id } })).verified)
  return id
}
