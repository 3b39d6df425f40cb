import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EVENT_TYPES } from '../../events/contract.ts'
import { titleOf } from './present.ts'

test('has a title for every event type', () => {
  const titles = EVENT_TYPES.map((type) => titleOf(type, 'Ada'))
  assert.equal(new Set(titles).size, EVENT_TYPES.length)
  assert.ok(titles.every((title) => title.startsWith('Ada ') && !title.includes('something')))
  assert.equal(titleOf('wam', 'Ada'), 'Ada marked a work request as awaiting materials')
})

test('keeps a title on one line for any name', () =>
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\v', '\f', '\u2028', '\u2029', 'é'),
      }),
      fc.constantFrom(...EVENT_TYPES),
      (name, type) => {
        assert.ok(!/[\r\n\u2028\u2029\t\v\f]/.test(titleOf(type, `a${name}\r\nb`)))
      },
    ),
    { numRuns: 300 },
  ))
