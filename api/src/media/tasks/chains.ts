// Decoder, filter and encoder of one track in a row, and all tracks of a film through theirs.
import { Encoder, FilterAPI, type Muxer } from 'node-av/api'
import { FF_ENCODER_AAC } from 'node-av/constants'
import type { Frame, Packet, Stream } from 'node-av/lib'
import { Unplayable } from '../media-error.ts'
import { earsOf } from './ears.ts'
import { decoderOf, packetsOf, secondsOf, type Source } from './source.ts'

export type Chain = Disposable & {
  streams: Stream[]
  take: (packet: Packet | null) => Promise<void>
  taken: () => number
}
type EncoderOptions = Omit<NonNullable<Parameters<typeof Encoder.create>[1]>, 'decoder' | 'filter'>

/** `each` hears where in the film the packet stood, in seconds. */
export async function runChains(
  source: Source,
  chains: Chain[],
  each: (at: number) => void | Promise<void>,
): Promise<void> {
  for await (using packet of packetsOf(
    source,
    chains.flatMap(({ streams }) => streams),
  )) {
    const at = secondsOf({ pts: packet.dts, timeBase: packet.timeBase })
    await chains
      .find(({ streams }) => streams.some(({ index }) => index === packet.streamIndex))
      ?.take(packet)
    await each(at)
  }
  for (const chain of chains) await chain.take(null)
  if (chains.every(({ taken }) => taken() === 0))
    throw new Unplayable('media.unreadable', 'The file is damaged: nothing of it can be decoded.')
}

export async function pictureChain(
  out: Muxer,
  stream: Stream,
  filters: string,
  codec: Parameters<typeof Encoder.create>[0],
  options: EncoderOptions,
): Promise<Chain> {
  const decoder = await decoderOf(stream)
  const filter = FilterAPI.create(filters)
  const encoder = await Encoder.create(codec, { decoder, filter, ...options })
  async function shaped(packet: Packet | null) {
    const frames: Frame[] = []
    for (using frame of await decoder.decodeAll(packet))
      frames.push(...(await filter.processAll(frame)))
    if (!packet && filter.isFilterInitialized) frames.push(...(await filter.processAll(null)))
    return frames
  }
  return chain(out, [stream], encoder, shaped, () => {
    decoder.close()
    filter.close()
  })
}

export async function soundChain(out: Muxer, source: Source, bitrate: string): Promise<Chain> {
  const ears = await earsOf(
    source,
    'aresample=async=1000:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo',
  )
  const encoder = await Encoder.create(FF_ENCODER_AAC, {
    decoder: ears.decoder,
    filter: ears.filter,
    bitrate,
  })
  return chain(out, ears.streams, encoder, ears.hear, () => ears[Symbol.dispose]())
}

function chain(
  out: Muxer,
  streams: Stream[],
  encoder: Encoder,
  frames: (packet: Packet | null) => Promise<Frame[]>,
  close: () => void,
): Chain {
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
    take,
    taken: () => taken,
    [Symbol.dispose]() {
      close()
      encoder.close()
    },
  }
}
