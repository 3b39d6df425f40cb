import type { Page } from '@playwright/test'
import { expectExactFrames } from './exact-frames.ts'
import { expect, test } from './fixtures.ts'
import { goTo, readFrame, uploadNumberedFilm } from './numbered-film.ts'

test('shows frame N as frame N at 23.976 frames per second', ({ app }) =>
  expectExactFrames(app, { rate: '24000/1001', gop: 48, bf: 3 }))

test('plays a film while it is encoded, and waits for what is not ready', async ({ app }) => {
  const rate = '25'
  const { slug } = await uploadNumberedFilm(app, { rate, gop: 50, bf: 2 })
  const page = await app.open(`/assets/${slug}`)
  const finishEncoding = await playWhileEncoding(page)
  // Decoders hold the last frames back until there are more.
  for (const frame of [90, 0, 50]) {
    await goTo(page, frame, rate)
    expect(await readFrame(page)).toBe(frame)
  }
  await expect(page.getByText('Ready up to 0:04 of 0:09')).toBeVisible()

  await page.getByTestId('timecode').click()
  await page.getByRole('textbox', { name: 'Timecode' }).fill('00:00:06:07')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('timecode')).toHaveText('00:00:06:07')
  await expect(page.getByRole('status').getByText('Loading…')).toBeVisible()
  expect(await readFrame(page), 'the last picture stays').toBe(50)

  finishEncoding()
  await expect.poll(() => readFrame(page), { timeout: 20_000 }).toBe(157)
  await expect(page.getByText('Ready up to')).toBeHidden()
})

/** Shortens the playlists to the first segment, until the returned function is called. */
async function playWhileEncoding(page: Page): Promise<() => void> {
  let isComplete = false
  await page.route(/\/hls\/[^/?]+\?/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const [head, first] = text.split('#EXTINF:')
    const growing = `${head!.replace('TYPE:VOD', 'TYPE:EVENT')}#EXTINF:${first}`
    await route.fulfill({ response, body: isComplete ? text : growing })
  })
  return () => {
    isComplete = true
  }
}
