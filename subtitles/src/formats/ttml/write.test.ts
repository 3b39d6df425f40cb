import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findXmlError } from '../../xml/write.ts'
import { ABOUT, cuesOn } from '../grid.fixture.ts'
import { seenByImsc, seenByUs } from './imsc.fixture.ts'
import { ttml } from './ttml.ts'

// Any XML character, any millisecond, all styles and all nine positions.
const letters = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
  .filter((letter) => !findXmlError(letter) && !/[\s\u0000-\u001f\u007f]/.test(letter))
const cues = cuesOn({ rate: { num: 1000, den: 1 }, letters, styles: ['b', 'i', 'u'] })
const written = (list: Parameters<typeof ttml.write>[0]) => {
  const file = ttml.write(list, ABOUT)
  assert.ok(file.ok, JSON.stringify(file))
  return file.bytes
}

test('reads back every millisecond', () =>
  fc.assert(
    fc.property(cues, (list) => {
      assert.deepEqual(ttml.read(written(list), ABOUT), {
        ok: true,
        cues: list,
        rate: ABOUT.rate,
        warnings: [],
      })
    }),
    { numRuns: 150 },
  ))

test('writes documents that imsc reads without warnings', () =>
  fc.assert(
    fc.property(cues, (list) => {
      const { moments, parserErrors } = seenByImsc(new TextDecoder().decode(written(list)))
      assert.deepEqual(parserErrors, [])
      assert.deepEqual(seenByUs(list, moments), moments)
    }),
    { numRuns: 100 },
  ))

test('preserves spaces and empty rows', () => {
  const list = [{ start: 0, stop: 1000, text: ' a  b <br><br><i> c</i>' }]
  assert.deepEqual(ttml.read(written(list), ABOUT), {
    ok: true,
    cues: list,
    rate: ABOUT.rate,
    warnings: [],
  })
})

test('writes profile, language, rate and only used regions', () => {
  const xml = new TextDecoder().decode(
    written([
      { start: 0, stop: 1000, text: 'a', alignment: 'top' },
      { start: 0, stop: 1000, text: '' },
    ]),
  )
  assert.match(
    xml,
    /ttp:contentProfiles="http:\/\/www\.w3\.org\/ns\/ttml\/profile\/imsc1\.1\/text"/,
  )
  assert.match(xml, /xml:lang="de"/)
  assert.match(xml, /ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"/)
  assert.deepEqual(
    [...xml.matchAll(/<region xml:id="(\w+)"/g)].map(([, id]) => id),
    ['top'],
  )
  assert.equal([...xml.matchAll(/<p /g)].length, 1)
  assert.doesNotMatch(xml, /px/)
})

test('rejects characters that XML does not allow, by cue', () => {
  const file = ttml.write(
    [
      { start: 0, stop: 1, text: 'a' },
      { start: 2, stop: 3, text: 'a\uffff' },
    ],
    ABOUT,
  )
  assert.deepEqual(file, {
    ok: false,
    errors: [{ cue: 1, message: 'contains a character that XML does not allow' }],
  })
})
