// Reads the declared size of an image from its header, before it is decoded: 50,000 × 50,000 black
// pixels fit into a few kilobytes.
import type { ContainerFormat } from '../types.ts'
import { MediaError } from '../media-error.ts'

export const MAX_SIDE = 16_384
export const MAX_STILL_PIXELS = 100_000_000
export const MAX_VIDEO_SIDE = 8192

export function rejectLargeStill(format: ContainerFormat, head: Buffer): void {
  const size = SIZES[format]?.(head)
  if (size) rejectLarge(size, MAX_SIDE, MAX_STILL_PIXELS)
}

export function rejectLarge({ width, height }: Size, side: number, pixels: number): void {
  if (width > side || height > side || width * height > pixels) {
    throw new MediaError(
      'media.too-large',
      `The picture has ${width} × ${height} pixels. The maximum is ${side} pixels per side and ${Math.round(pixels / 1e6)} megapixels.`,
    )
  }
}

type Size = { width: number; height: number }
const SIZES: Partial<Record<ContainerFormat, (head: Buffer) => Size | undefined>> = {
  png: (head) =>
    head.length >= 24 ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) } : undefined,
  gif: (head) =>
    head.length >= 10 ? { width: head.readUInt16LE(6), height: head.readUInt16LE(8) } : undefined,
  dpx: (head) =>
    head.length < 780
      ? undefined
      : head[0] === 0x53
        ? { width: head.readUInt32BE(772), height: head.readUInt32BE(776) }
        : { width: head.readUInt32LE(772), height: head.readUInt32LE(776) },
  webp: (head) =>
    head.length >= 30 && head.toString('latin1', 12, 16) === 'VP8X'
      ? { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
      : undefined,
  jpeg: jpegSize,
}

function jpegSize(head: Buffer): Size | undefined {
  for (let offset = 2; offset + 9 < head.length && head[offset] === 0xff;) {
    const marker = head[offset + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { height: head.readUInt16BE(offset + 5), width: head.readUInt16BE(offset + 7) }
    offset += marker === 0xff ? 1 : 2 + head.readUInt16BE(offset + 2)
  }
  return undefined
}
