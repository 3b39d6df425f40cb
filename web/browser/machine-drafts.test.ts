// A manager sets up a provider, and a translator drafts, confirms and submits, with a server that
// speaks the protocol of LibreTranslate.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  machinedrafts,
  scripts,
  studios,
  territories,
  translations,
  workrequests,
} from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { startDraftServer, TEST_KEY } from '../../api/test/draft-server.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'
import { GERMANY } from '../../api/test/territories.ts'

const SOURCES = ['We see nothing.', 'Nothing at all.', 'Who is there?']

test('machine drafts', { timeout: 120_000 }, async (t) => {
  const app = await startTestApp(t, { DRAFTS_PRIVATE: '1' })
  if (!app) return
  const server = await startDraftServer(t)
  const [studio] = (await app.call(studios.listStudios)).items
  const request = await orderTranslation(app)
  const params = { id: request.translation._id }
  const read = () => app.call(translations.translationLines.list, { params })
  const path = `/workrequests/${request._id}/translate`

  const editor = await app.open(path)
  await t.test('is off before the studio names a provider', async () => {
    await openDrafts(editor)
    await editor.getByText('The studio has no provider of machine translations').waitFor()
    await editor.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  const admin = await app.open(`/administration/studios/${studio!._id}/drafts`)
  await t.test('a manager names a provider and tests it', async () => {
    const form = admin.getByRole('form', { name: 'Translations' })
    await form.getByLabel('URL').fill(server.url)
    await form.getByLabel('Key', { exact: true }).fill(TEST_KEY)
    await form.getByRole('button', { name: 'Save' }).click()
    await admin.getByRole('button', { name: 'Test provider' }).click()
    await admin.getByText('HELLO', { exact: true }).waitFor()
    assert.equal(await form.getByLabel('Key', { exact: true }).inputValue(), '')
  })

  await t.test('drafts the empty lines and marks them', async () => {
    await editor.reload()
    await openDrafts(editor)
    const host = new URL(server.url).host
    await editor.getByText(`are sent to ${host}`).waitFor()
    await editor.getByRole('button', { name: 'Draft 3 lines' }).click()
    await editor.getByText('3 lines drafted').waitFor({ timeout: 20_000 })
    await editor.getByRole('button', { name: 'Close', exact: true }).last().click()
    await editor.getByText('WE SEE NOTHING.').waitFor({ timeout: 20_000 })
    await editor.getByText('Machine draft', { exact: true }).nth(1).waitFor()
  })

  await t.test('confirms one line by shortcut and the others at once', async () => {
    await editor
      .getByRole('button', { name: /^Line 1:/ })
      .or(field(editor, 1))
      .first()
      .click()
    await field(editor, 1).press('Alt+a')
    await editor.getByText('1 line confirmed').waitFor()
    await editor.getByText('Saved', { exact: true }).waitFor()
    assert.deepEqual(
      (await read()).map(({ machine, custom }) => [machine, custom]),
      [
        [false, true],
        [true, false],
        [true, false],
      ],
    )
    await editor.keyboard.press('Control+Shift+Enter')
    await editor.getByText('2 lines are machine drafts that nobody has confirmed.').waitFor()
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await openTool(editor, 'Confirm all 2 machine drafts')
    await editor.getByText('2 lines confirmed').waitFor()
    await editor.getByText('Saved', { exact: true }).waitFor()
    assert.ok((await read()).every(({ machine }) => !machine))
  })

  await t.test('shows the manager what it cost', async () => {
    await admin.reload()
    const characters = SOURCES.join('').length
    await admin.getByText(`${characters} characters`).first().waitFor()
    const { items } = await app.call(machinedrafts.listDraftRuns, { params: { id: studio!._id } })
    assert.equal(items[0]!.characters, characters)
  })
  assert.deepEqual([...editor.pageErrors, ...admin.pageErrors], [])
})

const field = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Translation of line ${number}` })

async function openTool(page: Page, item: string) {
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('group', { name: 'More actions' }).getByText(item, { exact: true }).click()
}
const openDrafts = (page: Page) => openTool(page, 'Draft with machine translation')

async function orderTranslation({ call, newAsset }: BrowserTestApp) {
  const asset = await newAsset('The Wind')
  const script = await call(scripts.createScript, {
    body: { asset: asset._id, part: 'dialogue', language: 'eng' },
  })
  await call(scripts.scriptLines.put, {
    params: { id: script._id },
    body: SOURCES.map((text, index) => ({
      number: index + 1,
      startTime: `00:00:${index + 1}0,000`,
      stopTime: `00:00:${index + 1}3,000`,
      text,
    })),
  })
  await call(territories.createTerritory, { body: GERMANY })
  return call(workrequests.createWorkRequest, {
    body: {
      asset: asset._id,
      language: 'deu',
      territory: 'DE',
      dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
      uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
      status: 'submitted',
    },
  })
}
