import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageFromTag, tagFromLanguage } from './languages.ts'

test('maps ISO 639-1 to ISO 639-3 like CLDR', () => {
  const two = ['de', 'EN-us', 'zh_Hant', 'pt-BR', 'no', 'he', 'gsw', 'und']
  assert.deepEqual(two.map(languageFromTag), [
    'deu',
    'eng',
    'zho',
    'por',
    'nor',
    'heb',
    'gsw',
    'und',
  ])
  for (const tag of ['', 'x', 'xx', 'x-klingon', 'english', '12', '*all*'])
    assert.equal(languageFromTag(tag), undefined, tag)
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  const known = letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((tag) => languageFromTag(tag))
  assert.equal(known.length, 181)
  for (const tag of known)
    assert.deepEqual(
      [Intl.getCanonicalLocales(languageFromTag(tag))[0], tagFromLanguage(languageFromTag(tag)!)],
      [tag, tag],
    )
})

test('returns BCP 47 tags', () => {
  for (const [given, tag] of [
    ['deu', 'de'],
    ['por', 'pt'],
    ['zho', 'zh'],
    ['yue', 'yue'],
    ['cmn', 'cmn'],
    ['no language', 'und'],
    ['', 'und'],
  ])
    assert.equal(tagFromLanguage(given!), tag)
})
