import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planCorrection } from './sync-players.ts'

test('plays at normal speed within half a frame of the lead', () => {
  for (const drift of [0, 0.019, -0.019])
    assert.deepEqual(planCorrection(drift, 25), { seek: false, speed: 1 })
})

test('corrects a small drift by speed and a large one by seeking', () => {
  assert.ok((planCorrection(0.1, 25) as { speed: number }).speed < 1, 'ahead: slower')
  assert.ok((planCorrection(-0.1, 25) as { speed: number }).speed > 1, 'behind: faster')
  assert.deepEqual(
    [planCorrection(0.5, 25), planCorrection(-3, 25)],
    [{ seek: true }, { seek: true }],
  )
})
