import { Frame } from 'node-av/lib'

type VideoProps = Parameters<typeof Frame.fromVideoBuffer>[1]

/**
 * A frame with these pixels. The frame that node-av returns for a buffer only refers to its bytes,
 * which the garbage collector may free while the frame is encoded.
 */
export function frameOf(pixels: Buffer, props: VideoProps): Frame {
  using reference = Frame.fromVideoBuffer(pixels, props)
  return copyOf(reference)
}

/** A frame with memory of its own. */
export function copyOf(frame: Frame): Frame {
  const copy = frame.clone()
  if (!copy || copy.makeWritable() < 0) throw new Error('Cannot allocate memory for a frame')
  return copy
}
