// Two people edit one translation in real browsers: they see each other, and no text is lost.
import type { Page } from '@playwright/test'
import { translations } from '@reelay/api/contract'
import { expect, test } from './fixtures.ts'
import { field, joinColleague, orderTranslation } from './translations.ts'

const TRANSLATED = [
  'Wir sehen nichts.',
  'Gar nichts.',
  'Wer ist da?',
  'Niemand.',
  'Sie kommen!',
  'Niemand ist hier.',
  'Eins zwei',
]

test('two people see each other and keep both texts of a conflict', async ({ app }) => {
  app.allowErrors(/ERR_FAILED|status of 409/)
  const { path, read } = await orderTranslation(app)
  const mine = await app.open(path)
  const theirs = await app.open(path, {}, (await joinColleague(app)).session)

  await test.step('shows each person the other and their text', async () => {
    await write(mine, 1, 'Wir sehen nichts.')
    await write(theirs, 2, 'Gar nichts.')
    await expect(mine.getByRole('img', { name: 'Bo Salt is editing line 2' })).toBeVisible()
    await expect(mine.getByText('Gar nichts.')).toBeVisible()
    await expect(theirs.getByText('Wir sehen nichts.')).toBeVisible()
    expect((await read()).slice(0, 2)).toEqual(['Wir sehen nichts.', 'Gar nichts.'])
    await expect(mine.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('shows both versions of a conflicting line and keeps the chosen one', async () => {
    await theirs.route('**/api/translations/*/edits', (route) => route.abort())
    await write(theirs, 3, 'Ihre Fassung')
    await expect(theirs.getByText(/Offline, 1 unsaved change/)).toBeVisible()
    await write(mine, 3, 'Meine Fassung')
    await expect(mine.getByText('Saved', { exact: true })).toBeVisible()
    await theirs.unroute('**/api/translations/*/edits')
    const conflict = theirs.getByRole('group', {
      name: 'Someone changed this line while you were editing it',
    })
    await expect(conflict).toBeVisible()
    await expect(conflict.getByText('Meine Fassung')).toBeVisible()
    await expect(field(theirs, 3)).toHaveValue('Ihre Fassung')
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await expect(theirs.getByText('Saved', { exact: true })).toBeVisible()
    expect((await read())[2]).toBe('Ihre Fassung')
    await expect(field(mine, 3)).toHaveValue('Ihre Fassung')
  })
})

test('sends offline changes after a reload', async ({ app }) => {
  const { path, read } = await orderTranslation(app)
  const mine = await app.open(path)
  await expect(mine.getByRole('button', { name: /^Line 4:/ })).toBeVisible()
  // Inside the page: requests of an unloading page sometimes get past setOffline and routes
  // (measured: 5 of 14 times).
  await mine.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  })
  await write(mine, 4, 'Ohne Netz getippt')
  await expect(mine.getByText(/Offline, 1 unsaved change/)).toBeVisible()
  expect((await read())[3]).toBe('')
  await mine.reload()
  await expect(field(mine, 4)).toHaveValue('Ohne Netz getippt')
  await expect(mine.getByText('Saved', { exact: true })).toBeVisible()
  expect((await read())[3]).toBe('Ohne Netz getippt')
})

test('fixes a finding, copies the original and types with AltGr', async ({ app }) => {
  const { path } = await orderTranslation(app)
  const mine = await app.open(path)

  await test.step('fixes a finding by shortcut, and undoes and redoes it', async () => {
    await write(mine, 5, 'Sie  kommen...')
    await expect(
      mine.getByRole('list', { name: 'Issues in this line' }).getByText('Extra space'),
    ).toBeVisible()
    await mine.keyboard.press('Alt+KeyF')
    await expect(mine.getByText('Fixed')).toBeVisible()
    await expect(field(mine, 5)).toHaveValue('Sie kommen...')
    await mine.keyboard.press('Control+KeyZ')
    await expect(field(mine, 5)).toHaveValue('Sie  kommen...')
    await mine.keyboard.press('Control+KeyY')
    await expect(field(mine, 5)).toHaveValue('Sie kommen...')
  })

  await test.step('copies the original, with the caret at its end', async () => {
    await field(mine, 5).evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(0, 0))
    await mine.keyboard.press('Alt+KeyC')
    await expect(field(mine, 5)).not.toHaveValue('Sie kommen...')
    expect(
      await field(mine, 5).evaluate(
        ({ value, selectionStart }: HTMLTextAreaElement) => value.length - selectionStart,
      ),
    ).toBe(0)
    await mine.keyboard.press('Control+KeyZ')
    await expect(field(mine, 5)).toHaveValue('Sie kommen...')
  })

  await test.step('leaves a character that AltGr types to the text', async () => {
    const isTyped = await field(mine, 5).evaluate((element) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'ć',
          code: 'KeyC',
          altKey: true,
          modifierAltGraph: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    )
    expect(isTyped).toBe(true)
    await expect(field(mine, 5)).toHaveValue('Sie kommen...')
  })
})

test('writes Arabic right to left, in italics and in two rows', async ({ app }) => {
  const { path, read } = await orderTranslation(app)
  const mine = await app.open(path)
  await write(mine, 6, 'لا أحد')
  await mine.keyboard.press('Shift+Enter')
  await mine.keyboard.type('هنا')
  await mine.keyboard.press('Control+KeyI')
  await expect(mine.getByText('Saved', { exact: true })).toBeVisible()
  expect((await read())[5]).toBe('<i>لا أحد<br>هنا</i>')
  await mine.keyboard.press('Control+KeyI')
  expect(await field(mine, 6).evaluate((element) => getComputedStyle(element).direction)).toBe(
    'rtl',
  )
  await mine.keyboard.press('Enter')
  await expect(field(mine, 7)).toBeVisible()
})

test('splits a line, undoes it and shows the progress', async ({ app }) => {
  const { path, read } = await orderTranslation(app)
  const mine = await app.open(path)
  await write(mine, 7, 'Eins zwei')
  for (let step = 0; step < 5; step++) await mine.keyboard.press('ArrowLeft')
  await mine.keyboard.press('Control+Enter')
  await expect(mine.getByText('Line split')).toBeVisible()
  expect((await read()).slice(6)).toEqual(['Eins', 'zwei', ''])
  await mine.keyboard.press('Control+KeyZ')
  await expect(mine.getByText('1 of 8 lines translated').first()).toBeVisible()
  await mine.keyboard.press('Escape')
  await mine.keyboard.press('?')
  await expect(
    mine
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByRole('region', { name: 'Translation editor' })
      .getByText('Next line', { exact: true }),
  ).toBeVisible()
  await mine.keyboard.press('Escape')
})

test('blocks submitting on errors, then submits and makes the lines read-only', async ({ app }) => {
  const { path, write: writeAll } = await orderTranslation(app)
  await writeAll([...TRANSLATED, ''])
  const mine = await app.open(path)
  await mine.getByRole('button', { name: 'Submit for approval' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: 'Show errors' }).click()
  await mine
    .getByRole('region', { name: 'Checks' })
    .getByRole('button', { name: /Not translated/ })
    .click()
  await field(mine, 8).pressSequentially('Ende.')
  await expect(mine.getByText('8 of 8 lines translated').first()).toBeVisible()
  await expect(mine.getByText('Saved', { exact: true })).toBeVisible()
  await mine.getByRole('button', { name: 'Submit for approval' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(mine.getByText(/^Submitted for approval. The lines are read-only/)).toBeVisible()
  await expect(mine.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(field(mine, 8)).toHaveAttribute('readonly', '')
})

test('keeps a change of a reviewer as a suggestion until somebody accepts it', async ({ app }) => {
  const { path, id, read, write: writeAll } = await orderTranslation(app)
  await writeAll([...TRANSLATED, 'Ende.'])
  await app.call(translations.changeTranslation, { params: { id }, body: { status: 'submitted' } })
  const mine = await app.open(path)
  const reviewer = await app.open(`${path}?sheet=dialogue`, {}, (await joinColleague(app)).session)
  await suggestForLine8(reviewer)
  const suggestion = mine.getByRole('group', { name: 'Bo Salt suggests' })
  await mine
    .getByRole('button', { name: /^Line 8:/ })
    .or(field(mine, 8))
    .first()
    .click()
  await expect(suggestion.getByText('Das Ende.')).toBeVisible()
  expect((await read())[7]).toBe('Ende.')
  await suggestion.getByRole('button', { name: 'Accept' }).click()
  await expect(field(mine, 8)).toHaveValue('Das Ende.')
  expect((await read())[7]).toBe('Das Ende.')
  await expect(reviewer.getByText('Accepted by')).toBeVisible()
})

/** With the keyboard alone: opens the comments of line 8 and suggests another text. */
async function suggestForLine8(page: Page) {
  await page.getByRole('button', { name: /^Line 8:/ }).click()
  await field(page, 8).press('Alt+KeyK')
  const comment = page.getByRole('textbox', { name: 'Comment on this line' })
  await comment.pressSequentially('Closer to the original')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const text = page.getByRole('textbox', { name: 'Suggested text' })
  await text.fill('')
  await text.pressSequentially('Das Ende.')
  await text.press('Control+Enter')
  await expect(page.getByText('Closer to the original').first()).toBeVisible()
}

async function write(page: Page, number: number, text: string) {
  const row = page.getByRole('button', { name: new RegExp(`^Line ${number}:`) })
  await row.or(field(page, number)).first().click()
  await field(page, number).fill('')
  await field(page, number).pressSequentially(text)
}
