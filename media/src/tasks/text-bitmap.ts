// Text drawn by libass, as a picture: how much of each pixel is covered, from 0 to 255.
import { writeFile } from 'node:fs/promises'
import { Decoder, Demuxer } from 'node-av/api'
import type { Frame } from 'node-av/lib'
import { assFilter, escapeAssText } from './libass.ts'

export type TextBitmap = {
  width: number
  height: number
  coverage: Uint8Array
  /** Height of a capital letter in pixels. */
  capitalHeight: number
}
type TextOptions = { capitalHeight: number; bold?: boolean; maxWidth: number; maxHeight: number }

/** libass sizes fonts by their row height. In Noto Sans a capital has 714 of 1362 units. */
const ROWS_PER_CAPITAL = 1362 / 714
const SCRIPT = 'text.ass'
const MARGIN = 16
/** No canvas is wider than this; longer text is cut off. */
const MAX_CANVAS_WIDTH = 8192

/** Draws lines below each other, smaller than asked if they would not fit. Needs `installFonts`. */
export async function renderText(lines: string[], options: TextOptions): Promise<TextBitmap> {
  const bitmap = await drawText(lines, options)
  const fit = Math.min(1, options.maxWidth / bitmap.width, options.maxHeight / bitmap.height)
  if (fit === 1) return bitmap
  return drawText(lines, { ...options, capitalHeight: options.capitalHeight * fit })
}

async function drawText(
  lines: string[],
  { capitalHeight, bold = false }: TextOptions,
): Promise<TextBitmap> {
  const fontSize = capitalHeight * ROWS_PER_CAPITAL
  const longest = Math.max(1, ...lines.map((line) => line.length))
  // A full-width letter is as wide as the font size; rows of Arabic and Thai are taller.
  const width = Math.min(MAX_CANVAS_WIDTH, Math.ceil(longest * fontSize) + 2 * MARGIN)
  const height = Math.ceil(lines.length * fontSize * 2) + 2 * MARGIN
  await writeFile(SCRIPT, textScript(lines, { width, height, fontSize, bold }))
  await using input = await Demuxer.open(
    `color=black:s=${width}x${height}:r=25:d=0.04,format=rgb24,${assFilter(SCRIPT)}`,
    { format: 'lavfi' },
  )
  using decoder = await Decoder.create(input.video()!)
  for await (using packet of input.packets())
    for (using frame of await decoder.decodeAll(packet)) return cropToText(frame, capitalHeight)
  throw new Error('libass drew no frame')
}

/** White on black, left-aligned, never wrapped. Encoding -1: letters decide a row's direction. */
const textScript = (
  lines: string[],
  { width, height, fontSize, bold }: TextLayout,
) => `[Script Info]
ScriptType: v4.00+
PlayResX: ${width}
PlayResY: ${height}
WrapStyle: 2

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, Bold, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Noto Sans,${fontSize.toFixed(2)},&H00FFFFFF,${bold ? -1 : 0},1,0,0,7,${MARGIN},${MARGIN},${MARGIN},-1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,${lines.map(escapeAssText).join('\\N')}
`
type TextLayout = { width: number; height: number; fontSize: number; bold: boolean }

/** The smallest rectangle that holds all drawn pixels. */
function cropToText(frame: Frame, capitalHeight: number): TextBitmap {
  const [plane, stride] = [Buffer.from(frame.data![0]!), frame.linesize[0]!]
  const levelAt = (x: number, y: number) => plane[y * stride + x * 3]!
  const box = { left: frame.width, right: 0, top: frame.height, bottom: 0 }
  for (let y = 0; y < frame.height; y++)
    for (let x = 0; x < frame.width; x++) {
      if (levelAt(x, y) === 0) continue
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x + 1)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y + 1)
    }
  const [width, height] = [Math.max(1, box.right - box.left), Math.max(1, box.bottom - box.top)]
  const coverage = new Uint8Array(width * height)
  if (box.right > 0)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) coverage[y * width + x] = levelAt(box.left + x, box.top + y)
  return { width, height, coverage, capitalHeight }
}
