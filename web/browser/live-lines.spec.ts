// What somebody types reaches everybody who has the translation open, while they type.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { field, joinColleague, orderTranslation } from './translations.ts'

test('a colleague sees text, cursor and selection while somebody types', async ({ app }) => {
  const { path } = await orderTranslation(app)
  const mine = await app.open(path)
  const theirs = await app.open(path, {}, (await joinColleague(app)).session)
  await mine.getByRole('button', { name: /^Line 1:/ }).click()
  await expect(theirs.getByRole('img', { name: /is editing line 1$/ })).toBeVisible()
  const [typed, seen] = [await recordTimes(mine, 'typed'), await recordTimes(theirs, 'seen')]

  // Faster than the pause that once had to come before anything was sent.
  await field(mine, 1).pressSequentially('Der Wind vergisst nichts, und wir auch nicht.', {
    delay: 80,
  })
  await expect(theirs.getByText('Der Wind vergisst nichts, und wir auch nicht.')).toBeVisible()
  const delays = delaysOf(await typed(), await seen())
  expect(delays.length, 'text arrives while it is typed').toBeGreaterThan(3)
  test.info().annotations.push({
    type: 'delay',
    description: `p95 ${delays.toSorted((one, other) => one - other)[Math.floor(delays.length * 0.95)]} ms of ${delays.length} updates`,
  })

  await expect(theirs.getByTestId('caret')).toBeVisible()
  await field(mine, 1).press('Control+Shift+Home')
  await expect(theirs.getByTestId('selection')).toHaveText(
    'Der Wind vergisst nichts, und wir auch nicht.',
  )
  await mine.close()
  await expect(theirs.getByRole('img', { name: /is editing line 1$/ })).toBeHidden()
})

type Seen = { text: string; time: number }

/** When each state of the first line was on the page. */
async function recordTimes(page: Page, what: 'typed' | 'seen'): Promise<() => Promise<Seen[]>> {
  const states = await page.evaluateHandle((kind) => {
    const list: { text: string; time: number }[] = []
    const add = () => {
      const text =
        kind === 'typed'
          ? (document.querySelector('textarea[data-line]') as HTMLTextAreaElement | null)?.value
          : document.querySelector('[aria-posinset="1"] [lang="de"]')?.textContent
      if (text && text !== list.at(-1)?.text) list.push({ text, time: Date.now() })
    }
    if (kind === 'typed') document.addEventListener('input', add)
    else
      new MutationObserver(add).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    return list
  }, what)
  return () => states.jsonValue()
}

/** How long each state that the other page showed had been typed by then. */
const delaysOf = (typed: readonly Seen[], seen: readonly Seen[]): number[] =>
  seen.flatMap(({ text, time }) => {
    const source = typed.find((state) => state.text === text)
    return source ? [time - source.time] : []
  })
