// The layout of the dashboard tiles on twelve columns, stored as the contract's `{i, x, y, w, h}`.
// Tiles of other programs in the preferences stay untouched.
import type { users } from '@reelay/api/contract'

export const TILES = [
  'status',
  'risk',
  'rejections',
  'volume',
  'coverage',
  'turnaround',
  'downloads',
] as const
export type TileName = (typeof TILES)[number]
export type TilePosition = { i: TileName; x: number; y: number; w: number; h: number }
/** Every tile either has a position or is hidden. */
export type DashboardLayout = { tiles: TilePosition[]; hidden: TileName[] }
type StoredLayout = users.Preferences['reports']['workRequests']

export const COLUMNS = 12
export const MIN_WIDTH = 3
export const MIN_HEIGHT = 2
const TILE_HEIGHT = 3

/** The default tiles of a user: the first row whose permission they have. */
const DEFAULT_TILES: [permission: string, tiles: TileName[]][] = [
  [
    'studio.manage',
    ['status', 'risk', 'rejections', 'volume', 'downloads', 'coverage', 'turnaround'],
  ],
  ['workrequest.approve', ['status', 'risk', 'rejections', 'volume', 'coverage']],
  ['workrequest.work', ['status', 'risk', 'rejections', 'volume', 'turnaround']],
  ['translation.write', ['status', 'risk']],
]
const FALLBACK_TILES: TileName[] = ['downloads']
const WIDTHS: Record<TileName, number> = {
  status: 4,
  risk: 4,
  rejections: 4,
  volume: 6,
  coverage: 6,
  turnaround: 6,
  downloads: 6,
}

export function defaultLayout(permissions: ReadonlySet<string>): DashboardLayout {
  const shown =
    DEFAULT_TILES.find(([permission]) => permissions.has(permission))?.[1] ?? FALLBACK_TILES
  return { tiles: inRows(shown), hidden: TILES.filter((tile) => !shown.includes(tile)) }
}

/** A tile that is new in this release goes below the others. */
export function layoutFromPreferences(
  stored: StoredLayout,
  permissions: ReadonlySet<string>,
): DashboardLayout {
  if (stored.dashboard.length === 0 && stored.hiddenCharts.length === 0)
    return defaultLayout(permissions)
  const isHidden = (tile: TileName) => stored.hiddenCharts.includes(tile)
  const known = stored.dashboard
    .filter((position): position is TilePosition => isTile(position.i) && !isHidden(position.i))
    .map(withinBounds)
  const added = TILES.filter((tile) => !isHidden(tile) && !known.some(({ i }) => i === tile))
  return {
    tiles: settle([...withoutDuplicates(known), ...below(known, added)]),
    hidden: TILES.filter(isHidden),
  }
}

export function toPreferences(
  { tiles, hidden }: DashboardLayout,
  before: StoredLayout,
): StoredLayout {
  return {
    dashboard: [
      ...tiles.map(({ i, x, y, w, h }) => ({ i, x, y, w, h })),
      ...before.dashboard.filter(({ i }) => !isTile(i)),
    ],
    hiddenCharts: [...hidden, ...before.hiddenCharts.filter((name) => !isTile(name))],
  }
}

export const hideTile = ({ tiles, hidden }: DashboardLayout, tile: TileName): DashboardLayout => ({
  tiles: settle(tiles.filter(({ i }) => i !== tile)),
  hidden: TILES.filter((one) => one === tile || hidden.includes(one)),
})
export const showTile = ({ tiles, hidden }: DashboardLayout, tile: TileName): DashboardLayout => ({
  tiles: settle([...tiles, ...below(tiles, [tile])]),
  hidden: hidden.filter((one) => one !== tile),
})

export type Direction = 'up' | 'down' | 'left' | 'right'

/** Moves one column sideways, or past the neighbour above or below, because tiles leave no gaps. */
export function moveTile(
  { tiles, hidden }: DashboardLayout,
  tile: TileName,
  to: Direction,
): DashboardLayout {
  const moved = tiles.find(({ i }) => i === tile)!
  const others = tiles.filter((position) => position !== moved && sharesColumns(position, moved))
  const above = others
    .filter(({ y }) => y < moved.y)
    .toSorted(byPosition)
    .at(-1)
  const under = others.filter(({ y }) => y > moved.y).toSorted(byPosition)[0]
  const x = { up: moved.x, down: moved.x, left: moved.x - 1, right: moved.x + 1 }[to]
  const y = {
    up: above?.y ?? moved.y,
    down: under ? under.y + under.h : moved.y,
    left: moved.y,
    right: moved.y,
  }[to]
  return {
    tiles: settle(
      tiles.map((position) =>
        position === moved ? withinBounds({ ...position, x, y }) : position,
      ),
      tile,
    ),
    hidden,
  }
}

export function resizeTile(
  { tiles, hidden }: DashboardLayout,
  tile: TileName,
  to: Direction,
): DashboardLayout {
  const [wider, higher] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[to] as [
    number,
    number,
  ]
  return {
    tiles: settle(
      tiles.map((position) =>
        position.i === tile
          ? withinBounds({
              ...position,
              w: Math.min(position.w + wider, COLUMNS - position.x),
              h: position.h + higher,
            })
          : position,
      ),
      tile,
    ),
    hidden,
  }
}

/** By rows: the order in a single column. */
export const inReadingOrder = (tiles: TilePosition[]): TilePosition[] => tiles.toSorted(byPosition)

/** In a single column: swaps a tile with the one before or after it. */
export function swapWithNeighbor(
  { tiles, hidden }: DashboardLayout,
  tile: TileName,
  by: -1 | 1,
): DashboardLayout {
  const order = inReadingOrder(tiles)
  const at = order.findIndex(({ i }) => i === tile)
  const [one, other] = [order[at], order[at + by]]
  if (!one || !other) return { tiles, hidden }
  return {
    tiles: settle(
      tiles.map((position) =>
        position === one
          ? { ...other, i: one.i }
          : position === other
            ? { ...one, i: other.i }
            : position,
      ),
    ),
    hidden,
  }
}

const isTile = (name: string): name is TileName => (TILES as readonly string[]).includes(name)
const withoutDuplicates = (tiles: TilePosition[]) =>
  tiles.filter(({ i }, index) => tiles.findIndex((position) => position.i === i) === index)
const byPosition = (one: TilePosition, other: TilePosition) => one.y - other.y || one.x - other.x
const sharesColumns = (one: TilePosition, other: TilePosition) =>
  one.x < other.x + other.w && other.x < one.x + one.w
const overlap = (one: TilePosition, other: TilePosition) =>
  sharesColumns(one, other) && one.y < other.y + other.h && other.y < one.y + one.h

function withinBounds(position: TilePosition): TilePosition {
  const w = Math.min(COLUMNS, Math.max(MIN_WIDTH, position.w))
  return {
    ...position,
    w,
    h: Math.min(12, Math.max(MIN_HEIGHT, position.h)),
    x: Math.min(COLUMNS - w, Math.max(0, position.x)),
    y: Math.max(0, position.y),
  }
}

/**
 * Moves every tile up until it touches another one. `first` is the tile that the user moved: it
 * goes before others in the same row.
 */
function settle(tiles: TilePosition[], first?: TileName): TilePosition[] {
  const settled: TilePosition[] = []
  const meets = (position: TilePosition) => settled.some((other) => overlap(position, other))
  for (const position of tiles.toSorted(
    (one, other) =>
      one.y - other.y || Number(other.i === first) - Number(one.i === first) || one.x - other.x,
  )) {
    let y = position.y
    while (meets({ ...position, y })) y++
    while (y > 0 && !meets({ ...position, y: y - 1 })) y--
    settled.push({ ...position, y })
  }
  return settled
}

const below = (tiles: TilePosition[], names: readonly TileName[]): TilePosition[] =>
  inRows(names, Math.max(0, ...tiles.map(({ y, h }) => y + h)))

/** Fills rows from left to right. The last tile of a row takes the remaining width. */
function inRows(names: readonly TileName[], top = 0): TilePosition[] {
  const rows: TileName[][] = []
  for (const name of names) {
    const row = rows.at(-1)
    const taken = row?.reduce((sum, one) => sum + WIDTHS[one], 0) ?? COLUMNS
    if (row && taken + WIDTHS[name] <= COLUMNS) row.push(name)
    else rows.push([name])
  }
  return rows.flatMap((row, rowIndex) =>
    row.map((i, index) => {
      const x = row.slice(0, index).reduce((sum, one) => sum + WIDTHS[one], 0)
      return {
        i,
        x,
        y: top + rowIndex * TILE_HEIGHT,
        w: index === row.length - 1 ? COLUMNS - x : WIDTHS[i],
        h: TILE_HEIGHT,
      }
    }),
  )
}
