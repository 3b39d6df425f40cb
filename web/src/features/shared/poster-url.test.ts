import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stableUrl } from './poster-url.ts'

const signed = (path: string, expires: number) => `${path}?expires=${expires}&signature=${expires}`

test('keeps the poster URL while it is valid', () => {
  assert.equal(stableUrl(signed('/a', 300), 0), signed('/a', 300))
  assert.equal(stableUrl(signed('/a', 400), 100_000), signed('/a', 300))
  assert.equal(stableUrl(signed('/a', 700), 299_000), signed('/a', 700))
})

test('does not return an expired URL', () => {
  assert.equal(stableUrl(signed('/b', 300), 290_000), null)
  assert.equal(stableUrl(null), null)
})
