import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchAsset } from './match-asset.ts'

const TEASER = { name: 'Teaser', slug: 'velmarra-teaser', importName: 'VEL_TSR' }
const ONE = { name: 'International trailer 1', slug: 'velmarra-trailer-1', importName: 'VEL_TLR1' }
const TEN = {
  name: 'International trailer 10',
  slug: 'velmarra-trailer-10',
  importName: 'VEL_TLR10',
}
const KNOWN = [TEASER, ONE, TEN]

test('matches a file to an asset by its import name', () => {
  assert.equal(matchAsset('VEL_TLR1_texted_23976_v07.mov', KNOWN), ONE)
  assert.equal(matchAsset('vel-tlr10 (final).mxf', KNOWN), TEN)
})

test('matches by slug or name', () => {
  assert.equal(matchAsset('velmarra-trailer-10.srt', KNOWN), TEN)
  assert.equal(matchAsset('International Trailer 1 – Abgabe.wav', KNOWN), ONE)
})

test('prefers the longest match', () =>
  assert.equal(matchAsset('Velmarra Teaser 2.mov', KNOWN), TEASER))

test('does not match parts of words or very short names', () => {
  assert.equal(matchAsset('VEL_TLR.mov', KNOWN), undefined)
  assert.equal(matchAsset('reel.bin', KNOWN), undefined)
  assert.equal(matchAsset('abc.bin', [{ name: 'abc', slug: 'abc', importName: null }]), undefined)
})
