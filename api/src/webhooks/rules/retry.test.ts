import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { retryDelaySeconds } from './retry.ts'

test('retries soon after one failure and hourly after many', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 10, 11, 1_000_000].map((failures) => retryDelaySeconds(failures, 0)),
    [5, 10, 20, 40, 2560, 3600, 3600],
  )
})

test('shortens the delay by up to a fifth at random', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        const [longest, wait] = [
          retryDelaySeconds(failures, 0),
          retryDelaySeconds(failures, chance),
        ]
        assert.ok(wait <= longest && wait >= longest * 0.8 - 1e-9)
      },
    ),
  ))
