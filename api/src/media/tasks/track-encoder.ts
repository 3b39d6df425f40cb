// Encodes a track: decoder, filter and encoder in sequence.
import { Encoder, FilterAPI, type Muxer } from 'node-av/api'
import { FF_ENCODER_AAC } from 'node-av/constants'
import type { Frame, Packet, Stream } from 'node-av/lib'
import { MediaError } from '../media-error.ts'
import { openAudio } from './audio-reader.ts'
import type { KeyFrameMarker } from './source-key-frames.ts'
import { openDecoder, readPackets, toSeconds, type MediaSource } from './source.ts'

export type TrackEncoder = Disposable & {
  streams: Stream[]
  push: (packet: Packet | null) => Promise<void>
  frameCount: () => number
}
type EncoderOptions = Omit<NonNullable<Parameters<typeof Encoder.create>[1]>, 'decoder' | 'filter'>

/** Calls `onPacket` with the position of each packet in seconds. */
export async function encodeTracks(
  source: MediaSource,
  encoders: TrackEncoder[],
  onPacket: (seconds: number) => void | Promise<void>,
): Promise<void> {
  for await (using packet of readPackets(
    source,
    encoders.flatMap(({ streams }) => streams),
  )) {
    const seconds = toSeconds({ pts: packet.dts, timeBase: packet.timeBase })
    await encoders
      .find(({ streams }) => streams.some(({ index }) => index === packet.streamIndex))
      ?.push(packet)
    await onPacket(seconds)
  }
  for (const encoder of encoders) await encoder.push(null)
  if (encoders.every(({ frameCount: taken }) => taken() === 0))
    throw new MediaError('media.unreadable', 'The file is damaged: nothing can be decoded.')
}

export async function createVideoEncoder(
  out: Muxer,
  stream: Stream,
  filters: string,
  codec: Parameters<typeof Encoder.create>[0],
  { keyFrames, ...options }: EncoderOptions & { keyFrames?: KeyFrameMarker | undefined },
): Promise<TrackEncoder> {
  const decoder = await openDecoder(stream)
  const filter = FilterAPI.create(filters)
  const encoder = await Encoder.create(codec, { decoder, filter, ...options })
  async function decode(packet: Packet | null) {
    if (packet) keyFrames?.remember(packet)
    const frames: Frame[] = []
    for (using frame of await decoder.decodeAll(packet))
      frames.push(...(await filter.processAll(frame)))
    if (!packet && filter.isFilterInitialized) frames.push(...(await filter.processAll(null)))
    for (const frame of frames) keyFrames?.mark(frame)
    return frames
  }
  return createTrackEncoder(out, [stream], encoder, decode, () => {
    decoder.close()
    filter.close()
  })
}

export async function createAudioEncoder(
  out: Muxer,
  source: MediaSource,
  bitrate: string,
): Promise<TrackEncoder> {
  const audio = await openAudio(
    source,
    'aresample=async=1000:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo',
  )
  const encoder = await Encoder.create(FF_ENCODER_AAC, {
    decoder: audio.decoder,
    filter: audio.filter,
    bitrate,
  })
  return createTrackEncoder(out, audio.streams, encoder, audio.decode, () =>
    audio[Symbol.dispose](),
  )
}

function createTrackEncoder(
  out: Muxer,
  streams: Stream[],
  encoder: Encoder,
  frames: (packet: Packet | null) => Promise<Frame[]>,
  close: () => void,
): TrackEncoder {
  const track = out.addStream(encoder)
  let frameCount = 0
  async function push(packet: Packet | null) {
    for (using frame of await frames(packet)) await encodeOne(frame)
    if (packet || frameCount === 0) return
    await encodeOne(null)
    await out.writePacket(null, track)
  }
  async function encodeOne(frame: Frame | null) {
    frameCount += frame ? 1 : 0
    for (using coded of await encoder.encodeAll(frame)) await out.writePacket(coded, track)
  }
  return {
    streams,
    push,
    frameCount: () => frameCount,
    [Symbol.dispose]() {
      close()
      encoder.close()
    },
  }
}
