// Decodes and filters the sound of a film. Broadcast files keep left and right as two mono tracks;
// these are joined to stereo.
import { FilterAPI, FilterComplexAPI, type Decoder } from 'node-av/api'
import type { Frame, Packet, Stream } from 'node-av/lib'
import { openDecoder, requireAudio, type MediaSource } from './source.ts'

export type AudioReader = Disposable & {
  streams: Stream[]
  decoder: Decoder
  filter: FilterAPI | FilterComplexAPI
  decode: (packet: Packet | null) => Promise<Frame[]>
}

export async function openAudio(source: MediaSource, filters: string): Promise<AudioReader> {
  const [left, right] = [requireAudio(source), source.audio[1]]
  const paired =
    right !== undefined &&
    [left, right].every(({ codecpar }) => codecpar.channels === 1) &&
    left.codecpar.sampleRate === right.codecpar.sampleRate
  return paired ? openStereoPair(left, right, filters) : openTrack(left, filters)
}

async function openTrack(stream: Stream, filters: string): Promise<AudioReader> {
  const decoder = await openDecoder(stream)
  const filter = FilterAPI.create(filters)
  async function decode(packet: Packet | null) {
    const frames: Frame[] = []
    for (using frame of await decoder.decodeAll(packet))
      frames.push(...(await filter.processAll(frame)))
    if (!packet && filter.isFilterInitialized) frames.push(...(await filter.processAll(null)))
    return frames
  }
  return {
    streams: [stream],
    decoder,
    filter,
    decode,
    [Symbol.dispose]() {
      decoder.close()
      filter.close()
    },
  }
}

async function openStereoPair(left: Stream, right: Stream, filters: string): Promise<AudioReader> {
  const decoders = { left: await openDecoder(left), right: await openDecoder(right) }
  const filter = FilterComplexAPI.create(
    `[left][right]join=inputs=2:channel_layout=stereo:map=0.0-FL|1.0-FR,${filters}[out]`,
    { inputs: [{ label: 'left' }, { label: 'right' }], outputs: [{ label: 'out' }] },
  )
  async function decode(packet: Packet | null) {
    // Each decoder ignores the packets of other streams.
    for (const [label, decoder] of Object.entries(decoders))
      for (using frame of await decoder.decodeAll(packet)) await filter.process(label, frame)
    if (!filter.isInitialized) return []
    if (!packet) await filter.flush()
    return receiveAll()
  }
  async function receiveAll() {
    const frames: Frame[] = []
    for (
      let frame = await filter.receive('out');
      frame && typeof frame === 'object';
      frame = await filter.receive('out')
    )
      frames.push(frame)
    return frames
  }
  return {
    streams: [left, right],
    decoder: decoders.left,
    filter,
    decode,
    [Symbol.dispose]() {
      decoders.left.close()
      decoders.right.close()
      filter.close()
    },
  }
}
