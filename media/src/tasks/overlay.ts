// Draws images with transparency, to lay over a film.
import { Encoder } from 'node-av/api'
import { AV_PIX_FMT_RGBA, FF_ENCODER_PNG } from 'node-av/constants'
import { frameOf } from './frames.ts'
import { writeOutput } from './stills.ts'
import type { TextBitmap } from './text-bitmap.ts'

const OUTLINE_OPACITY = 0.55

/** White text with a dark outline, readable on bright and on dark scenes. `opacity`: 0 to 1. */
export async function saveText(name: string, text: TextBitmap, opacity: number): Promise<void> {
  const outline = Math.max(1, Math.round(text.capitalHeight / 14))
  const [width, height] = [text.width + 2 * outline, text.height + 2 * outline]
  await savePixels(name, width, height, (x, y) => {
    const light = coverageAt(text, x - outline, y - outline)
    const dark = maxCoverageAround(text, x - outline, y - outline, outline) * OUTLINE_OPACITY
    const alpha = Math.max(light, dark)
    return [light === 0 ? 0 : Math.round((255 * light) / alpha), Math.round(alpha * opacity)]
  })
}

function coverageAt({ width, height, coverage }: TextBitmap, x: number, y: number): number {
  return x >= 0 && x < width && y >= 0 && y < height ? coverage[y * width + x]! : 0
}

function maxCoverageAround(text: TextBitmap, x: number, y: number, distance: number): number {
  let max = 0
  for (let dy = -distance; dy <= distance; dy++)
    for (let dx = -distance; dx <= distance; dx++)
      max = Math.max(max, coverageAt(text, x + dx, y + dy))
  return max
}

type Pixel = [grey: number, alpha: number]

/** Saves a PNG whose pixels `at` computes. */
export async function savePixels(
  name: string,
  width: number,
  height: number,
  pixelAt: (x: number, y: number) => Pixel,
): Promise<void> {
  const bytes = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [grey, alpha] = pixelAt(x, y)
      bytes.set([grey, grey, grey, alpha], (y * width + x) * 4)
    }
  }
  await savePicture(name, [width, height], bytes)
}

/** Saves a PNG from pixels of red, green, blue and opacity. */
export async function savePicture(
  name: string,
  [width, height]: [number, number],
  bytes: Buffer,
): Promise<void> {
  using frame = frameOf(bytes, {
    width,
    height,
    format: AV_PIX_FMT_RGBA,
    timeBase: { num: 1, den: 25 },
    pts: 0n,
  })
  await writeOutput(name, 'image/png', await Encoder.encodeOne(FF_ENCODER_PNG, frame))
}
