import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  allowsDropFrame,
  parseSmpte,
  nominalRate,
  parseFrameRate,
  formatSmpte,
  type FrameCount,
} from './smpte.ts'

const [FILM, PAL, NTSC, NTSC_60] = [
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 60_000, den: 1001 },
]
const RATES = [
  FILM,
  PAL,
  NTSC,
  NTSC_60,
  { num: 24_000, den: 1001 },
  { num: 30, den: 1 },
  { num: 48, den: 1 },
  { num: 50, den: 1 },
  { num: 60, den: 1 },
  { num: 120, den: 1 },
  { num: 120_000, den: 1001 },
]
const COUNTS: FrameCount[] = RATES.flatMap((rate) =>
  allowsDropFrame(rate)
    ? [
        { rate, drop: true },
        { rate, drop: false },
      ]
    : [{ rate, drop: false }],
)
const drop = { rate: NTSC, drop: true }

test('allows drop frame only for multiples of 29.97', () => {
  assert.deepEqual(RATES.filter(allowsDropFrame), [NTSC, NTSC_60, { num: 120_000, den: 1001 }])
  assert.ok(
    !allowsDropFrame({ num: 2_997_002_997, den: 100_000_000 }),
    'an approximation of 29.97 is not accepted',
  )
})

test('skips labels 00 and 01 of every minute except each tenth', () => {
  assert.deepEqual(
    [1799, 1800, 17_981, 17_982].map((frame) => formatSmpte(frame, drop)),
    ['00:00:59;29', '00:01:00;02', '00:09:59;29', '00:10:00;00'],
  )
  assert.deepEqual(
    [3599, 3600].map((frame) => formatSmpte(frame, { rate: NTSC_60, drop: true })),
    ['00:00:59;59', '00:01:00;04'],
  )
  assert.deepEqual(
    ['00:01:00;00', '00:01:00;01', '00:59:00;01'].map((code) => parseSmpte(code, drop)),
    [undefined, undefined, undefined],
  )
  assert.deepEqual(
    ['00:01:00;02', '00:10:00;00'].map((code) => parseSmpte(code, drop)),
    [1800, 17_982],
  )
})

test('shows one hour after an hour at 29.97', () => {
  assert.equal(formatSmpte(107_892, drop), '01:00:00;00')
  assert.equal(formatSmpte(107_892, { rate: NTSC, drop: false }), '00:59:56:12')
  assert.equal(
    formatSmpte(86_400, { rate: { num: 24_000, den: 1001 }, drop: false }),
    '01:00:00:00',
  )
})

test('wraps at midnight in both directions', () => {
  for (const count of COUNTS) {
    const last = formatSmpte(-1, count)
    assert.equal(last, `23:59:59${count.drop ? ';' : ':'}${nominalRate(count.rate) - 1}`)
    assert.equal(formatSmpte(parseSmpte(last, count)! + 1, count), formatSmpte(0, count))
  }
})

test('returns no frame for an invalid timecode', () => {
  for (const code of [
    '',
    '1:00:00:00',
    '24:00:00:00',
    '00:60:00:00',
    '00:00:60:00',
    '00:00:00:25',
    '00:00:00',
    '00:00:00,000',
    'ab:cd:ef:gh',
    '00:00:00:-1',
    '-1:00:00:00',
  ])
    assert.equal(parseSmpte(code, { rate: PAL, drop: false }), undefined, code)
})

test('parses valid frame rates only', () => {
  assert.deepEqual(parseFrameRate('24000/1001'), { num: 24_000, den: 1001 })
  for (const text of ['0/1', '25', '25/0', '1/3', '', 'x/y', '-25/1', '1e3/1', '25/1\n'])
    assert.equal(parseFrameRate(text), undefined, text)
})

const counted = fc.constantFrom(...COUNTS).chain((count) =>
  fc.record({
    count: fc.constant(count),
    frame: fc.nat(24 * 60 * 6 * Math.floor(nominalRate(count.rate) * 9.99)),
  }),
)

test('gives every frame of a day one timecode', () =>
  fc.assert(
    fc.property(counted, ({ count, frame }) => {
      assert.equal(parseSmpte(formatSmpte(frame, count), count), frame)
    }),
    { numRuns: 3000 },
  ))

test('parses and formats timecodes symmetrically', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...COUNTS),
      fc.nat(23),
      fc.nat(59),
      fc.nat(59),
      fc.nat(119),
      (count, ...parts) => {
        const code = parts.map((part) => String(part).padStart(2, '0')).join(':')
        const frame = parseSmpte(code, count)
        if (frame !== undefined) assert.equal(formatSmpte(frame, count).replace(';', ':'), code)
        else
          assert.ok(
            parts[3] >= nominalRate(count.rate) ||
              (count.drop &&
                parts[1] % 10 > 0 &&
                parts[2] === 0 &&
                parts[3] < nominalRate(count.rate) / 15),
            code,
          )
      },
    ),
    { numRuns: 3000 },
  ))

test('ascends, and drop frame stays within a sixth of a second of real time', () =>
  fc.assert(
    fc.property(fc.nat(2_500_000), fc.constantFrom(NTSC, NTSC_60), (frame, rate) => {
      const count = { rate, drop: true }
      const code = formatSmpte(frame, count)
      assert.ok(
        formatSmpte(frame + 1, count) > code ||
          frame + 1 >= 24 * 6 * (nominalRate(rate) * 600 - (9 * nominalRate(rate)) / 15),
      )
      const [hours, minutes, seconds, frames] = code.split(/[:;]/).map(Number) as [
        number,
        number,
        number,
        number,
      ]
      const shown = hours * 3600 + minutes * 60 + seconds + frames / nominalRate(rate)
      const passed = (frame * rate.den) / rate.num
      assert.ok(Math.abs(shown - passed) < 1 / 6, `${code} after ${passed} s`)
    }),
    { numRuns: 2000 },
  ))
