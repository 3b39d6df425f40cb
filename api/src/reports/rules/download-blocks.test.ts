import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  collectDownloadBlock,
  packDownloadBlock,
  startsAtQuarters,
  unpackDownloadBlock,
} from './download-blocks.ts'
import { collectDownloads, type DownloadFact } from './download-facts.ts'
import {
  downloadsOf,
  tallyDownloads,
  type CountedDownloads,
  type DownloadTally,
} from './download-tally.ts'

const DAY = 86_400
const START = 20_480 * DAY
/** Begins before the block and ends after it. */
const PERIOD = {
  buckets: [-3, 0, 1.25, 3 + 1 / 96, 6].map((day) => ({ from: '', start: START + day * DAY })),
  end: START + 9 * DAY,
}
const territoryOf = (_studio: string, person: string) => ({ a: 'DE', b: 'FR' })[person] ?? null
const count = (counted: CountedDownloads, limit?: number, before?: DownloadTally) =>
  downloadsOf(
    tallyDownloads(counted, PERIOD, () => true, before),
    PERIOD,
    territoryOf,
    limit,
  )

const factArbitrary: fc.Arbitrary<DownloadFact> = fc.record({
  at: fc.integer({ min: START, max: START + 8 * DAY - 1 }),
  asset: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3_000 })),
  person: fc.constantFrom('a', 'b', 'c'),
  // The sum of all is exact.
  length: fc.oneof(fc.nat(999), fc.nat(2 ** 46)),
})

test('a block counts as the downloads of its days do', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(factArbitrary, { maxLength: 20 }), { maxLength: 4 }),
      fc.option(fc.nat(5), { nil: undefined }),
      (downloads, limit) => {
        const facts = downloads.map(collectDownloads)
        const block = unpackDownloadBlock(packDownloadBlock(collectDownloadBlock(facts, START)))
        assert.ok(startsAtQuarters(PERIOD))
        const days = facts.map((day) => ({ studio: 's', facts: day }))
        const expected = count({ facts: days, blocks: [] }, limit)
        assert.deepEqual(count({ facts: [], blocks: [{ studio: 's', block }] }, limit), expected)
        const before = tallyDownloads({ facts: days.slice(0, 1), blocks: [] }, PERIOD, () => true)
        assert.deepEqual(
          count({ facts: days.slice(1), blocks: [] }, limit, before),
          expected,
          'adds to what was counted before',
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('counts more downloads of an asset than an entry can hold', () => {
  const fact = { at: START, asset: 70_000, person: 'a', length: 2 ** 40 }
  const facts = collectDownloads(Array.from({ length: 70_000 }, () => fact))
  const block = unpackDownloadBlock(packDownloadBlock(collectDownloadBlock([facts], START)))
  const { assets } = count({ facts: [], blocks: [{ studio: 's', block }] })
  assert.deepEqual(assets, [{ number: 70_000, downloads: 70_000, bytes: 70_000 * 2 ** 40 }])
})

test('a bucket that begins within a quarter of an hour is not counted from blocks', () => {
  assert.equal(startsAtQuarters({ ...PERIOD, end: PERIOD.end + 30 }), false)
  assert.equal(startsAtQuarters({ buckets: [{ from: '', start: START + 60 }], end: START }), false)
})
