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
const positionOf = ({ tiles }: DashboardLayout, tile: string) => {
  const { x, y, w, h } = tiles.find(({ i }) => i === tile)!
  return [x, y, w, h]
}

function assertValid(layout: DashboardLayout) {
  const { tiles, hidden } = layout
  assert.deepEqual(
    [...tiles.map(({ i }) => i), ...hidden].toSorted(),
    [...TILES].toSorted(),
    'every tile appears exactly once',
  )
  for (const { x, w, y } of tiles) assert.ok(x >= 0 && x + w <= COLUMNS && y >= 0)
  for (const [at, one] of tiles.entries()) {
    for (const other of tiles.slice(at + 1)) {
      const apart =
        one.x + one.w <= other.x ||
        other.x + other.w <= one.x ||
        one.y + one.h <= other.y ||
        other.y + other.h <= one.y
      assert.ok(apart, `${one.i} and ${other.i} overlap`)
    }
  }
}

test('gives every role its own default layout', () => {
  for (const role of access.ROLES) assertValid(layoutFromPreferences(EMPTY, permissions(role)))
  assert.ok(
    defaultLayout(permissions('studio')).tiles.length >
      defaultLayout(permissions('translator')).tiles.length,
  )
  assert.equal(
    defaultLayout(permissions('vendor')).tiles.some(({ i }) => i === 'turnaround'),
    true,
  )
  assert.deepEqual(
    positionOf(defaultLayout(permissions('translator')), 'risk'),
    [4, 0, 8, 3],
    'the last tile of a row fills it',
  )
})

test('restores the saved positions and hidden tiles', () => {
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

test('allows hiding all tiles', () => {
  const none = TILES.reduce(hideTile, defaultLayout(permissions('studio')))
  assert.deepEqual(
    layoutFromPreferences(toPreferences(none, EMPTY), permissions('studio')).tiles,
    [],
  )
})

test('keeps the tiles of other programs', () => {
  const before = {
    dashboard: [{ i: 'weather', x: 0, y: 0, w: 2, h: 2 }],
    hiddenCharts: ['traffic'],
  }
  const layout = layoutFromPreferences(before, permissions('studio'))
  assertValid(layout)
  const after = toPreferences(layout, before)
  assert.ok(
    after.dashboard.some(({ i }) => i === 'weather') && after.hiddenCharts.includes('traffic'),
  )
})

test('repairs tiles that overlap or are out of bounds', () => {
  const dashboard = [
    { i: 'risk', x: 900, y: 5, w: 0, h: 900 },
    { i: 'status', x: 0, y: 0, w: 40, h: 0 },
    { i: 'status', x: 0, y: 0, w: 4, h: 3 },
  ]
  assertValid(layoutFromPreferences({ dashboard, hiddenCharts: [] }, permissions('studio')))
})

test('moves a tile in all directions and makes room for it', () => {
  const layout = defaultLayout(permissions('studio'))
  assert.deepEqual(positionOf(moveTile(layout, 'volume', 'up'), 'volume').slice(0, 2), [0, 0])
  assert.deepEqual(positionOf(moveTile(layout, 'status', 'down'), 'status').slice(0, 2), [0, 6])
  assert.deepEqual(
    positionOf(moveTile(layout, 'status', 'left'), 'status').slice(0, 2),
    [0, 0],
    'stops at the left edge',
  )
  assert.deepEqual(positionOf(moveTile(layout, 'status', 'right'), 'status').slice(0, 2), [1, 0])
  for (const tile of TILES)
    for (const to of ['up', 'down', 'left', 'right'] as Direction[]) {
      assertValid(moveTile(layout, tile, to))
      assertValid(resizeTile(layout, tile, to))
    }
})

test('resizes a tile within its limits', () => {
  const layout = defaultLayout(permissions('studio'))
  assert.deepEqual(positionOf(resizeTile(layout, 'status', 'right'), 'status'), [0, 0, 5, 3])
  assert.deepEqual(
    positionOf(resizeTile(resizeTile(layout, 'status', 'left'), 'status', 'left'), 'status'),
    [0, 0, 3, 3],
  )
  assert.deepEqual(positionOf(resizeTile(layout, 'status', 'down'), 'status'), [0, 0, 4, 4])
  assert.equal(
    positionOf(resizeTile(layout, 'downloads', 'right'), 'downloads')[2],
    6,
    'stops at the right edge',
  )
})

test('shows a hidden tile below the others', () => {
  const back = showTile(hideTile(defaultLayout(permissions('studio')), 'status'), 'status')
  assertValid(back)
  assert.ok(positionOf(back, 'status')[1]! >= 6)
})

test('swaps a tile with its neighbour in a single column', () => {
  const layout = defaultLayout(permissions('studio'))
  assert.deepEqual(positionOf(swapWithNeighbor(layout, 'status', 1), 'status').slice(0, 2), [4, 0])
  assert.deepEqual(positionOf(swapWithNeighbor(layout, 'status', 1), 'risk').slice(0, 2), [0, 0])
  assert.deepEqual(swapWithNeighbor(layout, 'status', -1), layout)
  assertValid(swapWithNeighbor(layout, 'coverage', -1))
})
