import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { STATUSES } from '../../workrequests/contract.ts'
import { spreadOf } from './durations.ts'
import {
  BLOCK_DAYS,
  collectBlock,
  packBlock,
  unpackBlock,
  unpackBlockOfVolume,
  volumeLengthOfBlock,
} from './request-blocks.ts'
import { collectFacts, type RequestFact, type RequestFacts } from './request-facts.ts'
import { spreadOfSeconds } from './sorted-lists.ts'
import { turnaroundOfFacts, volumeOf, type CountedFacts } from './tallies.ts'

const DAY = 86_400
const START = 640 * BLOCK_DAYS * DAY
const LENGTH = BLOCK_DAYS * DAY
const CALENDAR = { opens: 9 * 3600, closes: 18 * 3600, holidays: [] }
/** Begins before the block and ends after it. */
const PERIOD = {
  buckets: [-3, 0, 1.4, 12, 13.6, 31].map((day) => ({ from: '', start: START + day * DAY })),
  end: START + LENGTH + 2 * DAY,
}

const optional = (arbitrary: fc.Arbitrary<number>) => fc.option(arbitrary, { freq: 3 })
const time = fc.integer({ min: START, max: START + LENGTH - 1 })
const factArbitrary: fc.Arbitrary<RequestFact> = fc
  .record({
    at: time,
    status: fc.option(fc.constantFrom(...STATUSES)),
    territory: fc.constantFrom('DE', 'FR', 'JP'),
    offered: fc.boolean(),
    tz: fc.constantFrom('UTC', 'Asia/Tokyo'),
    owner: fc.constant(0),
    previous: optional(fc.integer({ min: START - 9 * DAY, max: START + LENGTH })),
    before: fc.option(fc.constantFrom(...STATUSES)),
    began: optional(fc.integer({ min: START - 9 * DAY, max: START })),
    next: optional(fc.integer({ min: START, max: START + LENGTH + 9 * DAY })),
    submitted: optional(fc.integer({ min: START - 9 * DAY, max: START })),
  })
  .map((fact) => (fact.status === 'complete' ? fact : { ...fact, next: null, submitted: null }))

type Visibility = { territories: boolean[]; onlyOffered: boolean[] }
const counted = <Facts extends { territories: string[] }>(facts: Facts, shown: Visibility) => {
  const of = (name: keyof Visibility) =>
    facts.territories.map((territory) => shown[name][['DE', 'FR', 'JP'].indexOf(territory)]!)
  return {
    facts,
    territories: of('territories'),
    onlyOffered: of('onlyOffered'),
    owned: undefined,
  }
}
const three = fc.array(fc.boolean(), { minLength: 3, maxLength: 3 })

test('a block counts as the facts of its days do', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(factArbitrary, { maxLength: 20 }), { maxLength: 4 }),
      fc.record({ territories: three, onlyOffered: three }),
      (days, shown) => {
        const collected: RequestFacts[] = days.map((facts) =>
          collectFacts(
            facts.toSorted((one, other) => one.at - other.at),
            CALENDAR,
          ),
        )
        const packed = packBlock(collectBlock(collected))
        const facts: CountedFacts[] = collected.map((day) => counted(day, shown))
        const ofBlock = (block: ReturnType<typeof unpackBlock>) => ({
          facts: [counted(block.rare, shown)],
          blocks: [{ block, ...counted(block, shown) }],
        })
        assert.deepEqual(
          turnaroundOfFacts(ofBlock(unpackBlock(packed)), PERIOD),
          turnaroundOfFacts({ facts, blocks: [] }, PERIOD),
        )
        const ofVolume = packed.subarray(0, volumeLengthOfBlock(packed))
        assert.deepEqual(
          volumeOf(ofBlock(unpackBlockOfVolume(ofVolume)), PERIOD),
          volumeOf({ facts, blocks: [] }, PERIOD),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('quantiles of sorted lists are those of all values', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.oneof(fc.nat(2 ** 32 - 2), fc.nat(9)), { maxLength: 12 })),
      (lists) => {
        const sorted = lists.map((values) => Uint32Array.from(values).sort())
        assert.deepEqual(
          spreadOfSeconds(sorted),
          spreadOf(lists.flat().map((seconds) => seconds / 3600)),
        )
      },
    ),
  )
})
