import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likelyLanguage, territoryOf } from './territory-draft.ts'

test('suggests the most spoken language of a country', () => {
  assert.deepEqual(['DE', 'JP', 'BR', 'EG', 'US'].map(likelyLanguage), [
    'deu',
    'jpn',
    'por',
    'ara',
    'eng',
  ])
})

test('describes the territory of a country with English names', () => {
  assert.deepEqual(territoryOf('JP', 'jpn'), {
    name: 'Japan',
    code: 'JP',
    standard: 'NTSC',
    countries: [{ code: 'JP', name: 'Japan' }],
    languages: [{ code: 'jpn', name: 'Japanese', dcpCode: 'JA' }],
  })
  assert.equal(territoryOf('DE', 'deu').standard, 'PAL')
})
