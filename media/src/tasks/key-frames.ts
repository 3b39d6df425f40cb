// Reads single key frames of a film without decoding what is between: 34 times cheaper than reading
// all of it.
import { AVDISCARD_ALL, AVDISCARD_NONKEY, AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Frame, Packet, type Stream } from 'node-av/lib'
import { MAX_STILL_PIXELS } from '../formats/image-size.ts'
import { toSeconds, type MediaSource } from './source.ts'

export type KeyFrameReader = Disposable & {
  read: (seconds: number) => Promise<{ frame: Frame; seconds: number } | undefined>
}

/** Some codecs need several packets for a frame, for example separately coded fields. */
const MAX_PACKETS = 12
const MAX_READS = 2000

export async function openKeyFrames(
  { input }: MediaSource,
  video: Stream,
): Promise<KeyFrameReader> {
  for (const stream of input.streams)
    stream.discard = stream === video ? AVDISCARD_NONKEY : AVDISCARD_ALL
  const context = input.getFormatContext()
  const decoder = await openSingleFrameDecoder(video)
  const packet = new Packet()
  packet.alloc()
  const start = video.startTime > 0n ? secondsAt(video, video.startTime) : 0

  async function read(seconds: number) {
    await context.seekFrame(-1, BigInt(Math.round((seconds + start) * 1e6)), AVSEEK_FLAG_BACKWARD)
    decoder.flushBuffers()
    let sent = 0
    for (let reads = 0; sent < MAX_PACKETS && reads < MAX_READS; reads++) {
      if ((await context.readFrame(packet)) < 0) return undefined
      const isUsable = packet.streamIndex === video.index && (sent > 0 || packet.isKeyframe)
      if (isUsable) await decoder.sendPacket(packet)
      packet.unref()
      if (!isUsable) continue
      sent++
      const frame =
        (await receiveFrame(decoder)) ??
        (sent === MAX_PACKETS ? undefined : await drainFrame(decoder))
      if (!frame) continue
      frame.timeBase = video.timeBase
      const shownAt = secondsAt(video, frame.bestEffortTimestamp) - start
      return { frame, seconds: Math.max(0, shownAt) }
    }
    return undefined
  }
  return {
    read,
    [Symbol.dispose]() {
      packet.free()
      decoder.freeContext()
    },
  }
}

async function openSingleFrameDecoder(video: Stream): Promise<CodecContext> {
  const decoder = new CodecContext()
  const codec = Codec.findDecoder(video.codecpar.codecId)
  decoder.allocContext3(codec)
  FFmpegError.throwIfError(decoder.parametersToContext(video.codecpar), 'no decoder')
  decoder.pktTimebase = video.timeBase
  decoder.setOption('max_pixels', MAX_STILL_PIXELS)
  // With more threads the decoder delays frames, and only one frame is wanted.
  decoder.threadCount = 1
  FFmpegError.throwIfError(await decoder.open2(codec), 'no decoder')
  return decoder
}

async function receiveFrame(decoder: CodecContext): Promise<Frame | undefined> {
  const frame = new Frame()
  frame.alloc()
  if ((await decoder.receiveFrame(frame)) >= 0) return frame
  frame.free()
  return undefined
}

async function drainFrame(decoder: CodecContext): Promise<Frame | undefined> {
  await decoder.sendPacket(null)
  const frame = await receiveFrame(decoder)
  decoder.flushBuffers()
  return frame
}

const secondsAt = ({ timeBase }: Stream, pts: bigint) => toSeconds({ pts, timeBase })
