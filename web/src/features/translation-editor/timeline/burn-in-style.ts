// How a line will look when it is burned in: the same table of safe areas and sizes as the encodes
// go by, as shares of the frame.
import { encodeLook, typefaces } from '@reelay/api/contract'

export const ASPECT_RATIOS = ['16:9', '1:1', '9:16'] as const
export type AspectRatio = (typeof ASPECT_RATIOS)[number]
const FRAME_SIZES: Record<AspectRatio, { width: number; height: number }> = {
  '16:9': { width: 1920, height: 1080 },
  '1:1': { width: 1080, height: 1080 },
  '9:16': { width: 1080, height: 1920 },
}

/**
 * libass takes a size to be that of a row, ascent and descent together, where a page takes it to be
 * the em: of Noto Sans 1000 in 1362.
 * Scripts with taller rows are scaled so that their letters are as large, so this holds for all of
 * them.
 */
const EM_PER_ROW = 1000 / 1362

export type BurnInStyle = {
  direction: 'ltr' | 'rtl'
  /** Shares of the frame's height, and of its width. */ row: number
  em: number
  edge: number
  side: number
  outline: number
  shadow: number
}

export function burnInStyle(shape: AspectRatio, language: string): BurnInStyle {
  const frame = FRAME_SIZES[shape]
  const font = typefaces.fontFor(typefaces.typefaceFor(language, ''))
  const { fontSize, marginH, marginV, direction } = encodeLook.subtitleStyle(frame, font)
  const row = fontSize / frame.height
  return {
    direction,
    row,
    em: (row / font.scale) * EM_PER_ROW,
    edge: marginV / frame.height,
    side: marginH / frame.width,
    outline: row / 20,
    shadow: row / 32,
  }
}
