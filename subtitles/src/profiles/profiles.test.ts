import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIMITS, type LimitName } from '../checks/limits.ts'
import { RULE_IDS, SEVERITIES } from '../checks/rule-ids.ts'
import { LANGUAGES, languageCode } from './languages.ts'
import { PROFILE_NAMES, profileFor } from './profiles.ts'

test('defines valid limits and all severities for every profile and language', () => {
  for (const name of PROFILE_NAMES)
    for (const language of [...Object.keys(LANGUAGES), 'und', '']) {
      const profile = profileFor(name, language)
      for (const [limit, value] of Object.entries(profile.limits))
        if (value !== undefined)
          assert.ok(isAllowed(limit as LimitName, value), `${name} ${language} ${limit} ${value}`)
      for (const rule of RULE_IDS)
        assert.ok(SEVERITIES.includes(profile.severities[rule]), `${name} ${rule}`)
      assert.deepEqual(Object.keys(profile.style).toSorted(), [
        'counting',
        'dash',
        'ellipsis',
        'emoji',
        'glyphs',
        'italics',
        'lyrics',
        'positions',
        'soundBrackets',
        'spacesCount',
        'styles',
      ])
    }
})

test('maps every code to one language', () => {
  for (const tag of ['de', 'deu', 'ger', 'de-AT', 'DE', 'de_CH'])
    assert.equal(languageCode(tag), 'deu', tag)
  for (const tag of ['zh-Hant', 'cmn', 'chi']) assert.equal(languageCode(tag), 'zho', tag)
  assert.equal(languageCode('tlh'), 'tlh')
  const codes = [
    ...Object.keys(LANGUAGES),
    ...Object.values(LANGUAGES).flatMap(({ locale, otherCodes = [] }) => [locale!, ...otherCodes]),
  ]
  assert.equal(new Set(codes).size, codes.length)
})

test('uses the Netflix numbers by default, with reading speed as a warning', () => {
  const [standard, netflix] = [profileFor('standard', 'fra'), profileFor('netflix', 'fra')]
  assert.deepEqual(standard.limits, netflix.limits)
  assert.deepEqual([standard.severities.CPS, netflix.severities.CPS], ['warning', 'error'])
})

test('falls back to the default profile for unknown names', () =>
  assert.equal(profileFor('gone', 'deu').name, 'standard'))

test('applies custom limits last', () => {
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

test('uses common limits for Chinese where a profile has none', () => {
  const { limits, style } = profileFor('ebu', 'zho')
  assert.deepEqual(
    [
      limits.charactersPerLine,
      limits.preferredCharactersPerLine,
      limits.charactersPerSecond,
      style.counting,
    ],
    [16, undefined, 9, 'wide'],
  )
  assert.equal(profileFor('netflix-sdh', 'zho').limits.charactersPerSecond, 11)
})

function isAllowed(name: LimitName, value: number): boolean {
  const { minimum, maximum, whole } = LIMITS[name]
  return value >= minimum && value <= maximum && (!whole || Number.isInteger(value))
}
