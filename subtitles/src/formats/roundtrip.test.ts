// Cues survive a round trip through each format.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cuesIn, fragment } from '../../test/cues.ts'
import type { Cue } from '../cue.ts'
import { ass } from './ass.ts'
import { csv } from './csv.ts'
import type { Format } from './format.ts'
import { srt } from './srt.ts'
import { vtt } from './vtt.ts'
import { xliff } from './xliff.ts'
import { xlsx } from './xlsx.ts'

/** The other formats limit characters and times, so their own tests cover this. */
const TEXTUAL = [srt, vtt, ass, csv, xlsx, xliff]
const about = { title: 'The Salt Road', language: 'deu', rate: { num: 24, den: 1 } }

function comesBack(format: Format, cues: Cue[]) {
  const written = format.write(cues, about)
  assert.ok(written.ok)
  assert.deepEqual(
    format.read(written.bytes, about),
    { ok: true, cues, warnings: [] },
    new TextDecoder().decode(written.bytes),
  )
}

test('SubRip keeps text, styles, position and times to the millisecond', () =>
  fc.assert(
    fc.property(cuesIn(1), (cues) => comesBack(srt, cues)),
    { numRuns: 400 },
  ))
test('WebVTT keeps text, styles, position and times to the millisecond', () =>
  fc.assert(
    fc.property(cuesIn(1), (cues) => comesBack(vtt, cues)),
    { numRuns: 400 },
  ))
test('ASS keeps text, styles, position and times to the hundredth', () =>
  fc.assert(
    fc.property(cuesIn(10), (cues) => comesBack(ass, cues)),
    { numRuns: 400 },
  ))

const words = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '-a',
    '@',
    "'=",
    "''+1",
    '"',
    'a\nb',
    ' a ',
    'a,b;c\td',
    '＝1',
    'https://example.org/?a=1,2',
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !/[\u0000\r\ufffd]/.test(text)),
)
const item = fc.record(
  {
    source: fragment.filter(Boolean),
    name: words,
    budget: fc.nat(99_999),
    note: words,
    still: words,
  },
  { requiredKeys: [] },
)
test('CSV keeps every field of a graphics list', () =>
  fc.assert(
    fc.property(cuesIn(1), fc.array(item, { minLength: 6, maxLength: 6 }), (cues, items) =>
      comesBack(
        csv,
        cues.map((cue, index) => Object.assign({}, cue, items[index])),
      ),
    ),
    { numRuns: 400 },
  ))

test('keeps every text through all formats', () =>
  fc.assert(
    fc.property(cuesIn(10), (cues) => {
      assert.deepEqual(
        [srt, vtt, ass, csv, srt].reduce((now: readonly Cue[], format) => {
          const written = format.write(now, about)
          const read = written.ok && format.read(written.bytes, about)
          return read && read.ok ? read.cues : []
        }, cues),
        cues,
      )
    }),
    { numRuns: 100 },
  ))

test('ASS rounds to the hundredth without new gaps or lost cues', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 }),
      (lengths) => {
        let at = 0
        const cues = lengths.map((length) => ({ start: at, stop: (at += length), text: 'a' }))
        const written = ass.write(cues, about)
        const read = written.ok && ass.read(written.bytes, about)
        assert.ok(read && read.ok && read.cues.length === cues.length)
        read.cues.forEach((cue, index) => {
          assert.ok(Math.abs(cue.start - cues[index]!.start) <= 5)
          if (cues[index]!.stop - cues[index]!.start >= 10)
            assert.equal(cue.stop, read.cues[index + 1]?.start ?? cue.stop)
        })
      },
    ),
  ))

test('rejects invalid cues by index', () => {
  const good = { start: 0, stop: 1, text: 'a' }
  for (const bad of [
    { ...good, stop: 0 },
    { ...good, start: -1 },
    { ...good, stop: 0.5 },
    { ...good, stop: Infinity },
    { ...good, stop: 400_000_000 },
    { ...good, text: '<p>' },
    { ...good, text: 'a\ufffd' },
    { ...good, text: '\ud800' },
    { ...good, text: '\u0001' },
  ]) {
    for (const format of TEXTUAL) {
      const written = format.write([good, bad], about)
      assert.ok(
        !written.ok && written.errors.length === 1 && written.errors[0]!.cue === 1,
        `${format.name} ${JSON.stringify(bad)}`,
      )
    }
  }
})
