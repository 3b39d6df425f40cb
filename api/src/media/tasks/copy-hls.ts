// The first rendition where the source allows it: cut, not encoded, so a film plays within seconds
// of its arrival.
import { AV_CODEC_ID_AAC, AV_CODEC_ID_H264 } from 'node-av/constants'
import type { HlsRendition, TaskReporter } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { openHlsWriter } from './hls-writer.ts'
import { frameRateOf } from './geometry.ts'
import { readPackets, requireVideo, toSeconds, type MediaSource } from './source.ts'

export async function copyHls(source: MediaSource, tell: TaskReporter): Promise<HlsRendition> {
  const video = requireVideo(source)
  const [sound] = source.audio
  if (
    video.codecpar.codecId !== AV_CODEC_ID_H264 ||
    (sound && sound.codecpar.codecId !== AV_CODEC_ID_AAC)
  )
    throw new MediaError(
      'media.not-copyable',
      'Only H.264 with AAC or without sound can be cut as it is.',
    )
  const rendition = await openHlsWriter(tell)
  const tracks = [video, ...(sound ? [sound] : [])]
  const places = new Map(tracks.map((stream) => [stream.index, rendition.out.addStream(stream)]))
  for await (using packet of readPackets(source, tracks)) {
    await rendition.out.writePacket(packet, places.get(packet.streamIndex)!)
    if (source.duration)
      tell.progress(toSeconds({ pts: packet.dts, timeBase: packet.timeBase }) / source.duration)
  }
  const rate = frameRateOf(video)
  return rendition.finish({
    width: video.codecpar.width,
    height: video.codecpar.height,
    frameRate: `${rate.num}/${rate.den}`,
  })
}
