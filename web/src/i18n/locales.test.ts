import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'

type Messages = { [key: string]: string | Messages }
const ROOT = join(import.meta.dirname, 'locales')
const PLURAL = /_(zero|one|two|few|many|other)$/
const files = globSync('en/*.json', { cwd: ROOT }).map((path) => basename(path))
const messagesOf = (language: string, file: string) =>
  flatten(JSON.parse(readFileSync(join(ROOT, language, file), 'utf8')) as Messages)

function flatten(messages: Messages, before = ''): [key: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flatten(value, `${before}${key}.`),
  )
}
const stem = (key: string) => key.replace(PLURAL, '')
const stems = (messages: [string, string][]) =>
  [...new Set(messages.map(([key]) => stem(key)))].toSorted()

// i18n-provider.tsx replaces only `{{name}}`.
test('no text uses nesting or formats of i18next', () => {
  const texts = ['en', 'de', 'ar'].flatMap((language) =>
    files.flatMap((file) => messagesOf(language, file).map(([, text]) => text)),
  )
  assert.deepEqual(
    texts.filter((text) => /\$t\(|\{\{(?!\w+\}\})/.test(text)),
    [],
  )
})

for (const language of ['de', 'ar']) {
  test(`${language} has the same keys as English`, () => {
    assert.deepEqual(
      globSync(`${language}/*.json`, { cwd: ROOT })
        .map((path) => basename(path))
        .toSorted(),
      files.toSorted(),
    )
    for (const file of files)
      assert.deepEqual(stems(messagesOf(language, file)), stems(messagesOf('en', file)), file)
  })

  test(`has every plural form of ${language}`, () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const file of files) {
      const keys = new Set(messagesOf(language, file).map(([key]) => key))
      const counted = stems(messagesOf('en', file).filter(([key]) => PLURAL.test(key)))
      assert.deepEqual(
        counted.flatMap((key) =>
          forms
            .filter((form) => !keys.has(`${key}_${form}`))
            .map((form) => `${file}: ${key}_${form}`),
        ),
        [],
      )
    }
  })

  test(`${language} uses the same values and tags as English`, () => {
    const placeholders = (text: string) =>
      [...text.matchAll(/\{\{(\w+)|<(\w+)>/g)]
        .map(([, name, tag]) => name ?? tag!)
        .filter((name) => name !== 'count')
        .toSorted()
    for (const file of files) {
      const english = new Map(
        messagesOf('en', file).map(([key, text]) => [stem(key), new Set(placeholders(text))]),
      )
      // Singular and dual can spell out the number.
      const wrong = messagesOf(language, file).filter(
        ([key, text]) =>
          placeholders(text).some((placeholder) => !english.get(stem(key))?.has(placeholder)) ||
          (!PLURAL.test(key) && new Set(placeholders(text)).size !== english.get(stem(key))?.size),
      )
      assert.deepEqual(
        wrong.map(([key]) => `${file}: ${key}`),
        [],
      )
    }
  })
}
