import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toColumns } from './peaks.ts'

test('keeps every peak in a narrow waveform', () => {
  const peaks = Array.from({ length: 1000 }, (_none, pair) =>
    pair === 777 ? [-128, 127] : [-1, 1],
  ).flat()
  const columns = toColumns({ perSecond: 50, peaks }, 33)
  assert.equal(columns.length, 33)
  assert.deepEqual(columns[Math.floor((777 * 33) / 1000)], [-1, 127 / 128])
  assert.equal(columns.filter(([minimum]) => minimum === -1).length, 1)
})

test('fills a wide waveform with a short sound', () => {
  assert.deepEqual(toColumns({ perSecond: 1, peaks: [-64, 64, 0, 0] }, 4), [
    [-0.5, 0.5],
    [-0.5, 0.5],
    [0, 0],
    [0, 0],
  ])
  assert.deepEqual(toColumns({ perSecond: 1, peaks: [] }, 4), [])
})
