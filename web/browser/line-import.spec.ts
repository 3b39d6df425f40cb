// The import of a subtitle file into a translation that has lines already.
import type { Page } from '@playwright/test'
import { scripts, translations } from '@reelay/api/contract'
import { expect, test } from './fixtures.ts'
import { order } from './orders.ts'

const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)
const srt = (count: number) =>
  Array.from({ length: count }, (_none, index) =>
    [
      index + 1,
      `${time(index * 2)} --> ${time(index * 2 + 1.5)}`.replaceAll('.', ','),
      `Satz ${index + 1}`,
      '',
    ].join('\n'),
  ).join('\n')

test('previews what an import gives, and replaces all lines on request', async ({ app }) => {
  const { call } = app
  const { _id: asset } = await app.newAsset('Import trailer')
  const script = await call(scripts.createScript, {
    body: { asset, part: 'dialogue', language: 'eng' },
  })
  await call(scripts.scriptLines.put, {
    params: { id: script._id },
    body: Array.from({ length: 10 }, (_none, index) => ({
      number: index + 1,
      startTime: time(index * 5 + 1).replace('.', ','),
      stopTime: time(index * 5 + 3).replace('.', ','),
      text: `Sentence ${index + 1}`,
    })),
  })
  const { _id: id, translation } = await order(app, asset, { dialogue: 'Subtitled' })
  const file = { name: 'german.srt', mimeType: 'text/plain', buffer: Buffer.from(srt(40)) }
  const page = await app.open(`/workrequests/${id}/translate`)

  await test.step('in the editor', async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('group', { name: 'More actions' }).getByText('Import file').click()
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await expectPreview(page, /^Lines afterwards: 4\d\. New: 3\d\. Changed: \d+\. Removed: 0\./)
    await page.getByRole('radio', { name: /Append/ }).check()
    await expectPreview(page, /^Lines afterwards: 50\. New: 40\. Changed: 0\. Removed: 0\./)
    await page.getByRole('radio', { name: /Replace all lines/ }).check()
    await expectPreview(page, /^Lines afterwards: 40\./)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Satz 1', { exact: true })).toBeVisible()
  })

  await test.step('exactly the lines of the file are left', async () => {
    const lines = await call(translations.translationLines.list, {
      params: { id: translation._id },
    })
    expect(lines.map(({ text }) => text)).toEqual(
      Array.from({ length: 40 }, (_none, index) => `Satz ${index + 1}`),
    )
  })

  await test.step('on the page of the request', async () => {
    await page.goto(`/workrequests/${id}`)
    await page
      .getByLabel(/^File to import/)
      .first()
      .setInputFiles(file)
    await expectPreview(page, /^Lines afterwards: 40\. New: 0\. Changed: 0\. Removed: 0\./)
  })
})

async function expectPreview(page: Page, text: RegExp) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Preview result' }).click()
  await expect(dialog.getByRole('status')).toHaveText(text)
  await expect(dialog.getByRole('list', { name: 'Lines after the import' })).toBeVisible()
}
