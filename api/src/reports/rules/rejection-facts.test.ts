import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  collectRejections,
  mergeRejections,
  packRejections,
  rejectionsOfTally,
  tallyRejections,
  unpackRejections,
  type OfflineFact,
  type RejectionFact,
} from './rejection-facts.ts'

const rejection = (fact: Partial<RejectionFact>): RejectionFact => ({
  at: 150,
  territory: 'DE',
  code: 'picture',
  uploader: 'ann',
  previous: null,
  ...fact,
})
const offline = (fact: Partial<OfflineFact>): OfflineFact => ({
  at: 150,
  territory: 'DE',
  next: null,
  versions: 1,
  ...fact,
})
const PERIOD = { buckets: [{ from: '', start: 100 }], end: 200 }
const VENDORS: Record<string, { _id: string; name: string; rank: number }[]> = {
  ann: [{ _id: 'v2', name: 'Alpha', rank: 1 }],
  bob: [
    { _id: 'v2', name: 'Alpha', rank: 1 },
    { _id: 'v1', name: 'Beta', rank: 2 },
  ],
}

const vendorsOf = (_studio: string, uploader: string | null) => VENDORS[uploader ?? ''] ?? []

const tally = (
  rejections: RejectionFact[],
  offlines: OfflineFact[],
  countsTerritory = (_territory: string) => true,
) =>
  rejectionsOfTally(
    tallyRejections(
      [
        {
          studio: 's',
          facts: unpackRejections(packRejections(collectRejections(rejections, offlines))),
        },
      ],
      PERIOD,
      countsTerritory,
    ),
    vendorsOf,
  )

test('counts rejections of the period by code, vendor and territory', () => {
  const figures = tally(
    [
      rejection({ at: 100, previous: 90 }),
      rejection({ at: 199, previous: 100, code: null, uploader: 'bob', territory: 'FR' }),
      rejection({ code: 'audio', uploader: null }),
      rejection({ at: 99 }),
      rejection({ at: 200 }),
    ],
    [],
  )
  assert.deepEqual(figures, {
    rejections: 3,
    requests: 2,
    codes: [
      { code: 'audio', rejections: 1 },
      { code: 'picture', rejections: 1 },
      { code: null, rejections: 1 },
    ],
    vendors: [
      { group: { _id: 'v2', name: 'Alpha' }, rejections: 2 },
      { group: { _id: 'v1', name: 'Beta' }, rejections: 1 },
      { group: null, rejections: 1 },
    ],
    territories: [
      { territory: 'DE', rejections: 2 },
      { territory: 'FR', rejections: 1 },
    ],
    versions: [],
  })
})

test('counts a request once, by the number of offlines it has now', () => {
  const offlines = [
    offline({ at: 110, next: 120, versions: 3 }),
    offline({ at: 120, next: 200, versions: 3 }),
    offline({ at: 200, versions: 3 }),
    offline({ territory: 'FR' }),
    offline({ at: 99, next: 300, versions: 2 }),
  ]
  assert.deepEqual(tally([], offlines).versions, [
    { versions: 1, requests: 1 },
    { versions: 3, requests: 1 },
  ])
  assert.deepEqual(tally([], offlines, (territory) => territory === 'FR').versions, [
    { versions: 1, requests: 1 },
  ])
})

test('merged days count as the days do', () => {
  const time = fc.integer({ min: 80, max: 220 })
  const territory = fc.constantFrom('DE', 'FR')
  const rejections = fc.array(
    fc.record({
      at: time,
      territory,
      code: fc.constantFrom('audio', 'picture', null),
      uploader: fc.constantFrom('ann', 'bob', null),
      previous: fc.option(time),
    }),
  )
  const offlines = fc.array(
    fc.record({
      at: time,
      territory,
      next: fc.option(time),
      versions: fc.integer({ min: 1, max: 3 }),
    }),
  )
  const isCounted = (code: string) => code === 'DE'
  fc.assert(
    fc.property(fc.array(fc.tuple(rejections, offlines), { maxLength: 4 }), (days) => {
      const facts = days.map(([ofDay, offlinesOfDay]) => collectRejections(ofDay, offlinesOfDay))
      const merged = unpackRejections(packRejections(mergeRejections(facts)))
      const ofDays = facts.map((day) => ({ studio: 's', facts: day }))
      const expected = rejectionsOfTally(tallyRejections(ofDays, PERIOD, isCounted), vendorsOf)
      const ofMerged = tallyRejections([{ studio: 's', facts: merged }], PERIOD, isCounted)
      assert.deepEqual(rejectionsOfTally(ofMerged, vendorsOf), expected)
      const before = tallyRejections(ofDays.slice(0, 1), PERIOD, isCounted)
      const after = tallyRejections(ofDays.slice(1), PERIOD, isCounted, before)
      assert.deepEqual(rejectionsOfTally(after, vendorsOf), expected, 'adds to the counts before')
    }),
  )
})
