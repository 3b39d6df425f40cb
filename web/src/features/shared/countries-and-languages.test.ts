import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  countryCodes,
  dcpCode,
  englishName,
  LANGUAGE_CODES,
  languageOptions,
} from './countries-and-languages.ts'

test('lists current countries only', () => {
  const codes = countryCodes()
  assert.ok(codes.length > 240 && codes.length < 270, `${codes.length}`)
  for (const code of ['DE', 'JP', 'SA', 'XK', 'SS']) assert.ok(codes.includes(code), code)
  for (const code of ['EU', 'DD', 'SU', 'ZZ', 'UK', 'QQ']) assert.ok(!codes.includes(code), code)
})

test('names languages and suggests a DCP code', () => {
  for (const code of LANGUAGE_CODES) assert.notEqual(englishName('language', code), code)
  assert.equal(dcpCode('deu'), 'DE')
  assert.equal(dcpCode('fil'), 'FIL')
  assert.ok(languageOptions(['tlh']).some(({ value }) => value === 'tlh'))
})
