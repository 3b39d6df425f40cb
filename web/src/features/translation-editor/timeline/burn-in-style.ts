// The burn-in style of a line, from the same table of safe areas and sizes as the encodes.
// All lengths are fractions of the frame.
import { encodeLook, typefaces } from '@reelay/api/contract'

export const ASPECT_RATIOS = ['16:9', '1:1', '9:16'] as const
export type AspectRatio = (typeof ASPECT_RATIOS)[number]
const FRAME_SIZES: Record<AspectRatio, { width: number; height: number }> = {
  '16:9': { width: 1920, height: 1080 },
  '1:1': { width: 1080, height: 1080 },
  '9:16': { width: 1080, height: 1920 },
}

/**
 * A libass font size is the height of a row (ascent and descent), a CSS font size the em: in Noto
 * Sans 1000 of 1362 units. Scripts with taller rows are scaled to the same letter size.
 */
const EM_PER_ROW = 1000 / 1362

export type BurnInStyle = {
  direction: 'ltr' | 'rtl'
  rowHeight: number
  fontSize: number
  verticalMargin: number
  /** A fraction of the width; the others are fractions of the height. */
  horizontalMargin: number
  outline: number
  shadow: number
}

export function burnInStyle(aspectRatio: AspectRatio, language: string): BurnInStyle {
  const frame = FRAME_SIZES[aspectRatio]
  const font = typefaces.fontFor(typefaces.typefaceFor(language, ''))
  const { fontSize, marginH, marginV, direction } = encodeLook.subtitleStyle(frame, font)
  const rowHeight = fontSize / frame.height
  return {
    direction,
    rowHeight,
    fontSize: (rowHeight / font.scale) * EM_PER_ROW,
    verticalMargin: marginV / frame.height,
    horizontalMargin: marginH / frame.width,
    outline: rowHeight / 20,
    shadow: rowHeight / 32,
  }
}
