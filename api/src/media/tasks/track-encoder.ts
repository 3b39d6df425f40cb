// Decoder, filter and encoder of one track in a row, and all tracks of a film through theirs.
import { Encoder, FilterAPI, type Muxer } from 'node-av/api'
import { FF_ENCODER_AAC } from 'node-av/constants'
import type { Frame, Packet, Stream } from 'node-av/lib'
import { MediaError } from '../media-error.ts'
import { openAudio } from './audio-reader.ts'
import { openDecoder, readPackets, toSeconds, type MediaSource } from './source.ts'

export type TrackEncoder = Disposable & {
  streams: Stream[]
  push: (packet: Packet | null) => Promise<void>
  frameCount: () => number
}
type EncoderOptions = Omit<NonNullable<Parameters<typeof Encoder.create>[1]>, 'decoder' | 'filter'>

/** `each` hears where in the film the packet stood, in seconds. */
export async function encodeTracks(
  source: MediaSource,
  chains: TrackEncoder[],
  each: (at: number) => void | Promise<void>,
): Promise<void> {
  for await (using packet of readPackets(
    source,
    chains.flatMap(({ streams }) => streams),
  )) {
    const at = toSeconds({ pts: packet.dts, timeBase: packet.timeBase })
    await chains
      .find(({ streams }) => streams.some(({ index }) => index === packet.streamIndex))
      ?.push(packet)
    await each(at)
  }
  for (const chain of chains) await chain.push(null)
  if (chains.every(({ frameCount: taken }) => taken() === 0))
    throw new MediaError('media.unreadable', 'The file is damaged: nothing of it can be decoded.')
}

export async function createVideoEncoder(
  out: Muxer,
  stream: Stream,
  filters: string,
  codec: Parameters<typeof Encoder.create>[0],
  options: EncoderOptions,
): Promise<TrackEncoder> {
  const decoder = await openDecoder(stream)
  const filter = FilterAPI.create(filters)
  const encoder = await Encoder.create(codec, { decoder, filter, ...options })
  async function shaped(packet: Packet | null) {
    const frames: Frame[] = []
    for (using frame of await decoder.decodeAll(packet))
      frames.push(...(await filter.processAll(frame)))
    if (!packet && filter.isFilterInitialized) frames.push(...(await filter.processAll(null)))
    return frames
  }
  return createTrackEncoder(out, [stream], encoder, shaped, () => {
    decoder.close()
    filter.close()
  })
}

export async function createAudioEncoder(
  out: Muxer,
  source: MediaSource,
  bitrate: string,
): Promise<TrackEncoder> {
  const ears = await openAudio(
    source,
    'aresample=async=1000:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo',
  )
  const encoder = await Encoder.create(FF_ENCODER_AAC, {
    decoder: ears.decoder,
    filter: ears.filter,
    bitrate,
  })
  return createTrackEncoder(out, ears.streams, encoder, ears.decode, () => ears[Symbol.dispose]())
}

function createTrackEncoder(
  out: Muxer,
  streams: Stream[],
  encoder: Encoder,
  frames: (packet: Packet | null) => Promise<Frame[]>,
  close: () => void,
): TrackEncoder {
  const place = out.addStream(encoder)
  let taken = 0
  async function take(packet: Packet | null) {
    for (using frame of await frames(packet)) await encodeOne(frame)
    if (packet || taken === 0) return
    await encodeOne(null)
    await out.writePacket(null, place)
  }
  async function encodeOne(frame: Frame | null) {
    taken += frame ? 1 : 0
    for (using coded of await encoder.encodeAll(frame)) await out.writePacket(coded, place)
  }
  return {
    streams,
    push: take,
    frameCount: () => taken,
    [Symbol.dispose]() {
      close()
      encoder.close()
    },
  }
}
