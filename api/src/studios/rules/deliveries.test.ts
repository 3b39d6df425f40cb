import assert from 'node:assert/strict'
import { test } from 'node:test'
import { USES } from '../../workrequests/contract.ts'
import { DELIVERY_USES } from '../contract.ts'
import { deliveryFor } from './deliveries.ts'

const GERMANY = { territory: 'DE', language: 'deu' }

test('knows only uses that can be ordered', () => {
  for (const use of DELIVERY_USES) assert.ok((USES as readonly string[]).includes(use), use)
})

test('chooses what is usual for the use, the territory and the language', () => {
  const usual = (use: (typeof DELIVERY_USES)[number], order = GERMANY) =>
    deliveryFor(use, order).profile
  assert.equal(usual('Broadcast'), 'stl-open')
  assert.equal(usual('Broadcast', { territory: 'US', language: 'spa' }), 'scc-broadcast')
  assert.equal(usual('Streamingfile'), 'netflix-ttml')
  assert.equal(usual('Streamingfile', { territory: 'JP', language: 'jpn' }), 'netflix-japanese')
  assert.equal(usual('Dcp'), 'dcp-smpte')
})

test('follows the first rule of the studio that matches', () => {
  const rules = [
    { use: 'Broadcast', territory: 'FR', profile: 'stl-teletext' },
    { use: 'Broadcast', territory: null, profile: 'ebu-tt-d' },
    { language: 'deu', profile: 'itt' },
  ] as const
  const of = (use: (typeof DELIVERY_USES)[number], order = GERMANY) =>
    deliveryFor(use, order, rules)
  assert.deepEqual(of('Broadcast'), { use: 'Broadcast', profile: 'ebu-tt-d', isOwn: true })
  assert.equal(of('Broadcast', { territory: 'FR', language: 'fra' }).profile, 'stl-teletext')
  assert.equal(of('Online').profile, 'itt')
  assert.deepEqual(of('Online', { territory: 'FR', language: 'fra' }), {
    use: 'Online',
    profile: 'plain-vtt',
    isOwn: false,
  })
})
