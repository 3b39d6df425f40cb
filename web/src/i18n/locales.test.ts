import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'

type Words = { [key: string]: string | Words }
const ROOT = join(import.meta.dirname, 'locales')
const PLURAL = /_(zero|one|two|few|many|other)$/
const screens = globSync('en/*.json', { cwd: ROOT }).map((file) => basename(file))
const wordsOf = (language: string, screen: string) =>
  flat(JSON.parse(readFileSync(join(ROOT, language, screen), 'utf8')) as Words)

function flat(words: Words, before = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flat(value, `${before}${key}.`),
  )
}
const stem = (key: string) => key.replace(PLURAL, '')
const stems = (words: [string, string][]) =>
  [...new Set(words.map(([key]) => stem(key)))].toSorted()

for (const language of ['de', 'ar']) {
  test(`${language} has every word that English has, and no other`, () => {
    assert.deepEqual(
      globSync(`${language}/*.json`, { cwd: ROOT })
        .map((file) => basename(file))
        .toSorted(),
      screens.toSorted(),
    )
    for (const screen of screens)
      assert.deepEqual(stems(wordsOf(language, screen)), stems(wordsOf('en', screen)), screen)
  })

  test(`what counts has every plural of ${language}`, () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const screen of screens) {
      const keys = new Set(wordsOf(language, screen).map(([key]) => key))
      const counted = stems(wordsOf('en', screen).filter(([key]) => PLURAL.test(key)))
      assert.deepEqual(
        counted.flatMap((key) =>
          forms
            .filter((form) => !keys.has(`${key}_${form}`))
            .map((form) => `${screen}: ${key}_${form}`),
        ),
        [],
      )
    }
  })

  test(`what is filled into English is filled into ${language}`, () => {
    const holes = (text: string) =>
      [...text.matchAll(/\{\{(\w+)|<(\w+)>/g)]
        .map(([, name, tag]) => name ?? tag!)
        .filter((name) => name !== 'count')
        .toSorted()
    for (const screen of screens) {
      const english = new Map(
        wordsOf('en', screen).map(([key, text]) => [stem(key), new Set(holes(text))]),
      )
      // The singular and the dual may say the number as a word.
      const wrong = wordsOf(language, screen).filter(
        ([key, text]) =>
          holes(text).some((hole) => !english.get(stem(key))?.has(hole)) ||
          (!PLURAL.test(key) && new Set(holes(text)).size !== english.get(stem(key))?.size),
      )
      assert.deepEqual(
        wrong.map(([key]) => `${screen}: ${key}`),
        [],
      )
    }
  })
}
