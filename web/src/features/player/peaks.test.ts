import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toColumns } from './peaks.ts'

test('no peak is lost in a narrow waveform', () => {
  const peaks = Array.from({ length: 1000 }, (_none, pair) =>
    pair === 777 ? [-128, 127] : [-1, 1],
  ).flat()
  const columns = toColumns({ perSecond: 50, peaks }, 33)
  assert.equal(columns.length, 33)
  assert.deepEqual(columns[Math.floor((777 * 33) / 1000)], [-1, 127 / 128])
  assert.equal(columns.filter(([least]) => least === -1).length, 1)
})

test('a short sound fills a wide waveform', () => {
  assert.deepEqual(toColumns({ perSecond: 1, peaks: [-64, 64, 0, 0] }, 4), [
    [-0.5, 0.5],
    [-0.5, 0.5],
    [0, 0],
    [0, 0],
  ])
  assert.deepEqual(toColumns({ perSecond: 1, peaks: [] }, 4), [])
})
