// Preact does not move a <title> into the head, so the app sets it (ui/layout/page-title.tsx).
import { expect, test } from './fixtures.ts'

test('names each page in the title of its tab', async ({ app }) => {
  const asset = await app.newAsset('Trailer 1')
  const page = await app.open('/')
  const expectTitle = (title: string) => expect(page).toHaveTitle(`${title} · Reelay`)
  await expectTitle('Today')
  await page.getByRole('link', { name: 'Library', exact: true }).click()
  await expectTitle('Library')
  await page.goto(`/assets/${asset._id}`)
  await expectTitle('Trailer 1')
  await page.goBack()
  await expectTitle('Library')
  await page.goto('/there-is-no-such-page')
  await expectTitle('Page not found')
})
