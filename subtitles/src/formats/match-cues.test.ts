import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchCues } from './match-cues.ts'

const cue = (start: number, stop: number) => ({ start, stop })
const row = (...lengths: number[]) => {
  let at = 0
  return lengths.map((length) => cue(at, (at += length)))
}
const oneToOne = (length: number) => Array.from({ length }, (_, index) => [index, index])

const anyCues = fc.array(
  fc
    .tuple(fc.nat(5000), fc.integer({ min: 1, max: 3000 }))
    .map(([start, length]) => cue(start, start + length)),
  { maxLength: 40 },
)
const orderedCues = fc
  .array(fc.tuple(fc.nat(800), fc.integer({ min: 200, max: 3000 })), { maxLength: 60 })
  .map((list) => {
    let at = 0
    return list.map(([gap, length]) => cue((at += gap), (at += length)))
  })

test('lists every cue of both sides exactly once', () =>
  fc.assert(
    fc.property(anyCues, anyCues, (current, incoming) => {
      const { pairs, added, unmatched: left } = matchCues(current, incoming)
      assert.deepEqual(
        [...pairs.map(([one]) => one), ...left].toSorted((a, b) => a - b),
        [...current.keys()],
      )
      assert.deepEqual(
        [...pairs.map(([, other]) => other), ...added].toSorted((a, b) => a - b),
        [...incoming.keys()],
      )
    }),
    { numRuns: 500 },
  ))

test('pairs overlapping cues in order', () =>
  fc.assert(
    fc.property(anyCues, anyCues, (current, incoming) => {
      const { pairs } = matchCues(current, incoming)
      assert.ok(
        pairs.every(
          ([one, other]) =>
            current[one]!.start < incoming[other]!.stop &&
            incoming[other]!.start < current[one]!.stop,
        ),
      )
      assert.ok(
        pairs.every(
          ([one, other], index) =>
            index === 0 ||
            (current[pairs[index - 1]![0]]!.start <= current[one]!.start &&
              incoming[pairs[index - 1]![1]]!.start <= incoming[other]!.start),
        ),
      )
    }),
    { numRuns: 500 },
  ))

test('matches a list with itself one to one', () =>
  fc.assert(
    fc.property(anyCues, (cues) => {
      const { pairs, added, unmatched: left } = matchCues(cues, cues)
      assert.deepEqual(
        [pairs.toSorted(([a], [b]) => a - b), added, left],
        [oneToOne(cues.length), [], []],
      )
    }),
  ))

test('matches a list shifted by less than half a cue one to one', () =>
  fc.assert(
    fc.property(orderedCues, fc.integer({ min: -99, max: 99 }), (cues, late) => {
      assert.deepEqual(
        matchCues(
          cues,
          cues.map(({ start, stop }) => cue(start + late, stop + late)),
        ).pairs,
        oneToOne(cues.length),
      )
    }),
  ))

test('reports removed cues as unmatched and inserted ones as added', () =>
  fc.assert(
    fc.property(
      orderedCues.filter((cues) => cues.length > 0),
      fc.nat(),
      (cues, which) => {
        const index = which % cues.length
        assert.deepEqual(matchCues(cues, cues.toSpliced(index, 1)).unmatched, [index])
        assert.deepEqual(matchCues(cues.toSpliced(index, 1), cues).added, [index])
      },
    ),
  ))

test('matches the first half of a split cue and the longer part of a joined one', () => {
  assert.deepEqual(matchCues(row(1000, 2000, 1000), row(1000, 1000, 1000, 1000)), {
    pairs: [
      [0, 0],
      [1, 1],
      [2, 3],
    ],
    added: [2],
    unmatched: [],
  })
  assert.deepEqual(matchCues(row(1000, 500, 1500, 1000), row(1000, 2000, 1000)), {
    pairs: [
      [0, 0],
      [2, 1],
      [3, 2],
    ],
    added: [],
    unmatched: [1],
  })
})

test('does not match cues that hardly overlap', () =>
  assert.deepEqual(matchCues([cue(0, 1000)], [cue(900, 2000)]), {
    pairs: [],
    added: [0],
    unmatched: [0],
  }))

test('matches ten thousand cues, and ten thousand at the same time', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => cue(index * 3000, index * 3000 + 2500))
  assert.equal(
    matchCues(
      many,
      many.map(({ start, stop }) => cue(start + 200, stop + 300)),
    ).pairs.length,
    10_000,
  )
  const { pairs, added } = matchCues(
    many.map(() => cue(0, 1000)),
    many.map(() => cue(0, 1001)),
  )
  assert.equal(pairs.length + added.length, 10_000)
})
