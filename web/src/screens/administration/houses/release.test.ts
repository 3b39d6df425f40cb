import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentFrom, wallText, zoneNames } from './release.ts'

test('a release is the moment at which the clocks of its zone show it', () => {
  assert.equal(momentFrom('America/Los_Angeles', '2026-07-01T09:00'), Date.UTC(2026, 6, 1, 16) / 1000)
  assert.equal(wallText('America/Los_Angeles', Date.UTC(2026, 6, 1, 16) / 1000), '2026-07-01T09:00')
  for (const zone of ['Asia/Kathmandu', 'Pacific/Auckland', 'UTC']) assert.equal(wallText(zone, momentFrom(zone, '2026-12-24T20:15')!), '2026-12-24T20:15')
})

test('an empty field is no moment', () => {
  assert.equal(momentFrom('UTC', ''), undefined)
})

test('the chosen zone is among the names, also under its newer one', () => {
  assert.ok(zoneNames('Asia/Kolkata').includes('Asia/Kolkata'))
})
