// No fix changes what a cue says: words, their order, digits and the marks before them stay.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainText } from '../markup.ts'
import { profileFor } from '../profiles/profiles.ts'
import { assertPasses } from '../../test/rules.ts'
import { check } from './check.ts'
import type { Finding } from './finding.ts'

/** Words of twenty languages. */
const WORDS: Record<string, string> = {
  eng: 'the river and a quiet house',
  deu: 'der Fluss und das stille Haus',
  fra: 'la rivière et l’autre maison',
  spa: 'el río y la casa tranquila',
  ita: 'il fiume e la casa',
  por: 'o rio e a casa não',
  nld: 'de rivier en het huis',
  pol: 'rzeka i cichy dom',
  ces: 'řeka a tichý dům',
  hun: 'a folyó és az őrház',
  tur: 'ırmak ve sessiz ev',
  fin: 'joki ja hiljainen talo',
  rus: 'река и тихий дом',
  ell: 'το ποτάμι και το σπίτι',
  ara: 'النهر والبيت الهادئ',
  heb: 'הנהר והבית השקט',
  fas: 'رودخانه و خانهٔ آرام',
  hin: 'नदी और शांत घर',
  tha: 'แม่น้ำ และ บ้าน',
  jpn: '川と 静かな 家です',
}
const SIGNS = [
  '3–2',
  '7–8 p.m.',
  '4 x 4',
  ':)',
  ';-)',
  '5',
  '2019',
  '3,5',
  '1/2',
  '-5',
  '+7',
  '#1',
  '10:30',

  '...',
  '…',
  '.',
  ',',
  '!',
  '?',
  '،',
  '؟',
  '-',
  '–',
  '—',
  '"',
  '«',
  '»',
  '(',
  ')',
  '%',
  '  ',
  ' ',
  '<i>x</i>',
  '<br>',
  '\u200f',
  '- ',
  '<br>- ',
]
/** These two change marks at the start of a row, which is their purpose. */
const CHANGES_MARKS = new Set(['DASH', 'RTL-marks'])

const wordsOf = (text: string) => plainText(text).match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
/** Without spaces and breaks; all forms of an ellipsis count as one. */
const leadingMarks = (text: string) =>
  /^[^\p{L}\p{Nd}]*/u.exec(
    plainText(text)
      .replace(/[\s\u200b\u00ad\ufeff]/g, '')
      .replace(/[.…]+/g, '…'),
  )![0]

function assertSameMeaning(before: string, { rule, fix }: Finding) {
  if (fix?.text === undefined) return
  const [was, now] = [wordsOf(before), wordsOf(fix.text)]
  if (rule === 'NUM-1-10')
    assert.deepEqual(
      now.filter((_, index) => !/^\d+$/.test(was[index] ?? '')),
      was.filter((word) => !/^\d+$/.test(word)),
      `${rule}: ${before} → ${fix.text}`,
    )
  else assert.deepEqual(now, was, `${rule}: ${before} → ${fix.text}`)
  if (!CHANGES_MARKS.has(rule))
    assert.equal(leadingMarks(fix.text), leadingMarks(before), `${rule}: ${before} → ${fix.text}`)
}

for (const [language, words] of Object.entries(WORDS))
  test(`fixes keep the meaning in ${language}`, () => {
    const part = fc.oneof(fc.constantFrom(...words.split(' ')), fc.constantFrom(...SIGNS))
    const glue = fc.constantFrom(' ', ' ', '')
    const texts = fc
      .array(fc.tuple(part, glue), { minLength: 1, maxLength: 10 })
      .map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(texts, fc.constantFrom('netflix', 'bbc'), (text, name) => {
        const cue = { start: 0, stop: 3000, text }
        const options = { profile: profileFor(name, language), language, rate: { num: 25, den: 1 } }
        for (const finding of check([cue], { ...options, kind: 'subtitles' }))
          assertSameMeaning(text, finding)
      }),
      { numRuns: 150 },
    )
  })

test('leaves scores, ranges, products and smileys alone', () => {
  const setup = { language: 'eng' }
  assertPasses(
    'NUM-1-10',
    ['We won 3–2.', 'Come 7–8 p.m. or so', 'A 4 x 4 car', 'It is 2 + 2'],
    setup,
  )
  assertPasses('SPACES', ['Hello :)', 'Well ;-) yes', 'Look :D'], setup)
  assertPasses('RTL-marks', ['...שלום', '..مرحبا'], { language: 'heb' })
})
