import assert from 'node:assert/strict'
import { test } from 'node:test'
import { truncateText, fitColumns, padText, sanitizeText, textWidth } from './text-width.ts'

test('letters of East Asia and emoji take two cells, marks none of their own', () => {
  assert.deepEqual(
    ['abc', '映画', '한글', 'é', 'e\u0301', '🎬', '👩‍👩‍👧', ''].map(textWidth),
    [3, 4, 4, 1, 1, 2, 2, 0],
  )
  assert.equal(padText('映画', 6), '映画  ')
})

test('what is too wide ends in an ellipsis, never in half a letter, and never wider than its room', () => {
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

test('the first column keeps its width, the widest of the others give', () => {
  assert.deepEqual(fitColumns([24, 40, 10], 60), [24, 22, 10])
  assert.deepEqual(fitColumns([24, 40, 10], 200), [24, 40, 10])
  assert.deepEqual(fitColumns([24, 16, 40, 30], 92), [24, 16, 23, 23])
  assert.deepEqual(fitColumns([24, 40, 10], 20), [24, 6, 6], 'not below what can be read')
  assert.deepEqual(fitColumns([24], 10), [24])
})

test('nothing that a terminal obeys is left', () =>
  assert.equal(sanitizeText('Red\u001b[31m alert\u009b2J\u202egnp\n'), 'Red [31m alert 2J gnp'))
