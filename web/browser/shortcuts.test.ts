import { test } from 'node:test'
import { startTestApp } from './test-app.ts'

test('shortcuts', { timeout: 180_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const page = await app.open('/workrequests')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const searchField = page.getByRole('combobox', {
    name: 'Search assets, projects, requests, people, files, dialogue and comments',
  })
  await page.getByRole('heading', { level: 1 }).waitFor()

  await t.test('? shows all shortcuts and marks a conflict', async () => {
    await page.keyboard.press('?')
    const change = help.getByRole('button', { name: 'Change the keys: Search' })
    await change.click()
    await page.keyboard.press('Control+/')
    await help.getByText('Same keys as: Show keyboard shortcuts').waitFor()
    await change.click()
    await page.keyboard.press('Control+J')
    await help.getByText('Same keys as').first().waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  await t.test('the new keys work at once and on another device', async () => {
    await page.keyboard.press('Control+J')
    await searchField.waitFor()
    const other = await app.open('/workrequests')
    await other.getByRole('button', { name: /^Search.*Ctrl J/ }).waitFor()
    await other.keyboard.press('Control+J')
    await other
      .getByRole('combobox', {
        name: 'Search assets, projects, requests, people, files, dialogue and comments',
      })
      .waitFor()
  })
})
