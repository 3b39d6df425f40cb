// Maps a region to the nine positions of a cue.
import { cuePosition } from '../position.ts'
import type { Cue } from '../../cue.ts'
import type { XmlElement } from '../../xml/tree.ts'
import { getParameter, getStyle } from './namespaces.ts'
import type { TtmlStyle } from './styles.ts'

/** Cells and pixels of the root container, for lengths in these units. */
export type RootGrid = { cells: [number, number]; pixels: [number, number] | undefined }
type Axis = 0 | 1

export function readGrid(tt: XmlElement): RootGrid {
  const pair = (value: string | undefined): [number, number] | undefined => {
    const [, across, down] = /^([0-9.]+)(?:px)?\s+([0-9.]+)(?:px)?$/.exec(value?.trim() ?? '') ?? []
    return Number(across) > 0 && Number(down) > 0 ? [Number(across), Number(down)] : undefined
  }
  return {
    cells: pair(getParameter(tt, 'cellResolution')) ?? [32, 15],
    pixels: pair(getStyle(tt, 'extent')),
  }
}

/** Omits bottom centre. Vertical writing and regions without a position use the default. */
export function regionPosition(
  region: TtmlStyle,
  look: TtmlStyle,
  grid: RootGrid,
): Pick<Cue, 'alignment' | 'textAlign'> {
  const vertical = region.writingMode?.startsWith('tb') ?? false
  const rightToLeft =
    (look.direction ?? (region.writingMode?.startsWith('rl') ? 'rtl' : 'ltr')) === 'rtl'
  return vertical
    ? {}
    : cuePosition(regionAlignment(region, grid), resolveTextAlign(look.textAlign, rightToLeft))
}

function regionAlignment(region: TtmlStyle, grid: RootGrid): Cue['alignment'] {
  if (!region.displayAlign && !region.origin && !region.position) return undefined
  const height = parsePairLength(region.extent, 1, grid) ?? 1
  const top =
    (region.position
      ? parseVerticalPosition(region.position, height, grid)
      : parsePairLength(region.origin, 1, grid)) ?? 0
  const anchor =
    { before: top, center: top + height / 2, after: top + height }[
      region.displayAlign ?? 'before'
    ] ?? top
  return anchor <= 0.35 ? 'top' : anchor >= 0.65 ? undefined : 'middle'
}

function resolveTextAlign(textAlign: string | undefined, rightToLeft: boolean): Cue['textAlign'] {
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

/** A fraction of the width or height. */
function parsePairLength(pair: string | undefined, axis: Axis, grid: RootGrid): number | undefined {
  return parseLength(pair?.split(/\s+/)[axis], axis, grid)
}

function parseLength(text: string | undefined, axis: Axis, grid: RootGrid): number | undefined {
  const [, amount, unit] = /^([+-]?[0-9.]+)(%|c|px|rh|rw)$/.exec(text ?? '') ?? []
  if (!amount) return undefined
  if (unit === 'c') return Number(amount) / grid.cells[axis]
  if (unit === 'px') return grid.pixels && Number(amount) / grid.pixels[axis]
  return Number(amount) / 100
}

/**
 * tts:position of TTML 2: keywords and percentages divide the space that the region leaves free.
 */
function parseVerticalPosition(position: string, height: number, grid: RootGrid): number {
  const parts = position.split(/\s+/)
  const edge = parts.findIndex((part) => part === 'top' || part === 'bottom')
  const offset =
    edge >= 0 && parts.length > 2
      ? parts[edge + 1]
      : parts.length === 2 && edge < 0
        ? parts[1]
        : undefined
  const share = parseLength(offset, 1, grid)
  const down =
    share === undefined ? undefined : offset!.endsWith('%') ? share * (1 - height) : share
  if (edge < 0) return down ?? (1 - height) / 2
  return parts[edge] === 'top' ? (down ?? 0) : 1 - height - (down ?? 0)
}
