// The picture that stands for a film: a key frame that is not black.
import type { Frame, Stream } from 'node-av/lib'
import type { ImageFile } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { resizeImage } from './image.ts'
import { openKeyFrames } from './key-frames.ts'
import { fitWidth, displayFilters, displaySize } from './geometry.ts'
import { requireVideo, type MediaSource } from './source.ts'
import { JPEG_COLOURS, applyFilters, saveJpeg } from './stills.ts'

const WIDEST = 1280
/** Where one looks first: past the logos, then on, then back. */
const PLACES = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.05, 0]
/**
 * Of 255: how far the tones of a small version must spread to be more than black, white or a fade.
 */
const LIVELY = 12

export async function poster(source: MediaSource, at?: number): Promise<ImageFile> {
  const video = requireVideo(source)
  if (source.still) return (await resizeImage(source, [WIDEST]))[0]!
  using keys = await openKeyFrames(source, video)
  const places = at === undefined ? PLACES.map((place) => place * (source.duration ?? 0)) : [at]
  let best: { frame: Frame; spread: number } | undefined
  for (const place of places) {
    const found = await keys.at(place)
    if (!found) continue
    const spread = await spreadOf(found.frame)
    if (best && best.spread >= spread) {
      found.frame.free()
      continue
    }
    best?.frame.free()
    best = { frame: found.frame, spread }
    if (spread >= LIVELY) break
  }
  if (!best)
    throw new MediaError(
      'media.unreadable',
      'The file is damaged: no picture of it can be decoded.',
    )
  using frame = best.frame
  return await saveJpeg(frame, posterFilters(video, frame), 'poster.jpg')
}

function posterFilters(video: Stream, frame: Frame): string[] {
  return displayFilters(video, fitWidth(displaySize(video, frame), WIDEST), JPEG_COLOURS)
}

/** Standard deviation of the grey of a 32 × 32 version. */
async function spreadOf(frame: Frame): Promise<number> {
  using small = await applyFilters(frame, ['scale=32:32', 'format=gray'])
  const greys = small.toBuffer().subarray(0, 1024)
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length
  return Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length)
}
