// Maps a region to the position of a cue.
import { anchorAt, cuePosition, unusualPoint, type CueLayout } from '../position.ts'
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

/** Regions without a position use the default. */
export function regionLayout(
  region: TtmlStyle,
  look: TtmlStyle,
  grid: RootGrid,
): CueLayout & { isInexact?: true } {
  const box = readBox(region, grid)
  if (region.writingMode?.startsWith('tb')) return verticalLayout(region, look, box)
  const rightToLeft =
    (look.direction ?? (region.writingMode?.startsWith('rl') ? 'rtl' : 'ltr')) === 'rtl'
  const anchor = box && box.top + box.height * anchorOf(region.displayAlign)
  const isCentred = box !== undefined && region.displayAlign === 'center'
  const alignment =
    isCentred || (anchor !== undefined && anchor > 0.35 && anchor < 0.65)
      ? 'middle'
      : anchor === undefined || anchor >= 0.65
        ? undefined
        : 'top'
  const place = cuePosition(alignment, resolveTextAlign(look.textAlign, rightToLeft))
  if (!box || !(region.origin ?? region.position)) return place
  const x = box.left + box.width * shareOf(place.textAlign)
  const point = unusualPoint(place, { x: x * 100, y: anchor! * 100 })
  // The text starts where another edge of it would be: its own place is unknown.
  const isAnchored = anchorOf(region.displayAlign) === anchorAt(place.alignment)
  if (isAnchored) return { ...place, ...point }
  return Object.keys(point).length > 0 ? { ...place, isInexact: true } : place
}

/** In vertical text, `textAlign` is the side of the picture. */
function verticalLayout(
  { writingMode, displayAlign }: TtmlStyle,
  { textAlign = 'start' }: TtmlStyle,
  box: RegionBox = { left: 0, top: 0, width: 1, height: 1 },
): CueLayout & { isInexact?: true } {
  const centre = box.left + box.width / 2
  const side = centre > 0.55 ? 'right' : centre < 0.45 ? 'left' : 'center'
  const alignment =
    textAlign === 'center' ? 'middle' : /^(?:end|right)$/.test(textAlign) ? 'bottom' : 'top'
  const place = cuePosition(alignment, side)
  const point = {
    x: (box.left + box.width * shareOf(place.textAlign)) * 100,
    y: (box.top + box.height * anchorAt(place.alignment)) * 100,
  }
  const isLeftToRight = writingMode === 'tblr'
  const fromStart = anchorOf(displayAlign)
  const edge = box.left + box.width * (isLeftToRight ? fromStart : 1 - fromStart)
  const isInexact =
    displayAlign !== undefined &&
    Math.abs(edge * 100 - point.x) > 1 &&
    unusualPoint(place, { x: edge * 100, y: point.y }).x !== undefined
  return {
    ...place,
    ...unusualPoint(place, point),
    writingMode: isLeftToRight ? 'vertical-lr' : 'vertical-rl',
    ...(isInexact && { isInexact }),
  }
}

const shareOf = (textAlign: Cue['textAlign']) =>
  textAlign === 'left' ? 0 : textAlign === 'right' ? 1 : 0.5
const anchorOf = (displayAlign = 'before') =>
  displayAlign === 'after' ? 1 : displayAlign === 'center' ? 0.5 : 0

/** Fractions of the picture. */
type RegionBox = { left: number; top: number; width: number; height: number }

function readBox(region: TtmlStyle, grid: RootGrid): RegionBox | undefined {
  if (!region.displayAlign && !region.origin && !region.position) return undefined
  const edge = (axis: Axis, size: number) =>
    (region.position
      ? parsePosition(region.position, axis, size, grid)
      : parsePairLength(region.origin, axis, grid)) ?? 0
  const width = parsePairLength(region.extent, 0, grid) ?? 1
  const height = parsePairLength(region.extent, 1, grid) ?? 1
  return { left: edge(0, width), top: edge(1, height), width, height }
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
function parsePosition(position: string, axis: Axis, size: number, grid: RootGrid): number {
  const parts = position.split(/\s+/)
  const [near, far] = axis === 0 ? ['left', 'right'] : ['top', 'bottom']
  const edge = parts.findIndex((part) => part === near || part === far)
  const offset =
    edge >= 0 && parts.length > 2
      ? parts[edge + 1]
      : edge < 0 && (parts.length === 2 || axis === 0)
        ? parts[axis]
        : undefined
  const share = parseLength(offset, axis, grid)
  const along = share === undefined ? undefined : offset!.endsWith('%') ? share * (1 - size) : share
  if (edge < 0) return along ?? (1 - size) / 2
  return parts[edge] === near ? (along ?? 0) : 1 - size - (along ?? 0)
}
