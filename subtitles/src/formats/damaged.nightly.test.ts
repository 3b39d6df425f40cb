// Any bytes and any damaged file are read or rejected with a position, in thousands of variants.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cuesIn } from '../../test/cues.ts'
import type { Cue } from '../cue.ts'
import { ass } from './ass.ts'
import { csv } from './csv.ts'
import type { Format } from './format.ts'
import { srt } from './srt.ts'
import { vtt } from './vtt.ts'
import { xliff } from './xliff.ts'
import { xlsx } from './xlsx.ts'

const FORMATS = [srt, vtt, ass, csv, xlsx, xliff]
const about = { title: 'The Salt Road', language: 'deu', rate: { num: 24, den: 1 } }

/** Reads the file, or rejects it with a position. It never throws. */
function assertReadsOrRejects(format: Format, bytes: Uint8Array) {
  for (const strict of [true, false]) {
    const read = format.read(bytes, { ...about, strict })
    if (read.ok) assertWritable(format, read.cues)
    else
      assert.ok(
        read.errors.length > 0 &&
          read.errors.every(({ line, column, message }) => line >= 1 && column >= 1 && message),
        JSON.stringify(read),
      )
  }
}

/** A character that was lost is kept until somebody mends it. */
function assertWritable(format: Format, cues: readonly Cue[]) {
  const written = format.write(cues, about)
  if (written.ok) return
  for (const { cue, message } of written.errors) {
    assert.match(message, /U\+FFFD/)
    assert.ok(JSON.stringify(cues[cue]).includes('\ufffd'))
  }
}

for (const format of FORMATS) {
  test(`reads or rejects any bytes: ${format.name}`, () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
        assertReadsOrRejects(format, bytes),
      ),
      { numRuns: 300 },
    ))

  const damage = fc.array(
    fc.tuple(fc.constantFrom('cut', 'drop', 'change', 'double'), fc.nat(), fc.nat(255)),
    { minLength: 1, maxLength: 4 },
  )
  test(`reads or rejects a damaged file: ${format.name}`, () =>
    fc.assert(
      fc.property(cuesIn(10), damage, (cues, harm) => {
        const written = format.write(cues, about)
        assert.ok(written.ok)
        assertReadsOrRejects(format, harm.reduce(damaged, written.bytes))
      }),
      { numRuns: 400 },
    ))
}

function damaged(bytes: Uint8Array, [how, where, byte]: [string, number, number]): Uint8Array {
  const at = where % Math.max(1, bytes.length)
  if (how === 'cut') return bytes.slice(0, at)
  const [before, after] = [Array.from(bytes.subarray(0, at)), Array.from(bytes.subarray(at + 1))]
  if (how === 'drop') return Uint8Array.from([...before, ...after])
  return Uint8Array.from(
    how === 'change' ? [...before, byte, ...after] : [...before, ...before.slice(-byte), ...after],
  )
}
