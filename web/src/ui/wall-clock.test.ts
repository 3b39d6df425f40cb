import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentOf, wallIn } from './wall-clock.ts'

const at = (text: string) => Date.parse(text) / 1000

test('a moment is the clock of its zone, and back', () => {
  for (const [zone, moment, wall] of [['Europe/Berlin', '2026-11-28T09:00:00Z', '2026-11-28T10:00'], ['Asia/Kathmandu', '2026-07-01T00:00:00Z', '2026-07-01T05:45'], ['America/Los_Angeles', '2026-07-01T00:00:00Z', '2026-06-30T17:00'], ['UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00']] as const) {
    assert.equal(wallIn(zone, at(moment)), wall)
    assert.equal(momentOf(zone, wall), at(moment))
  }
})

test('where clocks are changed, the first of two hours and the hour after a missing one', () => {
  assert.equal(momentOf('Europe/Berlin', '2026-10-25T02:30'), at('2026-10-25T00:30:00Z'))
  assert.equal(momentOf('Europe/Berlin', '2026-03-29T02:30'), at('2026-03-29T01:30:00Z'))
  assert.equal(momentOf('Europe/Berlin', ''), undefined)
})
