// Where each tile of the dashboard stands. What is saved are the contract's `{i, x, y, w, h}` on
// twelve columns; what another program keeps there is left as it is.
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
/** Every tile is either at a place or hidden. */
export type DashboardLayout = { tiles: TilePosition[]; hidden: TileName[] }
type Stored = users.Preferences['reports']['workRequests']

export const COLUMNS = 12
export const MIN_WIDTH = 3
export const MIN_HEIGHT = 2
const HEIGHT = 3

/** What somebody wants to know first, before they said so. */
const USUAL: [right: string, tiles: TileName[]][] = [
  [
    'studio.manage',
    ['status', 'risk', 'rejections', 'volume', 'downloads', 'coverage', 'turnaround'],
  ],
  ['workrequest.approve', ['status', 'risk', 'rejections', 'volume', 'coverage']],
  ['workrequest.work', ['status', 'risk', 'rejections', 'volume', 'turnaround']],
  ['translation.write', ['status', 'risk']],
]
const FOR_ANYBODY: TileName[] = ['downloads']
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
  const shown = USUAL.find(([right]) => permissions.has(right))?.[1] ?? FOR_ANYBODY
  return { tiles: inRows(shown), hidden: TILES.filter((tile) => !shown.includes(tile)) }
}

/** A tile that came with a newer release stands below the others until it is moved or hidden. */
export function layoutFromPreferences(
  stored: Stored,
  permissions: ReadonlySet<string>,
): DashboardLayout {
  if (stored.dashboard.length === 0 && stored.hiddenCharts.length === 0)
    return defaultLayout(permissions)
  const isHidden = (tile: TileName) => stored.hiddenCharts.includes(tile)
  const kept = stored.dashboard
    .filter((place): place is TilePosition => isTile(place.i) && !isHidden(place.i))
    .map(withinBounds)
  const fresh = TILES.filter((tile) => !isHidden(tile) && !kept.some(({ i }) => i === tile))
  return {
    tiles: settle([...onceEach(kept), ...below(kept, fresh)]),
    hidden: TILES.filter(isHidden),
  }
}

export function toPreferences({ tiles: places, hidden }: DashboardLayout, before: Stored): Stored {
  return {
    dashboard: [
      ...places.map(({ i, x, y, w, h }) => ({ i, x, y, w, h })),
      ...before.dashboard.filter(({ i }) => !isTile(i)),
    ],
    hiddenCharts: [...hidden, ...before.hiddenCharts.filter((name) => !isTile(name))],
  }
}

export const hideTile = (
  { tiles: places, hidden }: DashboardLayout,
  tile: TileName,
): DashboardLayout => ({
  tiles: settle(places.filter(({ i }) => i !== tile)),
  hidden: TILES.filter((one) => one === tile || hidden.includes(one)),
})
export const showTile = (
  { tiles: places, hidden }: DashboardLayout,
  tile: TileName,
): DashboardLayout => ({
  tiles: settle([...places, ...below(places, [tile])]),
  hidden: hidden.filter((one) => one !== tile),
})

export type Direction = 'up' | 'down' | 'left' | 'right'

/** One step; up and down past the neighbour, since nothing hangs in the air. */
export function moveTile(
  { tiles: places, hidden }: DashboardLayout,
  tile: TileName,
  to: Direction,
): DashboardLayout {
  const moved = places.find(({ i }) => i === tile)!
  const others = places.filter((place) => place !== moved && sharesColumns(place, moved))
  const above = others
    .filter(({ y }) => y < moved.y)
    .toSorted(byPlace)
    .at(-1)
  const under = others.filter(({ y }) => y > moved.y).toSorted(byPlace)[0]
  const x = { up: moved.x, down: moved.x, left: moved.x - 1, right: moved.x + 1 }[to]
  const y = {
    up: above?.y ?? moved.y,
    down: under ? under.y + under.h : moved.y,
    left: moved.y,
    right: moved.y,
  }[to]
  return {
    tiles: settle(
      places.map((place) => (place === moved ? withinBounds({ ...place, x, y }) : place)),
      tile,
    ),
    hidden,
  }
}

export function resizeTile(
  { tiles: places, hidden }: DashboardLayout,
  tile: TileName,
  to: Direction,
): DashboardLayout {
  const [wider, higher] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[to] as [
    number,
    number,
  ]
  return {
    tiles: settle(
      places.map((place) =>
        place.i === tile
          ? withinBounds({
              ...place,
              w: Math.min(place.w + wider, COLUMNS - place.x),
              h: place.h + higher,
            })
          : place,
      ),
      tile,
    ),
    hidden,
  }
}

/** One after the other: as they are read, and as they stand where there is room for one alone. */
export const inReadingOrder = (places: TilePosition[]): TilePosition[] => places.toSorted(byPlace)

/** Where there is one column, a tile changes places with the one before or after it. */
export function swapWithNeighbor(
  { tiles: places, hidden }: DashboardLayout,
  tile: TileName,
  by: -1 | 1,
): DashboardLayout {
  const order = inReadingOrder(places)
  const at = order.findIndex(({ i }) => i === tile)
  const [one, other] = [order[at], order[at + by]]
  if (!one || !other) return { tiles: places, hidden }
  return {
    tiles: settle(
      places.map((place) =>
        place === one ? { ...other, i: one.i } : place === other ? { ...one, i: other.i } : place,
      ),
    ),
    hidden,
  }
}

const isTile = (name: string): name is TileName => (TILES as readonly string[]).includes(name)
const onceEach = (places: TilePosition[]) =>
  places.filter(({ i }, at) => places.findIndex((place) => place.i === i) === at)
const byPlace = (one: TilePosition, other: TilePosition) => one.y - other.y || one.x - other.x
const sharesColumns = (one: TilePosition, other: TilePosition) =>
  one.x < other.x + other.w && other.x < one.x + one.w
const overlap = (one: TilePosition, other: TilePosition) =>
  sharesColumns(one, other) && one.y < other.y + other.h && other.y < one.y + one.h

function withinBounds(place: TilePosition): TilePosition {
  const w = Math.min(COLUMNS, Math.max(MIN_WIDTH, place.w))
  return {
    ...place,
    w,
    h: Math.min(12, Math.max(MIN_HEIGHT, place.h)),
    x: Math.min(COLUMNS - w, Math.max(0, place.x)),
    y: Math.max(0, place.y),
  }
}

/**
 * From top to bottom each falls upwards until it meets another. `first` goes before those of the
 * same height: who moves it means it.
 */
function settle(places: TilePosition[], first?: TileName): TilePosition[] {
  const settled: TilePosition[] = []
  const meets = (place: TilePosition) => settled.some((other) => overlap(place, other))
  for (const place of places.toSorted(
    (one, other) =>
      one.y - other.y || Number(other.i === first) - Number(one.i === first) || one.x - other.x,
  )) {
    let y = place.y
    while (meets({ ...place, y })) y++
    while (y > 0 && !meets({ ...place, y: y - 1 })) y--
    settled.push({ ...place, y })
  }
  return settled
}

const below = (places: TilePosition[], tiles: readonly TileName[]): TilePosition[] =>
  inRows(tiles, Math.max(0, ...places.map(({ y, h }) => y + h)))

/** Side by side as long as they fit; the last of a row takes what is left of it. */
function inRows(tiles: readonly TileName[], top = 0): TilePosition[] {
  const rows: TileName[][] = []
  for (const tile of tiles) {
    const row = rows.at(-1)
    const taken = row?.reduce((sum, one) => sum + WIDTHS[one], 0) ?? COLUMNS
    if (row && taken + WIDTHS[tile] <= COLUMNS) row.push(tile)
    else rows.push([tile])
  }
  return rows.flatMap((row, at) =>
    row.map((i, place) => {
      const x = row.slice(0, place).reduce((sum, one) => sum + WIDTHS[one], 0)
      return {
        i,
        x,
        y: top + at * HEIGHT,
        w: place === row.length - 1 ? COLUMNS - x : WIDTHS[i],
        h: HEIGHT,
      }
    }),
  )
}
