// Two people type at the same time, and later into each other's lines. No letter is lost or doubled.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { field, joinColleague, orderTranslation } from '../translations.ts'

const LETTERS = 125
const KEY_MS = 20
const HALVES = [
  [1, 2, 3, 4],
  [5, 6, 7, 8],
] as const

test('2,000 edits of two people arrive once each', async ({ app }) => {
  test.setTimeout(1_200_000)
  const { path, read } = await orderTranslation(app)
  const first = await app.open(path)
  const second = await app.open(path, {}, (await joinColleague(app)).session)
  const texts = Array.from({ length: 8 }, () => '')

  for (const [round, halves] of [HALVES, HALVES.toReversed()].entries())
    await Promise.all(
      [first, second].map(async (page, person) => {
        for (const number of halves[person]!) {
          const letters = lettersOf(round * 2 + person, number)
          texts[number - 1] += letters
          await type(page, number, letters)
        }
      }),
    )

  await expect.poll(read).toEqual(texts)
})

/** Different letters in each line and round, so that a swapped piece is noticed. */
const lettersOf = (writer: number, line: number): string =>
  Array.from({ length: LETTERS }, (_none, index) =>
    String.fromCodePoint(97 + ((index * (writer + 1) + line) % 26)),
  ).join('')

async function type(page: Page, number: number, letters: string) {
  await page.getByRole('button', { name: new RegExp(`^Line ${number}:`) }).click()
  await field(page, number).press('Control+End')
  await field(page, number).pressSequentially(letters, { delay: KEY_MS, timeout: 0 })
}
