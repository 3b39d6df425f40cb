// Saves one frame as an image file.
import { writeFile } from 'node:fs/promises'
import { Encoder, FilterAPI } from 'node-av/api'
import { FF_ENCODER_MJPEG, FF_ENCODER_PNG } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import type { OutputFile, ImageFile } from '../types.ts'
import { MediaError } from '../media-error.ts'

/** JPEG uses full range and the BT.601 matrix, whatever the film uses. */
export const JPEG_COLOURS = ':out_range=full:out_color_matrix=bt601'
const QUALITY = 4

export async function saveJpeg(frame: Frame, filters: string[], name: string): Promise<ImageFile> {
  using ready = await applyFilters(frame, [...filters, 'format=yuvj420p'])
  return save(
    ready,
    name,
    'image/jpeg',
    await Encoder.encodeOne(FF_ENCODER_MJPEG, ready, { options: { qmin: QUALITY, qmax: QUALITY } }),
  )
}

export async function savePng(frame: Frame, filters: string[], name: string): Promise<ImageFile> {
  using ready = await applyFilters(frame, [...filters, 'format=rgba'])
  return save(ready, name, 'image/png', await Encoder.encodeOne(FF_ENCODER_PNG, ready))
}

export async function applyFilters(frame: Frame, filters: string[]): Promise<Frame> {
  using filter = FilterAPI.create(filters.join(','))
  const frames = [...(await filter.processAll(frame)), ...(await filter.processAll(null))]
  const [first, ...rest] = frames
  for (const frame of rest) frame.free()
  if (!first)
    throw new MediaError('media.unreadable', 'The file is damaged: a frame cannot be converted.')
  return first
}

async function save(
  { width, height }: { width: number; height: number },
  name: string,
  mime: string,
  bytes: Buffer,
): Promise<ImageFile> {
  return { ...(await writeOutput(name, mime, bytes)), width, height }
}

export async function writeOutput(name: string, mime: string, bytes: Buffer): Promise<OutputFile> {
  await writeFile(name, bytes)
  return { name, mime, length: bytes.length }
}
