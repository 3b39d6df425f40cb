import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access } from '@reelay/api/contract'
import {
  layoutFromPreferences,
  COLUMNS,
  hideTile,
  moveTile,
  resizeTile,
  swapWithNeighbor,
  showTile,
  TILES,
  toPreferences,
  defaultLayout,
  type DashboardLayout,
  type Direction,
} from './layout.ts'

const EMPTY = { dashboard: [], hiddenCharts: [] }
const permissions = (role: access.Role) => access.permissionsOf([role], [])
const placeOf = ({ tiles: places }: DashboardLayout, tile: string) => {
  const { x, y, w, h } = places.find(({ i }) => i === tile)!
  return [x, y, w, h]
}

function assertSound(board: DashboardLayout) {
  const { tiles: places, hidden } = board
  assert.deepEqual(
    [...places.map(({ i }) => i), ...hidden].toSorted(),
    [...TILES].toSorted(),
    'every tile is somewhere, once',
  )
  for (const { x, w, y } of places) assert.ok(x >= 0 && x + w <= COLUMNS && y >= 0)
  for (const [at, one] of places.entries()) {
    for (const other of places.slice(at + 1)) {
      const apart =
        one.x + one.w <= other.x ||
        other.x + other.w <= one.x ||
        one.y + one.h <= other.y ||
        other.y + other.h <= one.y
      assert.ok(apart, `${one.i} and ${other.i} lie upon each other`)
    }
  }
}

test('everybody has a board before they arranged one, each with what concerns them', () => {
  for (const role of access.ROLES) assertSound(layoutFromPreferences(EMPTY, permissions(role)))
  assert.ok(
    defaultLayout(permissions('studio')).tiles.length >
      defaultLayout(permissions('translator')).tiles.length,
  )
  assert.equal(
    defaultLayout(permissions('vendor')).tiles.some(({ i }) => i === 'turnaround'),
    true,
  )
  assert.deepEqual(
    placeOf(defaultLayout(permissions('translator')), 'risk'),
    [4, 0, 8, 3],
    'the last of a row fills it',
  )
})

test('what was saved is what is shown, and what is hidden stays hidden', () => {
  const arranged = hideTile(
    moveTile(defaultLayout(permissions('studio')), 'risk', 'right'),
    'volume',
  )
  const again = layoutFromPreferences(toPreferences(arranged, EMPTY), permissions('studio'))
  assert.deepEqual(
    again.tiles.toSorted((a, b) => (a.i < b.i ? -1 : 1)),
    arranged.tiles.toSorted((a, b) => (a.i < b.i ? -1 : 1)),
  )
  assert.deepEqual(again.hidden, ['volume'])
})

test('all hidden is a board too', () => {
  const none = TILES.reduce(hideTile, defaultLayout(permissions('studio')))
  assert.deepEqual(
    layoutFromPreferences(toPreferences(none, EMPTY), permissions('studio')).tiles,
    [],
  )
})

test('what another program keeps there is left as it is', () => {
  const before = { dashboard: [{ i: 'weather', x: 0, y: 0, w: 2, h: 2 }], hiddenCharts: ['tides'] }
  const board = layoutFromPreferences(before, permissions('studio'))
  assertSound(board)
  const after = toPreferences(board, before)
  assert.ok(
    after.dashboard.some(({ i }) => i === 'weather') && after.hiddenCharts.includes('tides'),
  )
})

test('what is out of bounds or lies upon another is put right', () => {
  const dashboard = [
    { i: 'risk', x: 900, y: 5, w: 0, h: 900 },
    { i: 'status', x: 0, y: 0, w: 40, h: 0 },
    { i: 'status', x: 0, y: 0, w: 4, h: 3 },
  ]
  assertSound(layoutFromPreferences({ dashboard, hiddenCharts: [] }, permissions('studio')))
})

test('a tile goes up, down and aside, and the others make room', () => {
  const board = defaultLayout(permissions('studio'))
  assert.deepEqual(placeOf(moveTile(board, 'volume', 'up'), 'volume').slice(0, 2), [0, 0])
  assert.deepEqual(placeOf(moveTile(board, 'status', 'down'), 'status').slice(0, 2), [0, 6])
  assert.deepEqual(
    placeOf(moveTile(board, 'status', 'left'), 'status').slice(0, 2),
    [0, 0],
    'there is nothing further left',
  )
  assert.deepEqual(placeOf(moveTile(board, 'status', 'right'), 'status').slice(0, 2), [1, 0])
  for (const tile of TILES)
    for (const to of ['up', 'down', 'left', 'right'] as Direction[]) {
      assertSound(moveTile(board, tile, to))
      assertSound(resizeTile(board, tile, to))
    }
})

test('a tile grows and shrinks within its bounds', () => {
  const board = defaultLayout(permissions('studio'))
  assert.deepEqual(placeOf(resizeTile(board, 'status', 'right'), 'status'), [0, 0, 5, 3])
  assert.deepEqual(
    placeOf(resizeTile(resizeTile(board, 'status', 'left'), 'status', 'left'), 'status'),
    [0, 0, 3, 3],
  )
  assert.deepEqual(placeOf(resizeTile(board, 'status', 'down'), 'status'), [0, 0, 4, 4])
  assert.equal(
    placeOf(resizeTile(board, 'downloads', 'right'), 'downloads')[2],
    6,
    'the edge is the edge',
  )
})

test('hidden and shown again it stands below the others', () => {
  const back = showTile(hideTile(defaultLayout(permissions('studio')), 'status'), 'status')
  assertSound(back)
  assert.ok(placeOf(back, 'status')[1]! >= 6)
})

test('where there is one column, tiles change places with their neighbours', () => {
  const board = defaultLayout(permissions('studio'))
  assert.deepEqual(placeOf(swapWithNeighbor(board, 'status', 1), 'status').slice(0, 2), [4, 0])
  assert.deepEqual(placeOf(swapWithNeighbor(board, 'status', 1), 'risk').slice(0, 2), [0, 0])
  assert.deepEqual(swapWithNeighbor(board, 'status', -1), board)
  assertSound(swapWithNeighbor(board, 'coverage', -1))
})
