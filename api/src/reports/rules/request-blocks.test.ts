import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { STATUSES } from '../../workrequests/contract.ts'
import type { BlockScope } from './blocks.ts'
import { byTerritory } from './counted-facts.ts'
import { listDurations, tallyDurations, turnaroundOfDurations } from './duration-tally.ts'
import { spreadOf } from './durations.ts'
import {
  collectBlocks,
  packBlock,
  unpackBlock,
  unpackBlockOfVolume,
  volumeLengthOfBlock,
  type RequestBlock,
} from './request-blocks.ts'
import { collectFacts, type RequestFact, type RequestFacts } from './request-facts.ts'
import { spreadOfWindows, windowsOf } from './sorted-lists.ts'
import { tallyVolume, type CountedFacts, type FoundFacts } from './tallies.ts'

const DAY = 86_400
const START = 20_480 * DAY
const LENGTH = 32 * DAY
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
    owner: fc.integer({ min: 1, max: 3 }),
    previous: optional(fc.integer({ min: START - 9 * DAY, max: START + LENGTH })),
    before: fc.option(fc.constantFrom(...STATUSES)),
    began: optional(fc.integer({ min: START - 9 * DAY, max: START })),
    next: optional(fc.integer({ min: START, max: START + LENGTH + 9 * DAY })),
    submitted: optional(fc.integer({ min: START - 9 * DAY, max: START })),
  })
  .map((fact) => (fact.status === 'complete' ? fact : { ...fact, next: null, submitted: null }))

const NO_FACTS: FoundFacts = { facts: [], blocks: [] }
function turnaround(prepared: FoundFacts, newer: FoundFacts) {
  const others = listDurations(newer, PERIOD)
  return turnaroundOfDurations(tallyDurations(listDurations(prepared, PERIOD), others), others)
}

const TERRITORIES = ['DE', 'FR', 'JP']
type Day = { vendor: string; facts: RequestFacts }
type Counts = (territory: string) => boolean
/** Which facts of a day count for the readers of a scope, in the territories of a filter. */
const SCOPES: Record<BlockScope['scope'], (day: Day, id: string, counts: Counts) => CountedFacts> =
  {
    studio: ({ facts }, _, counts) => byTerritory(facts, counts),
    vendor: ({ facts, vendor }, id, counts) => ({
      ...byTerritory(facts, (territory) => vendor === id && counts(territory)),
      onlyOffered: facts.territories.map(() => true),
    }),
    territory: ({ facts }, id, counts) =>
      byTerritory(facts, (territory) => territory === id && counts(territory)),
    owner: ({ facts }, id, counts) => ({
      ...byTerritory(facts, () => false),
      owned: { owner: Number(id), territories: facts.territories.map(counts) },
    }),
  }

test('a block counts as the facts of its days do, for every scope', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          vendor: fc.constantFrom('', 'one', 'two'),
          facts: fc.array(factArbitrary, { maxLength: 20 }).map((facts) =>
            collectFacts(
              facts.toSorted((one, other) => one.at - other.at),
              CALENDAR,
            ),
          ),
        }),
        { maxLength: 4 },
      ),
      fc.subarray(TERRITORIES),
      (days: Day[], filter) => {
        const counts = (territory: string) => filter.includes(territory)
        const blocks = collectBlocks(days)
        assert.deepEqual(
          blocks.slice(0, 2).map(({ scope, id }) => [scope, id]),
          [
            ['studio', ''],
            ['vendor', ''],
          ],
        )
        for (const { scope, id, block } of blocks) {
          const packed = packBlock(block)
          const facts = days.map((day) => SCOPES[scope](day, id, counts))
          const ofBlock = (unpacked: RequestBlock) => ({
            facts: [byTerritory(unpacked.rare, counts)],
            blocks: [{ block: unpacked, territories: unpacked.territories.map(counts) }],
          })
          assert.deepEqual(
            turnaround(ofBlock(unpackBlock(packed)), NO_FACTS),
            turnaround(NO_FACTS, { facts, blocks: [] }),
          )
          const ofVolume = packed.subarray(0, volumeLengthOfBlock(packed))
          const newer = tallyVolume({ facts: facts.slice(1), blocks: [] }, PERIOD)
          assert.deepEqual(
            tallyVolume(ofBlock(unpackBlockOfVolume(ofVolume)), PERIOD),
            tallyVolume({ facts: facts.slice(0, 1), blocks: [] }, PERIOD, newer),
          )
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('quantiles around which values are kept are those of all values', () => {
  const lists = fc.array(fc.array(fc.oneof(fc.nat(2 ** 32 - 2), fc.nat(9)), { maxLength: 12 }))
  fc.assert(
    fc.property(
      lists,
      fc.array(fc.nat(2 ** 32 - 2), { maxLength: 9 }),
      fc.nat(3),
      (all, newer, more) => {
        const sorted = all.map((values) => Uint32Array.from(values).sort())
        const windows = windowsOf(sorted, newer.length + more)
        assert.deepEqual(
          spreadOfWindows(windows, Uint32Array.from(newer).sort()),
          spreadOf([...all.flat(), ...newer].map((seconds) => seconds / 3600)),
        )
      },
    ),
    { numRuns: 1_000 },
  )
})

test('keeps few values of many', () => {
  const { count, median, p80 } = windowsOf([Uint32Array.from({ length: 9_999 }, (_, at) => at)], 10)
  assert.equal(count, 9_999)
  assert.deepEqual([median.offset, median.values.length], [4_989, 22])
  assert.deepEqual([p80.offset, p80.values.length], [7_988, 22])
})
