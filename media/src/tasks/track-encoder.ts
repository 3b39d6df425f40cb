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
export type EncoderOptions = Omit<
  NonNullable<Parameters<typeof Encoder.create>[1]>,
  'decoder' | 'filter'
>
type VideoOutput = EncoderOptions & {
  out: Muxer
  filters: string[]
  keyFrames?: KeyFrameMarker | undefined
}

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

/**
 * Decodes a track once for all outputs. Each output filters the frames of the one before: a small
 * picture is scaled from the next larger one, which costs less than from the source.
 */
export async function createVideoEncoder(
  stream: Stream,
  codec: Parameters<typeof Encoder.create>[0],
  outputs: VideoOutput[],
): Promise<TrackEncoder> {
  const decoder = await openDecoder(stream)
  const stages: VideoStage[] = []
  for (const { out, filters, keyFrames, ...options } of outputs) {
    const filter = FilterAPI.create(filters.join(','))
    const encoder = await Encoder.create(codec, { decoder, filter, ...options })
    stages.push({ filter, keyFrames, ...createTrack(encoder, [out]) })
  }
  let frameCount = 0
  async function push(packet: Packet | null) {
    if (packet) for (const { keyFrames } of stages) keyFrames?.remember(packet)
    for (using decoded of await decoder.decodeAll(packet))
      await encode(await stages[0]!.filter.processAll(decoded), 0)
    if (packet) return
    for (const [index, { filter }] of stages.entries())
      if (filter.isFilterInitialized) await encode(await filter.processAll(null), index)
    if (frameCount > 0) for (const { finish } of stages) await finish()
  }
  async function encode(frames: Frame[], index: number): Promise<void> {
    for (using frame of frames) {
      if (index === 0) frameCount++
      const { keyFrames, write } = stages[index]!
      // The encoder changes the frame, so the next output filters it before.
      const smaller = (await stages[index + 1]?.filter.processAll(frame)) ?? []
      keyFrames?.mark(frame)
      await Promise.all([write(frame), encode(smaller, index + 1)])
    }
  }
  return {
    streams: [stream],
    push,
    frameCount: () => frameCount,
    [Symbol.dispose]() {
      decoder.close()
      for (const { filter, close } of stages) {
        filter.close()
        close()
      }
    },
  }
}

type VideoStage = ReturnType<typeof createTrack> & {
  filter: FilterAPI
  keyFrames: KeyFrameMarker | undefined
}

/** Encodes the sound once for all outputs. */
export async function createAudioEncoder(
  outs: Muxer[],
  source: MediaSource,
  bitrate: string,
): Promise<TrackEncoder> {
  const audio = await openAudio(
    source,
    'aresample=async=1000:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo',
  )
  const { decoder, filter } = audio
  const track = createTrack(
    await Encoder.create(FF_ENCODER_AAC, { decoder, filter, bitrate }),
    outs,
  )
  let frameCount = 0
  async function push(packet: Packet | null) {
    for (using frame of await audio.decode(packet)) {
      frameCount++
      await track.write(frame)
    }
    if (!packet && frameCount > 0) await track.finish()
  }
  return {
    streams: audio.streams,
    push,
    frameCount: () => frameCount,
    [Symbol.dispose]() {
      audio[Symbol.dispose]()
      track.close()
    },
  }
}

/** An encoder that writes to one or more files. */
function createTrack(encoder: Encoder, outs: Muxer[]) {
  const tracks = outs.map((out) => ({ out, index: out.addStream(encoder) }))
  async function write(frame: Frame | null) {
    for (using coded of await encoder.encodeAll(frame))
      for (const { out, index } of tracks) await out.writePacket(coded, index)
  }
  async function finish() {
    await write(null)
    for (const { out, index } of tracks) await out.writePacket(null, index)
  }
  return { write, finish, close: () => encoder.close() }
}
