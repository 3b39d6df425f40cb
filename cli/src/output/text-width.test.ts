import assert from 'node:assert/strict'
import { test } from 'node:test'
import { truncateText, fitColumns, padText, sanitizeText, textWidth } from './text-width.ts'

test('counts two cells for East Asian letters and emoji, none for combining marks', () => {
  assert.deepEqual(
    ['abc', '映画', '한글', 'é', 'e\u0301', '🎬', '👩‍👩‍👧', ''].map(textWidth),
    [3, 4, 4, 1, 1, 2, 2, 0],
  )
  assert.equal(padText('映画', 6), '映画  ')
})

test('truncates with an ellipsis, without splitting a letter', () => {
  assert.deepEqual(
    [
      truncateText('Trailer', 7),
      truncateText('Trailer', 6),
      truncateText('映画予告編', 6),
      truncateText('映画予告編', 5),
      truncateText('a b c', 3),
    ],
    ['Trailer', 'Trail…', '映画…', '映画…', 'a…'],
  )
})

test('shrinks the widest columns and keeps the first', () => {
  assert.deepEqual(fitColumns([24, 40, 10], 60), [24, 22, 10])
  assert.deepEqual(fitColumns([24, 40, 10], 200), [24, 40, 10])
  assert.deepEqual(fitColumns([24, 16, 40, 30], 92), [24, 16, 23, 23])
  assert.deepEqual(fitColumns([24, 40, 10], 20), [24, 6, 6], 'not below the minimum width')
  assert.deepEqual(fitColumns([24], 10), [24])
})

test('removes control characters', () =>
  assert.equal(sanitizeText('Red\u001b[31m alert\u009b2J\u202egnp\n'), 'Red [31m alert 2J gnp'))
