import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOffset, shiftCues } from './offset.ts'
import { FORMATS } from './formats.ts'

const PAL = { num: 25, den: 1 }
const NTSC = { num: 30_000, den: 1001 }

test('reads an offset in frames or milliseconds', () => {
  assert.equal(parseOffset('10:00:00:00', PAL), 36_000_000)
  assert.equal(parseOffset('01:00:00:12', PAL), 3_600_480)
  assert.equal(parseOffset('01:00:00,500', PAL), 3_600_500)
  assert.equal(parseOffset('01:00:00;00', NTSC), 3_599_996)
  assert.equal(parseOffset('01:00:00:00', NTSC), 3_603_600)
  for (const code of ['01:00:00;00', '01:00:00:25', '1:00', '01:60:00,000', ''])
    assert.equal(parseOffset(code, PAL), undefined, code)
})

test('writes the start of programme of EBU STL, which reading subtracts', () => {
  const cues = [{ start: 1000, stop: 2000, text: 'a' }]
  const offset = parseOffset('10:00:00:00', PAL)!
  const about = { title: '', language: 'deu', rate: PAL, offset }
  const written = FORMATS.stl.write(shiftCues(cues, offset), about)
  assert.ok(written.ok)
  assert.equal(new TextDecoder().decode(written.bytes.subarray(256, 272)), '1000000010000100')
  const read = FORMATS.stl.read(written.bytes, about)
  assert.ok(read.ok)
  assert.deepEqual(read.cues, cues)
})
