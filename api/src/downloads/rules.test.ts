import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contentDisposition } from '../kernel/http/attachment.ts'
import { overBudget, planDownload, parseByteRange } from './rules.ts'

const span = (start: number, end: number) => ({ start, end, whole: false })

test('serves the whole file without a range or with another unit', () => {
  for (const header of [undefined, '', 'items=0-1', 'Bytes 0-1', 'byte=0-1'])
    assert.deepEqual(parseByteRange(header, 10), { start: 0, end: 9, whole: true })
})

test('serves one range: from the start, the middle, open-ended, and from the end', () => {
  assert.deepEqual(parseByteRange('bytes=0-0', 10), span(0, 0))
  assert.deepEqual(parseByteRange('bytes=3-5', 10), span(3, 5))
  assert.deepEqual(parseByteRange('bytes=3-', 10), span(3, 9))
  assert.deepEqual(parseByteRange('bytes=0-', 10), span(0, 9))
  assert.deepEqual(parseByteRange('bytes=-3', 10), span(7, 9))
  assert.deepEqual(parseByteRange('bytes=9-9', 10), span(9, 9))
})

test('cuts a range at the end of the file', () => {
  assert.deepEqual(parseByteRange('bytes=5-999999999999999', 10), span(5, 9))
  assert.deepEqual(parseByteRange('bytes=-100', 10), span(0, 9))
})

test('rejects reversed, out-of-bounds, empty, multiple and malformed ranges', () => {
  for (const header of [
    'bytes=5-1',
    'bytes=10-',
    'bytes=10-12',
    'bytes=-0',
    'bytes=-',
    'bytes=',
    'bytes=0-0,2-3',
    'bytes=0-0,',
    'bytes=a-b',
    'bytes=1-2-3',
    'bytes= 0-1',
    'bytes=0x0-1',
    'bytes=-1-2',
    `bytes=${'9'.repeat(16)}-`,
  ]) {
    assert.equal(parseByteRange(header, 10), 'unsatisfiable', header)
  }
})

test('always serves bytes within the file', () =>
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 1, max: 1e6 }),
      fc.option(fc.nat()),
      fc.option(fc.nat()),
      (noise, length, from, to) => {
        for (const header of [noise, `bytes=${noise}`, `bytes=${from ?? ''}-${to ?? ''}`]) {
          const range = parseByteRange(header, length)
          if (range !== 'unsatisfiable')
            assert.ok(range.start >= 0 && range.start <= range.end && range.end < length)
        }
      },
    ),
    { numRuns: 300 },
  ))

test('sends a plain name in both header forms', () => {
  assert.equal(
    contentDisposition('trailer.mp4'),
    `attachment; filename="trailer.mp4"; filename*=UTF-8''trailer.mp4`,
  )
})

test('removes special characters from the plain name and encodes them in the extended one', () => {
  assert.equal(
    contentDisposition('a"b\\c%d.mp4'),
    `attachment; filename="a_b_c_d.mp4"; filename*=UTF-8''a%22b%5Cc%25d.mp4`,
  )
  assert.equal(
    contentDisposition("it's (new)*.mp4"),
    `attachment; filename="it's (new)*.mp4"; filename*=UTF-8''it%27s%20%28new%29%2A.mp4`,
  )
})

test('makes a one-line ASCII attachment header from any name, from which it can be decoded', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const header = contentDisposition(name)
      assert.match(
        header,
        /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\x21-\x7e]*$/,
      )
      assert.equal(decodeURIComponent(header.split("UTF-8''")[1]!), name)
    }),
    { numRuns: 300 },
  ))

test('allows downloads within the budget and alerts from 80 % on', () => {
  assert.deepEqual(planDownload({ used: 0, requested: 1, budget: 10 }), { ok: true, alert: false })
  assert.deepEqual(planDownload({ used: 6, requested: 1, budget: 10 }), { ok: true, alert: false })
  assert.deepEqual(planDownload({ used: 7, requested: 1, budget: 10 }), { ok: true, alert: true })
  assert.deepEqual(planDownload({ used: 9, requested: 1, budget: 10 }), { ok: true, alert: true })
  assert.deepEqual(planDownload({ used: 10, requested: 1, budget: 10 }), { ok: false, over: 1 })
  assert.deepEqual(planDownload({ used: 0, requested: 12, budget: 10 }), { ok: false, over: 2 })
})

test('rejects a request larger than the whole budget', () => {
  assert.match(overBudget(10, undefined).message, /fewer/)
  assert.deepEqual(
    [overBudget(10, 0).headers, overBudget(10, 42).headers],
    [{ 'retry-after': '1' }, { 'retry-after': '42' }],
  )
})
