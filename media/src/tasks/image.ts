// Resizes an image. Only pixels are copied: names, locations and camera data stay in the original.
import {
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_FRAME_DATA_EXIF,
  AV_FRAME_DATA_ICC_PROFILE,
} from 'node-av/constants'
import { avGetPixFmtName, type Frame } from 'node-av/lib'
import type { ImageFile } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { rotationFilters } from './geometry.ts'
import {
  openDecoder,
  rotationFromMatrix,
  readPackets,
  requireVideo,
  type MediaSource,
} from './source.ts'
import { JPEG_COLOURS, applyFilters, saveJpeg, savePng } from './stills.ts'

export async function resizeImage(source: MediaSource, widths: number[]): Promise<ImageFile[]> {
  using frame = await decodeImage(source)
  const degrees = rotationFromMatrix(frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX))
  for (const kind of [AV_FRAME_DATA_DISPLAYMATRIX, AV_FRAME_DATA_EXIF, AV_FRAME_DATA_ICC_PROFILE])
    frame.removeSideData(kind)
  const upright =
    degrees % 180 === 0
      ? { width: frame.width, height: frame.height }
      : { width: frame.height, height: frame.width }
  const transparent = await isTransparent(frame)
  const stills: ImageFile[] = []
  for (const target of new Set(widths.map((width) => Math.min(width, upright.width)))) {
    const { width, height } = scaleToWidth(upright, target)
    const scale = [...rotationFilters(degrees), `scale=${width}:${height}`]
    stills.push(
      transparent
        ? await savePng(frame, scale, `w${width}.png`)
        : await saveJpeg(
            frame,
            [...scale.slice(0, -1), `${scale.at(-1)}${JPEG_COLOURS}`],
            `w${width}.jpg`,
          ),
    )
  }
  return stills
}

/** Unlike a film, an image may have odd sides. */
function scaleToWidth({ width, height }: { width: number; height: number }, to: number) {
  return { width: to, height: Math.max(1, Math.round((height * to) / width)) }
}

async function decodeImage(source: MediaSource): Promise<Frame> {
  const video = requireVideo(source)
  using decoder = await openDecoder(video)
  for await (using packet of readPackets(source, [video])) {
    const [frame] = [...(await decoder.decodeAll(packet)), ...(await decoder.decodeAll(null))]
    if (frame) return frame
  }
  throw new MediaError('media.unreadable', 'The image is damaged and cannot be decoded.')
}

/** Whether the image has transparent pixels. Many PNGs have an alpha channel that is fully opaque. */
async function isTransparent(frame: Frame): Promise<boolean> {
  if (!/a|pal8/.test((avGetPixFmtName(frame.format as never) ?? '').replace('gray', '')))
    return false
  using alpha = await applyFilters(frame, [
    'format=rgba',
    'alphaextract',
    'scale=256:256:flags=area',
    'format=gray',
  ])
  return alpha
    .toBuffer()
    .subarray(0, 65_536)
    .some((opacity) => opacity < 255)
}
