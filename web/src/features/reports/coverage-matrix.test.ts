import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { reports } from '@reelay/api/contract'
import { toCoverageMatrix } from './coverage-matrix.ts'

const cell = (more: Partial<reports.Coverage['cells'][number]>) => ({
  asset: 'a',
  territory: 'DE',
  use: 'Broadcast',
  language: 'deu',
  state: 'ordered' as const,
  request: 'w1',
  since: 1,
  ...more,
})
const coverage = (cells: reports.Coverage['cells']): reports.Coverage => ({
  assets: [
    { _id: 'a', name: 'A', slug: 'a', type: 'trailer' },
    { _id: 'b', name: 'B', slug: 'b', type: 'trailer' },
  ],
  territories: [
    { code: 'DE', name: 'Germany' },
    { code: 'FR', name: null },
  ],
  cells,
})

test('has a cell for every asset and territory', () => {
  const { columns, rows } = toCoverageMatrix(coverage([cell({})]), 'territory')
  assert.deepEqual(columns, ['DE', 'FR'])
  assert.deepEqual(
    rows.map(({ cells }) => cells.map(({ entries }) => entries.length)),
    [
      [1, 0],
      [0, 0],
    ],
  )
})

test('merges uses in the same state, with the latest day', () => {
  const [row] = toCoverageMatrix(
    coverage([
      cell({ since: 5 }),
      cell({ use: 'Online', since: 9 }),
      cell({ use: 'Print', state: 'delivered' }),
    ]),
    'territory',
  ).rows
  assert.deepEqual(
    row!.cells[0]!.entries.map(({ state, uses, since }) => [state, uses, since]),
    [
      ['ordered', ['Broadcast', 'Online'], 9],
      ['delivered', ['Print'], 1],
    ],
  )
})

test('lists versions of an old cut first', () => {
  const [row] = toCoverageMatrix(
    coverage([cell({}), cell({ use: 'Online', state: 'old-cut' })]),
    'territory',
  ).rows
  assert.deepEqual(
    row!.cells[0]!.entries.map(({ state }) => state),
    ['old-cut', 'ordered'],
  )
})

test('groups by language', () => {
  const { columns, rows } = toCoverageMatrix(
    coverage([cell({}), cell({ territory: 'FR', language: 'fra', request: 'w2' })]),
    'language',
  )
  assert.deepEqual(
    [columns, rows[0]!.cells.map(({ entries }) => entries[0]?.request)],
    [
      ['deu', 'fra'],
      ['w1', 'w2'],
    ],
  )
})
