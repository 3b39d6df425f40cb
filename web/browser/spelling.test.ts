// The editor underlines misspelled words, replaces them, and adds words to the dictionary.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  scripts,
  spelling,
  studios,
  territories,
  translations,
  workrequests,
} from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { AXE_VIEWS, findViolations } from '../../api/test/axe.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const LINES = ['<i>Bonjuor</i>, Zorblax !', 'Une maison élevée.', 'Merci beaucoupp.']

test('the spelling check', { timeout: 180_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const { french, german } = await orderTranslations(app)
  const params = { id: french.translation._id }
  const read = async () =>
    (await app.call(translations.translationLines.list, { params })).map(({ text }) => text)
  const page = await app.open(`/workrequests/${french._id}/translate`)
  const word = (name: string) => page.getByRole('group', { name: `Misspelled word ${name}` })

  await t.test('underlines words that are not in the dictionary', async () => {
    await page
      .getByRole('button', { name: /^Line 1:/ })
      .or(field(page, 1))
      .first()
      .click()
    await word('Bonjuor').waitFor({ timeout: 30_000 })
    const underlined = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('span')]
          .filter((one) => getComputedStyle(one).textDecorationStyle === 'wavy')
          .map((one) => one.textContent),
      )
    assert.deepEqual(await underlined(), ['Bonjuor', 'Zorblax', 'beaucoupp'])
    // The underlined text lies exactly below the text of the field.
    assert.equal(
      await page.evaluate(() => {
        const field = document.querySelector('textarea')!
        const mirror = field.previousElementSibling!
        return Math.abs(field.clientHeight - mirror.clientHeight) <= 12
      }),
      true,
    )
  })

  await t.test('is accessible', async () => {
    for (const { width, colorScheme } of AXE_VIEWS) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await findViolations(page), [], `${width}, ${colorScheme}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await t.test('replaces a word with one click and keeps its style', async () => {
    await word('Bonjuor').getByRole('button', { name: 'Replace with Bonjour' }).click()
    await word('Bonjuor').waitFor({ state: 'hidden' })
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.equal((await read())[0], '<i>Bonjour</i>, Zorblax !')
  })

  await t.test('adds a word to the dictionary of the studio', async () => {
    await word('Zorblax').getByRole('button', { name: 'Add to dictionary' }).click()
    await word('Zorblax').waitFor({ state: 'hidden', timeout: 15_000 })
    const [studio] = (await app.call(studios.listStudios)).items
    const { items } = await app.call(spelling.listStudioWords, { params: { id: studio!._id } })
    assert.deepEqual(
      items.map((one) => [one.language, one.word]),
      [['fra', 'Zorblax']],
    )
  })

  await t.test('checks words while they are typed', async () => {
    await page.getByRole('button', { name: /^Line 2:/ }).click()
    await field(page, 2).fill('Une maisonn élevée.')
    await word('maisonn').waitFor({ timeout: 15_000 })
    await field(page, 2).fill('Une maison élevée.')
    await word('maisonn').waitFor({ state: 'hidden' })
  })

  await t.test('says quietly that there is no dictionary for a language', async () => {
    const other = await app.open(`/workrequests/${german._id}/translate`)
    await other.getByRole('tab', { name: /^Checks/ }).click()
    await other.getByText('No dictionary for German is installed').waitFor({ timeout: 15_000 })
    assert.deepEqual(other.pageErrors, [])
  })
  await t.test('checks the words of a script', async () => {
    const { items } = await app.call(scripts.listScripts)
    const script = await app.open(`/assets/${items[0]!.asset}`)
    await script.getByRole('button', { name: /^Edit lines/ }).click()
    const text = script.getByRole('textbox', { name: 'Text of line 1' })
    await text.fill('<i>Helllo</i> world')
    const finding = script
      .getByRole('listitem')
      .filter({ hasText: 'Not in the dictionary: Helllo' })
    await finding.getByRole('button', { name: 'Replace with Hello', exact: true }).click()
    await finding.waitFor({ state: 'hidden' })
    assert.equal(await text.inputValue(), '<i>Hello</i> world')
    assert.deepEqual(await findViolations(script), [])
    assert.deepEqual(script.pageErrors, [])
  })

  await t.test('lists, adds and removes the words of the studio', async () => {
    const [studio] = (await app.call(studios.listStudios)).items
    const words = async () =>
      (await app.call(spelling.listStudioWords, { params: { id: studio!._id } })).items.map(
        (one) => `${one.language} ${one.word}`,
      )
    const admin = await app.open(`/administration/studios/${studio!._id}`)
    await admin.getByRole('link', { name: 'Words of the studio' }).click()
    await admin
      .getByRole('cell', { name: 'Zorblax' })
      .or(admin.getByText('Zorblax'))
      .first()
      .waitFor()
    const form = admin.getByRole('form', { name: 'Add word' })
    await form.getByLabel('Word').fill('Wirbelhaus')
    await form.getByLabel('Language').selectOption('deu')
    await form.getByRole('button', { name: 'Add word' }).click()
    await admin.getByText('Wirbelhaus', { exact: true }).first().waitFor()
    assert.deepEqual(await words(), ['deu Wirbelhaus', 'fra Zorblax'])
    await admin.getByLabel('Language').last().selectOption('deu')
    await admin.getByText('Zorblax').waitFor({ state: 'hidden' })
    for (const { width, colorScheme } of AXE_VIEWS) {
      await admin.setViewportSize({ width, height: 900 })
      await admin.emulateMedia({ colorScheme })
      assert.deepEqual(await findViolations(admin), [], `${width}, ${colorScheme}`)
    }
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.getByRole('button', { name: 'Remove: Wirbelhaus' }).click()
    await admin.getByText('“Wirbelhaus” removed').waitFor()
    assert.deepEqual(await words(), ['fra Zorblax'])
    assert.deepEqual(admin.pageErrors, [])
  })
  assert.deepEqual(page.pageErrors, [])
})

const field = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Translation of line ${number}` })

async function orderTranslations({ call, newAsset }: BrowserTestApp) {
  const asset = await newAsset('The Wind')
  const script = await call(scripts.createScript, {
    body: { asset: asset._id, part: 'dialogue', language: 'eng' },
  })
  const lines = LINES.map((text, index) => ({
    number: index + 1,
    startTime: `00:00:${index + 1}0,000`,
    stopTime: `00:00:${index + 1}3,000`,
    text,
  }))
  await call(scripts.scriptLines.put, {
    params: { id: script._id },
    body: lines.map((line) => ({ ...line, text: 'Hello.' })),
  })
  const languages = [
    { name: 'French', code: 'fra', dcpCode: 'FR' },
    { name: 'German', code: 'deu', dcpCode: 'DE' },
  ]
  await call(territories.createTerritory, {
    body: {
      name: 'Luxembourg',
      code: 'LU',
      standard: 'PAL',
      countries: [{ name: 'Luxembourg', code: 'LU' }],
      languages,
      assignedLanguages: [],
    },
  })
  const order = async (language: string) => {
    const request = await call(workrequests.createWorkRequest, {
      body: {
        asset: asset._id,
        language,
        territory: 'LU',
        dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
        uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
        due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
        status: 'submitted',
      },
    })
    await call(translations.translationLines.put, {
      params: { id: request.translation._id },
      body: lines,
    })
    return request
  }
  return { french: await order('fra'), german: await order('deu') }
}
