import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CODE_BYTES, bitOf, findViewers, segmentsNeeded, type TraceCode } from './viewer-codes.ts'

/** A generator with a seed, so that the measured rates never change. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const createCodes = (count: number, random: () => number): TraceCode[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `viewer${n}`,
    code: Uint8Array.from({ length: CODE_BYTES }, () => Math.floor(random() * 256)),
  }))
/** Marks as read from a copy of this viewer. `noise`: 0 for a perfect copy. */
const marksOf = ({ code }: TraceCode, segments: number, noise: number, random: () => number) =>
  Array.from(
    { length: segments },
    (_, n) => (bitOf(code, n + 1) ? -0.8 : 0.8) + noise * (random() + random() - 1),
  )

test('names the viewer of a noisy copy, and nobody else', () => {
  const random = createRandom(1)
  const codes = createCodes(500, random)
  for (const viewer of codes.slice(0, 5)) {
    const viewers = findViewers(marksOf(viewer, 60, 1.2, random), codes)
    assert.deepEqual(
      viewers.map(({ id }) => id),
      [viewer.id],
    )
    assert.ok(viewers[0]!.errorChance < 1e-6)
  }
})

test('names nobody for 400 copies of unknown viewers, and the stated chance of an error is real', () => {
  const random = createRandom(2)
  const codes = createCodes(50, random)
  let [named, likely] = [0, 0]
  for (const stranger of createCodes(200, random)) {
    const noise = Array.from({ length: 60 }, () => random() * 2 - 1)
    for (const marks of [noise, marksOf(stranger, 60, 0.5, random)]) {
      named += findViewers(marks, codes).length
      likely += findViewers(marks, codes, { maxErrorChance: 0.1 }).length
    }
  }
  assert.equal(named, 0)
  assert.ok(likely < 0.15 * 400, `${likely} of 400`)
})

test('needs more segments for more viewers', () => {
  assert.deepEqual([20, 1000, 100_000].map(segmentsNeeded), [25, 30, 37])
  const random = createRandom(3)
  const codes = createCodes(20, random)
  const seconds = (count: number) => findViewers(marksOf(codes[7]!, count, 0, random), codes)
  assert.deepEqual([seconds(24).length, seconds(25).length], [0, 1])
  assert.deepEqual(findViewers([], codes), [])
  assert.deepEqual(findViewers([0, 0, 0], codes), [])
})

test('names both people whose copies were averaged', () => {
  const random = createRandom(4)
  const codes = createCodes(50, random)
  const [first, second] = [marksOf(codes[3]!, 120, 0, random), marksOf(codes[9]!, 120, 0, random)]
  const viewers = findViewers(
    first.map((mark, n) => (mark + second[n]!) / 2 + 0.1 * (random() - 0.5)),
    codes,
  )
  assert.deepEqual(viewers.map(({ id }) => id).toSorted(), ['viewer3', 'viewer9'])
})
