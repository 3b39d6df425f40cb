// Pictures of our own making to lay over others.
import { Encoder } from 'node-av/api'
import { AV_PIX_FMT_RGBA, FF_ENCODER_PNG } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import type { Bitmap } from '../fonts/lettering.ts'
import { writeOutput } from './stills.ts'

const RIM = 0.55

/**
 * Light letters with a dark rim, so that they are read on snow and at night. `opacity` from 0 to 1.
 */
export async function saveLettering(name: string, text: Bitmap, opacity: number): Promise<void> {
  const rim = Math.max(1, Math.round(text.capital / 14))
  await savePixels(name, text.width, text.height, (x, y) => {
    const light = text.cover[y * text.width + x]!
    const dark = rimAt(text, x, y, rim)
    const alpha = Math.max(light, dark * RIM)
    return [
      light === 0 ? 0 : Math.round((255 * light) / Math.max(light, dark * RIM)),
      Math.round(alpha * opacity),
    ]
  })
}

function rimAt({ width, height, cover }: Bitmap, x: number, y: number, rim: number): number {
  let most = 0
  for (let dy = -rim; dy <= rim; dy++) {
    for (let dx = -rim; dx <= rim; dx++) {
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
        most = Math.max(most, cover[(y + dy) * width + x + dx]!)
    }
  }
  return most
}

/** Each pixel a grey and an alpha. */
export async function savePixels(
  name: string,
  width: number,
  height: number,
  at: (x: number, y: number) => [grey: number, alpha: number],
): Promise<void> {
  const bytes = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [grey, alpha] = at(x, y)
      bytes.set([grey, grey, grey, alpha], (y * width + x) * 4)
    }
  }
  using frame = Frame.fromVideoBuffer(bytes, {
    width,
    height,
    format: AV_PIX_FMT_RGBA,
    timeBase: { num: 1, den: 25 },
    pts: 0n,
  })
  await writeOutput(name, 'image/png', await Encoder.encodeOne(FF_ENCODER_PNG, frame))
}
