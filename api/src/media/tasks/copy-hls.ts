// Splits a video into HLS segments without re-encoding, if its codecs allow it, so that it can be
// played seconds after the upload.
import { AV_CODEC_ID_AAC, AV_CODEC_ID_H264 } from 'node-av/constants'
import type { HlsRendition, TaskReporter } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { openHlsWriter } from './hls-writer.ts'
import { frameRateOf } from './geometry.ts'
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
  const hls = await openHlsWriter(reporter)
  const tracks = [video, ...(audio ? [audio] : [])]
  const outputs = new Map(tracks.map((stream) => [stream.index, hls.out.addStream(stream)]))
  for await (using packet of readPackets(source, tracks)) {
    await hls.out.writePacket(packet, outputs.get(packet.streamIndex)!)
    if (source.duration)
      reporter.progress(toSeconds({ pts: packet.dts, timeBase: packet.timeBase }) / source.duration)
  }
  const rate = frameRateOf(video)
  return hls.finish({
    width: video.codecpar.width,
    height: video.codecpar.height,
    frameRate: `${rate.num}/${rate.den}`,
  })
}
