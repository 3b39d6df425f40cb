// Chooses the poster of a film, a key frame that is not black, and saves it in two sizes.
import type { Frame, Stream } from 'node-av/lib'
import type { ImageFile } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { resizeImage } from './image.ts'
import { openKeyFrames } from './key-frames.ts'
import { fitWidth, displayFilters, displaySize } from './geometry.ts'
import { requireVideo, type MediaSource } from './source.ts'
import { JPEG_COLOURS, applyFilters, saveJpeg } from './stills.ts'

/** For the player, and for lists, which show dozens of them. */
const MAX_WIDTHS = [1280, 480]
/** Positions to try: after the opening logos, then later, then earlier. */
const POSITIONS = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.05, 0]
/** Minimum standard deviation of the grey values (0 to 255): less is black, white or a fade. */
const MIN_CONTRAST = 12

/** The largest first. A small film has only one size. */
export async function poster(source: MediaSource, seconds?: number): Promise<ImageFile[]> {
  const video = requireVideo(source)
  if (source.still) return resizeImage(source, MAX_WIDTHS)
  using keys = await openKeyFrames(source, video)
  const positions =
    seconds === undefined ? POSITIONS.map((share) => share * (source.duration ?? 0)) : [seconds]
  let best: { frame: Frame; contrast: number } | undefined
  for (const position of positions) {
    const keyFrame = await keys.read(position)
    if (!keyFrame) continue
    const contrast = await contrastOf(keyFrame.frame)
    if (best && best.contrast >= contrast) {
      keyFrame.frame.free()
      continue
    }
    best?.frame.free()
    best = { frame: keyFrame.frame, contrast }
    if (contrast >= MIN_CONTRAST) break
  }
  if (!best)
    throw new MediaError('media.unreadable', 'The file is damaged: no frame can be decoded.')
  using frame = best.frame
  // Awaited here, before the frame is freed.
  return await saveSizes(video, frame)
}

async function saveSizes(video: Stream, frame: Frame): Promise<ImageFile[]> {
  const size = displaySize(video, frame)
  const stills: ImageFile[] = []
  for (const width of new Set(MAX_WIDTHS.map((most) => Math.min(most, size.width)))) {
    const filters = displayFilters(video, fitWidth(size, width), JPEG_COLOURS)
    stills.push(await saveJpeg(frame, filters, `poster-${width}.jpg`))
  }
  return stills
}

/** Standard deviation of the grey values of a 32 × 32 thumbnail. */
async function contrastOf(frame: Frame): Promise<number> {
  using small = await applyFilters(frame, ['scale=32:32', 'format=gray'])
  const greys = small.toBuffer().subarray(0, 1024)
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length
  return Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length)
}
