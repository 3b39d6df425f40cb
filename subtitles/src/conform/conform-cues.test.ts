import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  conformCues,
  offsetMapping,
  stretchMapping,
  twoPointMapping,
  type ConformDoubt,
  type ConformMapping,
} from './index.ts'

const FRAME = { frame: 40 }
const cue = (start: number, stop: number) => ({ start, stop })
const segment = (
  [start, stop]: [number, number],
  [newStart, newStop]: [number, number],
  doubt: ConformDoubt | null = null,
) => ({ from: { start, stop }, to: { start: newStart, stop: newStop }, doubt })
const mapping = (...segments: ConformMapping['segments']): ConformMapping => ({
  segments,
  unclear: [],
})

test('moves a cue with its shot', () => {
  const cut = mapping(segment([0, 4000], [10_000, 14_000]), segment([4000, 8000], [0, 4000]))
  assert.deepEqual(conformCues([cue(1000, 3000), cue(5000, 6000)], cut, FRAME), [
    { outcome: 'moved', reason: null, to: [cue(11_000, 13_000)] },
    { outcome: 'moved', reason: null, to: [cue(1000, 2000)] },
  ])
})

test('moves a cue across a cut that both films have', () => {
  const cut = mapping(segment([0, 4000], [1000, 5000]), segment([4000, 8000], [5000, 9000]))
  assert.deepEqual(conformCues([cue(3000, 5000)], cut, FRAME), [
    { outcome: 'moved', reason: null, to: [cue(4000, 6000)] },
  ])
})

test('splits a cue where a shot was inserted', () => {
  const cut = mapping(segment([0, 4000], [0, 4000]), segment([4000, 8000], [6000, 10_000]))
  assert.deepEqual(conformCues([cue(3000, 5000)], cut, FRAME), [
    { outcome: 'split', reason: null, to: [cue(3000, 4000), cue(6000, 7000)] },
  ])
  assert.deepEqual(conformCues([cue(3700, 5000)], cut, FRAME)[0]!.reason, 'fragment')
})

test('drops the cues of a removed shot, and flags those that lose a part', () => {
  const cut = mapping(segment([0, 4000], [0, 4000]), segment([8000, 9000], [4000, 5000]))
  assert.deepEqual(conformCues([cue(5000, 6000), cue(3000, 4500), cue(3000, 4060)], cut, FRAME), [
    { outcome: 'dropped', reason: 'removed', to: [] },
    { outcome: 'flagged', reason: 'trimmed', to: [cue(3000, 4000)] },
    { outcome: 'moved', reason: null, to: [cue(3000, 4000)] },
  ])
})

test('flags what is doubtful, with all its places', () => {
  const cut = mapping(
    segment([0, 4000], [0, 4000], 'several-places'),
    segment([0, 4000], [9000, 13_000], 'several-places'),
  )
  assert.deepEqual(conformCues([cue(1000, 2000)], cut, FRAME), [
    { outcome: 'flagged', reason: 'several-places', to: [cue(1000, 2000), cue(10_000, 11_000)] },
  ])
  const unclear = { segments: [], unclear: [cue(0, 4000)] }
  assert.deepEqual(conformCues([cue(1000, 2000), cue(5000, 6000)], unclear, FRAME), [
    { outcome: 'flagged', reason: 'unclear', to: [] },
    { outcome: 'dropped', reason: 'removed', to: [] },
  ])
})

test('repeats a cue at every place that a list names', () => {
  const cut = mapping(segment([0, 4000], [0, 4000]), segment([0, 4000], [9000, 13_000]))
  assert.deepEqual(conformCues([cue(1000, 2000)], cut, FRAME), [
    { outcome: 'split', reason: null, to: [cue(1000, 2000), cue(10_000, 11_000)] },
  ])
})

test('stretches between 25, 24 and 23.976 frames per second and back', () => {
  const rates = [
    { num: 25, den: 1 },
    { num: 24, den: 1 },
    { num: 24_000, den: 1001 },
  ]
  for (const from of rates)
    for (const to of rates) {
      const hour = [cue(3_600_000, 3_602_000)]
      const [there] = conformCues(hour, stretchMapping(from, to), FRAME)
      const expected = (3_600_000 * from.num * to.den) / (from.den * to.num)
      assert.equal(there!.to[0]!.start, Math.round(expected))
      const [back] = conformCues(there!.to, stretchMapping(to, from), FRAME)
      assert.ok(Math.abs(back!.to[0]!.start - 3_600_000) <= 1)
    }
})

test('moves all cues by an offset, and drops those before the start', () => {
  assert.deepEqual(
    conformCues([cue(1000, 2000), cue(4500, 6000), cue(6000, 7000)], offsetMapping(-5000), FRAME),
    [
      { outcome: 'dropped', reason: 'outside', to: [] },
      { outcome: 'flagged', reason: 'trimmed', to: [cue(0, 1000)] },
      { outcome: 'moved', reason: null, to: [cue(1000, 2000)] },
    ],
  )
})

test('follows two points', () => {
  const cut = twoPointMapping([
    { from: 10_000, to: 12_000 },
    { from: 20_000, to: 24_000 },
  ])!
  assert.deepEqual(conformCues([cue(15_000, 16_000)], cut, FRAME)[0]!.to, [cue(18_000, 19_200)])
  const same = { from: 5, to: 5 }
  assert.equal(twoPointMapping([same, same]), undefined)
  assert.equal(
    twoPointMapping([
      { from: 0, to: 1000 },
      { from: 1000, to: 0 },
    ]),
    undefined,
  )
})

test('gives every cue one outcome inside of the possible times', () => {
  const time = fc.integer({ min: -1000, max: 20_000 })
  const range = fc.tuple(time, fc.integer({ min: 0, max: 5000 }))
  const segments = fc.array(fc.tuple(range, range), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), segments, (cues, parts) => {
      const input = cues.map(([start, length]) => cue(Math.abs(start), Math.abs(start) + length))
      const cut = mapping(...parts.map(([[a, b], [c, d]]) => segment([a, a + b], [c, c + d])))
      const conformed = conformCues(input, cut, FRAME)
      assert.equal(conformed.length, input.length)
      for (const { outcome, to } of conformed) {
        assert.equal(outcome === 'dropped', to.length === 0)
        for (const { start, stop } of to) assert.ok(start >= 0 && stop > start)
      }
    }),
  )
})
