import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctionOf } from './sync-players.ts'

test('within half a frame the follower is in step', () => {
  for (const drift of [0, 0.019, -0.019])
    assert.deepEqual(correctionOf(drift, 25), { seek: false, speed: 1 })
})

test('a little off it hurries or lingers, far off it jumps', () => {
  assert.ok((correctionOf(0.1, 25) as { speed: number }).speed < 1, 'ahead: slower')
  assert.ok((correctionOf(-0.1, 25) as { speed: number }).speed > 1, 'behind: faster')
  assert.deepEqual([correctionOf(0.5, 25), correctionOf(-3, 25)], [{ seek: true }, { seek: true }])
})
