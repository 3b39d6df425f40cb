// A manager sets up a provider, and a translator drafts, confirms and submits, with a server that
// speaks the protocol of LibreTranslate.
import type { Page } from '@playwright/test'
import { machinedrafts, scripts, translations } from '@reelay/api/contract'
import { startDraftServer, TEST_KEY } from '../../api/test/draft-server.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'

const SOURCES = ['We see nothing.', 'Nothing at all.', 'Who is there?']

test('a manager names a provider, and a translator drafts, confirms and submits', async ({
  app,
}) => {
  const server = await startDraftServer(app)
  const request = await orderTranslation(app)
  const params = { id: request.translation._id }
  const read = () => app.call(translations.translationLines.list, { params })
  const path = `/workrequests/${request._id}/translate`

  const editor = await app.open(path)
  await test.step('is off before the studio names a provider', async () => {
    await openDrafts(editor)
    await expect(
      editor.getByText('The studio has no provider of machine translations'),
    ).toBeVisible()
    await editor.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  const admin = await app.open(`/administration/studios/${app.studio._id}/drafts`)
  await test.step('a manager names a provider and tests it', async () => {
    const form = admin.getByRole('form', { name: 'Translations' })
    await form.getByLabel('URL').fill(server.url)
    await form.getByLabel('Key', { exact: true }).fill(TEST_KEY)
    await form.getByRole('button', { name: 'Save' }).click()
    await admin.getByRole('button', { name: 'Test provider' }).click()
    await expect(admin.getByText('HELLO', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Key', { exact: true })).toHaveValue('')
  })

  await test.step('drafts the empty lines and marks them', async () => {
    await editor.reload()
    await openDrafts(editor)
    const host = new URL(server.url).host
    await expect(editor.getByText(`are sent to ${host}`)).toBeVisible()
    await editor.getByRole('button', { name: 'Draft 3 lines' }).click()
    await expect(editor.getByText('3 lines drafted')).toBeVisible()
    await editor.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(editor.getByText('WE SEE NOTHING.', { exact: true })).toBeVisible()
    await expect(editor.getByText('Machine draft', { exact: true }).nth(1)).toBeVisible()
  })

  await test.step('confirms one line by shortcut and the others at once', async () => {
    await editor
      .getByRole('button', { name: /^Line 1:/ })
      .or(field(editor, 1))
      .first()
      .click()
    await field(editor, 1).press('Alt+a')
    await expect(editor.getByText('1 line confirmed')).toBeVisible()
    await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
    expect((await read()).map(({ machine, custom }) => [machine, custom])).toEqual([
      [false, true],
      [true, false],
      [true, false],
    ])
    await editor.keyboard.press('Control+Shift+Enter')
    await expect(
      editor.getByText('2 lines are machine drafts that nobody has confirmed.'),
    ).toBeVisible()
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await openTool(editor, 'Confirm all 2 machine drafts')
    await expect(editor.getByText('2 lines confirmed')).toBeVisible()
    await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
    expect((await read()).every(({ machine }) => !machine)).toBe(true)
  })

  await test.step('shows the manager what it cost', async () => {
    await admin.reload()
    const characters = SOURCES.join('').length
    await expect(admin.getByText(`${characters} characters`).first()).toBeVisible()
    const { items } = await app.call(machinedrafts.listDraftRuns, {
      params: { id: app.studio._id },
    })
    expect(items[0]!.characters).toBe(characters)
  })
})

const field = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Translation of line ${number}` })

async function openTool(page: Page, item: string) {
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('group', { name: 'More actions' }).getByText(item, { exact: true }).click()
}
const openDrafts = (page: Page) => openTool(page, 'Draft with machine translation')

async function orderTranslation(app: BrowserApp) {
  const { call, newAsset } = app
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
  return order(app, asset._id, { dialogue: 'Subtitled' })
}
