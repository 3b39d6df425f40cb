// Fixes change no sentence that is right as it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyFixes } from '../fixes/index.ts'
import { profileFor } from '../profiles/index.ts'
import { assertFixes } from '../../test/rules.ts'
import { UNCHANGED } from '../../test/unchanged.ts'
import { check } from './check.ts'

for (const [language, sentences] of Object.entries(UNCHANGED))
  test(`leaves ${sentences.length} sentences in ${language} as they are`, () => {
    assert.ok(new Set(sentences).size >= 400)
    const options = {
      profile: profileFor('netflix', language),
      language,
      rate: { num: 24, den: 1 },
      kind: 'subtitles' as const,
    }
    for (const text of sentences) {
      const cues = [{ start: 0, stop: 3000, text }]
      assert.equal(applyFixes(cues, check(cues, options))[0]!.text, text)
    }
  })

test('NUM-1-10: spells a number of things, with a capital at the start of a sentence', () => {
  const eng = { language: 'eng' }
  assertFixes(
    'NUM-1-10',
    [
      ['They won. 3 men left.', 'They won. Three men left.'],
      ['3 men left.', 'Three men left.'],
      ['We saw<br>3 men there.', 'We saw<br>three men there.'],
      ['- Who left?<br>- 3 men.', '- Who left?<br>- Three men.'],
      ['We have 3.', 'We have three.'],
      ['He is 5 years old.', 'He is five years old.'],
      ['<i>I own 3 cars and 2 boats.</i>', '<i>I own three cars and two boats.</i>'],
    ],
    eng,
  )
  assertFixes('NUM-1-10', [['Ich habe 3 Hunde.', 'Ich habe drei Hunde.']], { language: 'deu' })
})

test('NUM-1-10: leaves what may be a name to a person', () => {
  for (const [language, text] of [
    ['eng', 'Bring 3 dogs.'],
    ['eng', 'We saw 3 in the morning.'],
    ['eng', 'It’s a quarter past 3.'],
    ['eng', 'Take the 7 train home.'],
    ['eng', 'At age 5 he left.'],
    ['eng', 'We got a 7 in math.'],
    ['eng', 'Wait until 8 tonight.'],
    ['eng', 'It was 5 below.'],
    ['deu', 'Er hat eine 6 gewürfelt.'],
    ['ita', 'Ho 3 cani.'],
    ['spa', 'Tengo 3 perros.'],
    ['fra', 'J’ai 3 chiens.'],
    ['fra', "J'ai 3 chiens."],
  ] as const)
    assertFixes('NUM-1-10', [[text, undefined]], { language })
})
