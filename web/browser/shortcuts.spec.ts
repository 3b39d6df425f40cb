import { expect, test } from './fixtures.ts'

const SEARCH = 'Search assets, projects, requests, people, files, dialogue and comments'

test('changes the keys of a shortcut, on this device and on others', async ({ app }) => {
  const page = await app.open('/workrequests')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('? shows all shortcuts and marks a conflict', async () => {
    await page.keyboard.press('?')
    const change = help.getByRole('button', { name: 'Change the keys: Search' })
    await change.click()
    await page.keyboard.press('Control+/')
    await expect(help.getByText('Same keys as: Show keyboard shortcuts')).toBeVisible()
    await change.click()
    await page.keyboard.press('Control+J')
    await expect(help.getByText('Same keys as')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
  })

  await test.step('the new keys work at once and on another device', async () => {
    await page.keyboard.press('Control+J')
    await expect(page.getByRole('combobox', { name: SEARCH })).toBeVisible()
    const other = await app.open('/workrequests')
    await expect(other.getByRole('button', { name: /^Search.*Ctrl J/ })).toBeVisible()
    await other.keyboard.press('Control+J')
    await expect(other.getByRole('combobox', { name: SEARCH })).toBeVisible()
  })
})
