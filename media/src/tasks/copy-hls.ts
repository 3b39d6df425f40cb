// Splits a video into HLS segments without re-encoding, if its codecs allow it, so that it can be
// played seconds after the upload.
import { AV_CODEC_ID_AAC, AV_CODEC_ID_H264 } from 'node-av/constants'
import type { Packet, Stream } from 'node-av/lib'
import type { TaskReporter } from '../task.ts'
import type { HlsRendition } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { frameRateOf } from './geometry.ts'
import { openHlsWriter } from './hls-writer.ts'
import { readPackets, requireVideo, toSeconds, type MediaSource } from './source.ts'

export async function copyHls(source: MediaSource, reporter: TaskReporter): Promise<HlsRendition> {
  const video = requireVideo(source)
  const [audio] = source.audio
  if (
    video.codecpar.codecId !== AV_CODEC_ID_H264 ||
    (audio && audio.codecpar.codecId !== AV_CODEC_ID_AAC)
  )
    throw new MediaError(
      'media.not-copyable',
      'Only H.264 video with AAC audio or no audio can be segmented without re-encoding.',
    )
  const rejectOpenGop = createOpenGopCheck(video)
  const { width, height } = video.codecpar
  const { num, den } = frameRateOf(video)
  const hls = await openHlsWriter(reporter, {
    display: { width, height, frameRate: `${num}/${den}` },
  })
  const tracks = [video, ...(audio ? [audio] : [])]
  const outputs = new Map(tracks.map((stream) => [stream.index, hls.out.addStream(stream)]))
  const delayDecoding = createDecodingDelay(video)
  for await (using packet of readPackets(source, tracks)) {
    rejectOpenGop(packet)
    delayDecoding(packet)
    await hls.out.writePacket(packet, outputs.get(packet.streamIndex)!)
    const position = toSeconds({ pts: packet.dts, timeBase: packet.timeBase })
    reporter.progress(position, source.duration)
    await hls.report(position)
  }
  return hls.finish()
}

/**
 * In an open GOP, frames after a key frame are shown before it and need the GOP before. A segment
 * could not start there.
 */
function createOpenGopCheck(video: Stream): (packet: Packet) => void {
  let keyFrame: bigint | undefined
  return (packet) => {
    if (packet.streamIndex !== video.index) return
    if (packet.isKeyframe) keyFrame = packet.pts
    else if (keyFrame !== undefined && packet.pts < keyFrame)
      throw new MediaError(
        'media.not-copyable',
        'Only video with closed groups of pictures can be segmented without re-encoding.',
      )
  }
}

/** The frames by which x264 decodes ahead of what it shows, with the options of our renditions. */
const ENCODED_DELAY = 2

/**
 * A segment ends with the sound that is due when its next key frame is decoded. The copy decodes as
 * far ahead as the encoded renditions do. Otherwise their sound would overlap where a player changes
 * the rendition, and browsers drop the frames that are shown during the overlap.
 */
function createDecodingDelay(video: Stream): (packet: Packet) => void {
  const { num, den } = frameRateOf(video)
  let shift: bigint | undefined
  return (packet) => {
    if (packet.streamIndex !== video.index) return
    const { timeBase } = packet
    const frame = Math.round((timeBase.den * den) / (timeBase.num * num))
    const delay = ({ pts, dts }: Packet) => Math.round(Number(pts - dts) / frame)
    shift ??= BigInt(frame * Math.max(0, ENCODED_DELAY - delay(packet)))
    packet.dts -= shift
  }
}
