// Key frames where the source has them, so that the segments of an encoded rendition start at the
// same times as those of the copied one.
import { AV_PICTURE_TYPE_I } from 'node-av/constants'
import type { Frame, Packet } from 'node-av/lib'
import type { FrameRate } from './geometry.ts'
import { toSeconds } from './source.ts'

/** A film with key frames further apart is encoded, not copied. */
export const MAX_GOP_SECONDS = 10

export type KeyFrameMarker = {
  /** Called with each packet before it is decoded. */
  remember: (packet: Packet) => void
  /** Called with each frame before it is encoded. */
  mark: (frame: Frame) => void
}

export function createKeyFrameMarker({ num, den }: FrameRate): KeyFrameMarker {
  const numbers = new Set<number>()
  const numberOf = (timed: Parameters<typeof toSeconds>[0]) =>
    Math.round((toSeconds(timed) * num) / den)
  return {
    remember(packet) {
      if (packet.isKeyframe) numbers.add(numberOf(packet))
    },
    mark(frame) {
      if (!numbers.delete(numberOf(frame))) return
      frame.pictType = AV_PICTURE_TYPE_I
      // The encoder of node-av clears this property of every frame. It clears this one instead.
      Object.defineProperty(frame, 'pictType', { value: AV_PICTURE_TYPE_I, writable: true })
    },
  }
}
