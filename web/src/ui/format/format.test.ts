import assert from 'node:assert/strict'
import { test } from 'node:test'
import i18next from 'i18next'
import { formatFrameRate, formatDuration, territoryName } from './format.ts'

test('formats frame rates as decimals', () => {
  assert.deepEqual(['24000/1001', '30000/1001', '25/1', '60000/1001'].map(formatFrameRate), [
    '23.976',
    '29.97',
    '25',
    '59.94',
  ])
})

test('formats durations in their two largest units', () => {
  assert.deepEqual([0, 0.4, 42, 125, 3600, 3780.6, 7261].map(formatDuration), [
    '0 s',
    '0 s',
    '42 s',
    '2 min 5 s',
    '1 h',
    '1 h 3 min',
    '2 h 1 min',
  ])
})

test('translates the names of countries, not the names that a studio chose', async () => {
  await i18next.init({ lng: 'de' })
  assert.deepEqual(
    [territoryName('DE', 'Germany'), territoryName('DE', 'GSA'), territoryName('LAT', 'Latin')],
    ['Deutschland', 'GSA', 'Latin'],
  )
  await i18next.changeLanguage('en')
})
