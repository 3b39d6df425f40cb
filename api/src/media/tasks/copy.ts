// The first rendition where the source allows it: cut, not encoded, so a film plays within seconds
// of its arrival.
import { AV_CODEC_ID_AAC, AV_CODEC_ID_H264 } from 'node-av/constants'
import type { Tell } from '../sandbox/child.ts'
import type { Ladder } from '../types.ts'
import { Unplayable } from '../media-error.ts'
import { openRendition } from './hls.ts'
import { frameRateOf } from './shape.ts'
import { packetsOf, pictureOf, secondsOf, type Source } from './source.ts'

export async function copy(source: Source, tell: Tell): Promise<Ladder> {
  const video = pictureOf(source)
  const [sound] = source.audio
  if (
    video.codecpar.codecId !== AV_CODEC_ID_H264 ||
    (sound && sound.codecpar.codecId !== AV_CODEC_ID_AAC)
  )
    throw new Unplayable(
      'media.not-copyable',
      'Only H.264 with AAC or without sound can be cut as it is.',
    )
  const rendition = await openRendition(tell)
  const tracks = [video, ...(sound ? [sound] : [])]
  const places = new Map(tracks.map((stream) => [stream.index, rendition.out.addStream(stream)]))
  for await (using packet of packetsOf(source, tracks)) {
    await rendition.out.writePacket(packet, places.get(packet.streamIndex)!)
    if (source.duration)
      tell.progress(secondsOf({ pts: packet.dts, timeBase: packet.timeBase }) / source.duration)
  }
  const rate = frameRateOf(video)
  return rendition.finish({
    width: video.codecpar.width,
    height: video.codecpar.height,
    frameRate: `${rate.num}/${rate.den}`,
  })
}
