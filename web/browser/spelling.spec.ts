// The editor underlines misspelled words, replaces them, and adds words to the dictionary.
import type { Page } from '@playwright/test'
import { scripts, spelling, translations } from '@reelay/api/contract'
import { findViolations } from '../../api/test/axe.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'

const LINES = ['<i>Bonjuor</i>, Zorblax !', 'Une maison élevée.', 'Merci beaucoupp.']
const LUXEMBOURG = {
  name: 'Luxembourg',
  code: 'LU',
  standard: 'PAL' as const,
  countries: [{ name: 'Luxembourg', code: 'LU' }],
  languages: [
    { name: 'French', code: 'fra', dcpCode: 'FR' },
    { name: 'German', code: 'deu', dcpCode: 'DE' },
  ],
  assignedLanguages: [],
}

test('underlines misspelled words, replaces them and learns new ones', async ({ app }) => {
  const { _id, translation } = await orderTranslation(app, 'fra')
  const params = { id: translation._id }
  const read = async () =>
    (await app.call(translations.translationLines.list, { params })).map(({ text }) => text)
  const page = await app.open(`/workrequests/${_id}/translate`)
  const word = (name: string) => page.getByRole('group', { name: `Misspelled word ${name}` })

  await test.step('underlines words that are not in the dictionary', async () => {
    await page
      .getByRole('button', { name: /^Line 1:/ })
      .or(field(page, 1))
      .first()
      .click()
    await expect(word('Bonjuor')).toBeVisible()
    const underlined = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('span')]
          .filter((one) => getComputedStyle(one).textDecorationStyle === 'wavy')
          .map((one) => one.textContent),
      )
    await expect.poll(underlined).toEqual(['Bonjuor', 'Zorblax', 'beaucoupp'])
    // The underlined text lies exactly below the text of the field.
    expect(
      await page.evaluate(() => {
        const field = document.querySelector('textarea')!
        const mirror = field.previousElementSibling!
        return Math.abs(field.clientHeight - mirror.clientHeight) <= 12
      }),
    ).toBe(true)
  })

  await test.step('is accessible', async () => {
    await expectAccessible(page)
  })

  await test.step('replaces a word with one click and keeps its style', async () => {
    await word('Bonjuor').getByRole('button', { name: 'Replace with Bonjour' }).click()
    await expect(word('Bonjuor')).toBeHidden()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expect((await read())[0]).toBe('<i>Bonjour</i>, Zorblax !')
  })

  await test.step('adds a word to the dictionary of the studio', async () => {
    await word('Zorblax').getByRole('button', { name: 'Add to dictionary' }).click()
    await expect(word('Zorblax')).toBeHidden()
    const { items } = await app.call(spelling.listStudioWords, { params: { id: app.studio._id } })
    expect(items.map((one) => [one.language, one.word])).toEqual([['fra', 'Zorblax']])
  })

  await test.step('checks words while they are typed', async () => {
    await page.getByRole('button', { name: /^Line 2:/ }).click()
    await field(page, 2).fill('Une maisonn élevée.')
    await expect(word('maisonn')).toBeVisible()
    await field(page, 2).fill('Une maison élevée.')
    await expect(word('maisonn')).toBeHidden()
  })
})

test('says quietly that there is no dictionary for a language', async ({ app }) => {
  const request = await orderTranslation(app, 'deu')
  const page = await app.open(`/workrequests/${request._id}/translate`)
  await page.getByRole('tab', { name: /^Checks/ }).click()
  await expect(page.getByText('No dictionary for German is installed')).toBeVisible()
})

test('checks the words of a script', async ({ app }) => {
  const { _id: asset } = await app.newAsset('The Wind')
  const script = await app.call(scripts.createScript, {
    body: { asset, part: 'dialogue', language: 'eng' },
  })
  await app.call(scripts.scriptLines.put, {
    params: { id: script._id },
    body: linesOf(['Hello.']),
  })
  const page = await app.open(`/assets/${asset}`)
  await page.getByRole('button', { name: /^Edit lines/ }).click()
  const text = page.getByRole('textbox', { name: 'Text of line 1' })
  await text.fill('<i>Helllo</i> world')
  const finding = page.getByRole('listitem').filter({ hasText: 'Not in the dictionary: Helllo' })
  await finding.getByRole('button', { name: 'Replace with Hello', exact: true }).click()
  await expect(finding).toBeHidden()
  await expect(text).toHaveValue('<i>Hello</i> world')
  expect(await findViolations(page)).toEqual([])
})

test('lists, adds and removes the words of the studio', async ({ app }) => {
  await app.call(spelling.addStudioWord, {
    params: { id: app.studio._id },
    body: { language: 'fra', word: 'Zorblax' },
  })
  const words = async () =>
    (await app.call(spelling.listStudioWords, { params: { id: app.studio._id } })).items.map(
      (one) => `${one.language} ${one.word}`,
    )
  const admin = await app.open(`/administration/studios/${app.studio._id}`)
  await admin.getByRole('link', { name: 'Words of the studio' }).click()
  await expect(admin.getByText('Zorblax').first()).toBeVisible()
  const form = admin.getByRole('form', { name: 'Add word' })
  await form.getByLabel('Word').fill('Wirbelhaus')
  await form.getByLabel('Language').selectOption('deu')
  await form.getByRole('button', { name: 'Add word' }).click()
  await expect(admin.getByText('Wirbelhaus', { exact: true }).first()).toBeVisible()
  expect(await words()).toEqual(['deu Wirbelhaus', 'fra Zorblax'])
  await admin.getByLabel('Language').last().selectOption('deu')
  await expect(admin.getByText('Zorblax')).toBeHidden()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Remove: Wirbelhaus' }).click()
  await expect(admin.getByText('“Wirbelhaus” removed')).toBeVisible()
  expect(await words()).toEqual(['fra Zorblax'])
})

const field = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Translation of line ${number}` })

async function orderTranslation(app: BrowserApp, language: 'fra' | 'deu') {
  await app.service.territory(LUXEMBOURG)
  const { _id: asset } = await app.newAsset('The Wind')
  const request = await order(app, asset, { language, territory: 'LU', dialogue: 'Subtitled' })
  await app.call(translations.translationLines.put, {
    params: { id: request.translation._id },
    body: linesOf(LINES),
  })
  return request
}

const linesOf = (texts: string[]) =>
  texts.map((text, index) => ({
    number: index + 1,
    startTime: `00:00:${index + 1}0,000`,
    stopTime: `00:00:${index + 1}3,000`,
    text,
  }))
