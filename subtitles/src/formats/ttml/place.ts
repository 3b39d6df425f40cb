// Where a region stands, in the three heights and three sides that a cue knows.
import type { Cue } from '../../cue.ts'
import type { Element } from '../../xml/tree.ts'
import { placed } from '../shown.ts'
import { parameterOf, styleOf } from './names.ts'
import type { Look } from './styles.ts'

/** How many cells and pixels the picture has, for lengths that are counted in them. */
export type Grid = { cells: [number, number]; pixels: [number, number] | undefined }
type Axis = 0 | 1

export function gridOf(tt: Element): Grid {
  const pair = (value: string | undefined): [number, number] | undefined => {
    const [, across, down] = /^([0-9.]+)(?:px)?\s+([0-9.]+)(?:px)?$/.exec(value?.trim() ?? '') ?? []
    return Number(across) > 0 && Number(down) > 0 ? [Number(across), Number(down)] : undefined
  }
  return {
    cells: pair(parameterOf(tt, 'cellResolution')) ?? [32, 15],
    pixels: pair(styleOf(tt, 'extent')),
  }
}

/**
 * Said only where it is not below in the middle. Vertical writing has no such heights, and a region
 * that says nothing stands where it always does.
 */
export function placeOf(
  region: Look,
  look: Look,
  grid: Grid,
): Pick<Cue, 'alignment' | 'textAlign'> {
  const vertical = region.writingMode?.startsWith('tb') ?? false
  const rightToLeft =
    (look.direction ?? (region.writingMode?.startsWith('rl') ? 'rtl' : 'ltr')) === 'rtl'
  return vertical ? {} : placed(heightOf(region, grid), sideOf(look.textAlign, rightToLeft))
}

function heightOf(region: Look, grid: Grid): Cue['alignment'] {
  if (!region.displayAlign && !region.origin && !region.position) return undefined
  const height = lengthAt(region.extent, 1, grid) ?? 1
  const top =
    (region.position
      ? positionDown(region.position, height, grid)
      : lengthAt(region.origin, 1, grid)) ?? 0
  const anchor =
    { before: top, center: top + height / 2, after: top + height }[
      region.displayAlign ?? 'before'
    ] ?? top
  return anchor <= 0.35 ? 'top' : anchor >= 0.65 ? undefined : 'middle'
}

function sideOf(textAlign: string | undefined, rightToLeft: boolean): Cue['textAlign'] {
  if (textAlign === 'left' || textAlign === 'right') return textAlign
  return textAlign === 'start'
    ? rightToLeft
      ? 'right'
      : 'left'
    : textAlign === 'end'
      ? rightToLeft
        ? 'left'
        : 'right'
      : undefined
}

/** A part of the picture's width or height. */
function lengthAt(pair: string | undefined, axis: Axis, grid: Grid): number | undefined {
  return length(pair?.split(/\s+/)[axis], axis, grid)
}

function length(said: string | undefined, axis: Axis, grid: Grid): number | undefined {
  const [, amount, unit] = /^([+-]?[0-9.]+)(%|c|px|rh|rw)$/.exec(said ?? '') ?? []
  if (!amount) return undefined
  if (unit === 'c') return Number(amount) / grid.cells[axis]
  if (unit === 'px') return grid.pixels && Number(amount) / grid.pixels[axis]
  return Number(amount) / 100
}

/** tts:position of TTML 2: keywords and percentages share out the room that the region leaves. */
function positionDown(position: string, height: number, grid: Grid): number {
  const parts = position.split(/\s+/)
  const edge = parts.findIndex((part) => part === 'top' || part === 'bottom')
  const offset =
    edge >= 0 && parts.length > 2
      ? parts[edge + 1]
      : parts.length === 2 && edge < 0
        ? parts[1]
        : undefined
  const share = length(offset, 1, grid)
  const down =
    share === undefined ? undefined : offset!.endsWith('%') ? share * (1 - height) : share
  if (edge < 0) return down ?? (1 - height) / 2
  return parts[edge] === 'top' ? (down ?? 0) : 1 - height - (down ?? 0)
}
