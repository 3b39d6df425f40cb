import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIMITS, type LimitName } from '../checks/limits.ts'
import { RULE_IDS, SEVERITIES } from '../checks/rule-ids.ts'
import { LANGUAGES, languageCode } from './languages.ts'
import { PROFILE_NAMES, profileFor } from './profiles.ts'

test('every set is whole in every language: limits in their bounds, and a severity for each rule', () => {
  for (const name of PROFILE_NAMES)
    for (const language of [...Object.keys(LANGUAGES), 'und', '']) {
      const profile = profileFor(name, language)
      for (const [limit, value] of Object.entries(profile.limits))
        if (value !== undefined)
          assert.ok(isAllowed(limit as LimitName, value), `${name} ${language} ${limit} ${value}`)
      for (const rule of RULE_IDS)
        assert.ok(SEVERITIES.includes(profile.severities[rule]), `${name} ${rule}`)
      assert.deepEqual(Object.keys(profile.manner).toSorted(), [
        'counting',
        'dash',
        'ellipsis',
        'emoji',
        'glyphs',
        'italics',
        'spacesCount',
      ])
    }
})

test('a language has many codes and is one, and no code has two languages', () => {
  for (const tag of ['de', 'deu', 'ger', 'de-AT', 'DE', 'de_CH'])
    assert.equal(languageCode(tag), 'deu', tag)
  for (const tag of ['zh-Hant', 'cmn', 'chi']) assert.equal(languageCode(tag), 'zho', tag)
  assert.equal(languageCode('tlh'), 'tlh')
  const codes = [...Object.keys(LANGUAGES), ...Object.values(LANGUAGES).flatMap(({ also }) => also)]
  assert.equal(new Set(codes).size, codes.length)
})

test('the standard is for trailers: the numbers of Netflix, with speed as a warning', () => {
  const [standard, netflix] = [profileFor('standard', 'fra'), profileFor('netflix', 'fra')]
  assert.deepEqual(standard.limits, netflix.limits)
  assert.deepEqual([standard.severities.CPS, netflix.severities.CPS], ['warning', 'error'])
})

test('a set that is no longer known goes by the standard', () =>
  assert.equal(profileFor('gone', 'deu').name, 'standard'))

test("a studio's own limits come last", () => {
  const profile = profileFor('amazon', 'ara', { charactersPerSecond: 18 })
  assert.deepEqual(
    [
      profile.limits.charactersPerSecond,
      profile.limits.charactersPerLine,
      profileFor('amazon', 'ara').limits.charactersPerSecond,
    ],
    [18, 42, 20],
  )
})

test('Chinese has its own row and speed where a set names none', () => {
  const { limits, manner } = profileFor('ebu', 'zho')
  assert.deepEqual(
    [
      limits.charactersPerLine,
      limits.preferredCharactersPerLine,
      limits.charactersPerSecond,
      manner.counting,
    ],
    [16, undefined, 9, 'wide'],
  )
  assert.equal(profileFor('netflix-sdh', 'zho').limits.charactersPerSecond, 11)
})

function isAllowed(name: LimitName, value: number): boolean {
  const { minimum, maximum, whole } = LIMITS[name]
  return value >= minimum && value <= maximum && (!whole || Number.isInteger(value))
}
