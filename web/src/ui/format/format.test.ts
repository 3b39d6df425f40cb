import assert from 'node:assert/strict'
import { test } from 'node:test'
import i18next from 'i18next'
import {
  formatBytes,
  formatDuration,
  formatFrameRate,
  formatPercent,
  formatPosition,
  territoryName,
} from './format.ts'

test('formats positions in a film as a clock does', () => {
  assert.deepEqual([0, 42.9, 125, 7200].map(formatPosition), ['0:00', '0:42', '2:05', '2:00:00'])
})

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
    '0s',
    '0s',
    '42s',
    '2m 5s',
    '1h',
    '1h 3m',
    '2h 1m',
  ])
})

test('formats sizes and shares for the language', async () => {
  const formatted = () =>
    [
      ...[1, 123, 4_500, 1_250_000].map(formatBytes),
      formatPercent(0.999),
      formatFrameRate('24000/1001'),
    ].map((text) => text.replaceAll('\u00a0', ' '))
  assert.deepEqual(formatted(), ['1 byte', '123 bytes', '5 kB', '1.3 MB', '99%', '23.976'])
  await i18next.init({ lng: 'de' })
  assert.deepEqual(formatted(), ['1 Byte', '123 Byte', '5 kB', '1,3 MB', '99 %', '23,976'])
  await i18next.changeLanguage('en')
})

test('translates the names of countries, not the names that a studio chose', async () => {
  await i18next.init({ lng: 'de' })
  assert.deepEqual(
    [territoryName('DE', 'Germany'), territoryName('DE', 'GSA'), territoryName('LAT', 'Latin')],
    ['Deutschland', 'GSA', 'Latin'],
  )
  await i18next.changeLanguage('en')
})
