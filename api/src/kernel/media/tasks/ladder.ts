// Renditions by encoding: the same cuts at any frame rate, so that a player may change from one to another at each segment.
import { Encoder, FilterAPI, type Muxer } from 'node-av/api'
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants'
import type { Frame, Packet, Stream } from 'node-av/lib'
import type { Tell } from '../child.ts'
import type { Ladder } from '../media.ts'
import { Unplayable } from '../unplayable.ts'
import { earsOf } from './ears.ts'
import { openRendition } from './hls.ts'
import { fitShorter, frameRateOf, shapeFilters, shownSize, type Rate, type Size } from './shape.ts'
import { markFilters } from './mark.ts'
import { decoderOf, packetsOf, secondsOf, type Source } from './source.ts'

const GROUP_SECONDS = 2
const BITS: Record<number, string> = { 360: '900k', 540: '2000k', 720: '3500k' }
const SOUND_BITS = '128k'

export function ladder(source: Source, height: number, tell: Tell): Promise<Ladder> {
  return encode(source, height, tell, () => Promise.resolve(''))
}

export function mark(source: Source, lines: string[], height: number, tell: Tell): Promise<Ladder> {
  return encode(source, height, tell, (size) => markFilters(lines, size))
}

async function encode(source: Source, height: number, tell: Tell, over: (size: Size) => Promise<string>): Promise<Ladder> {
  const { video, duration } = source
  const size = video && fitShorter(shownSize(video), height)
  const rate = video && shownRate(video)
  const rendition = await openRendition(tell)
  using tracks = new DisposableStack()
  const chains: Chain[] = []
  if (video && size && rate) chains.push(tracks.use(await pictureChain(rendition.out, video, size, rate, height, await over(size))))
  if (source.audio.length > 0) chains.push(tracks.use(await soundChain(rendition.out, source)))

  let reported = 0
  for await (using packet of packetsOf(source, chains.flatMap(({ streams }) => streams))) {
    const at = secondsOf({ pts: packet.dts, timeBase: packet.timeBase })
    await chains.find(({ streams }) => streams.some(({ index }) => index === packet.streamIndex))?.take(packet)
    if (duration) tell.progress(at / duration)
    if (at - reported < 1) continue
    reported = at
    await rendition.report()
  }
  for (const chain of chains) await chain.take(null)
  if (chains.every(({ taken }) => taken() === 0)) throw new Unplayable('media.unreadable', 'The file is damaged: nothing of it can be decoded.')
  return await rendition.finish({ width: size?.width ?? null, height: size?.height ?? null, frameRate: rate ? `${rate.num}/${rate.den}` : null })
}

/** Decoder, filter and encoder of one track in a row. */
type Chain = Disposable & { streams: Stream[]; take: (packet: Packet | null) => Promise<void>; taken: () => number }

async function pictureChain(out: Muxer, stream: Stream, size: Size, rate: Rate, height: number, over: string): Promise<Chain> {
  const decoder = await decoderOf(stream)
  // A frame the file marks as interlaced is made whole; the others pass. The fps filter makes a constant rate of what phones and screens record.
  const filters = ['bwdif=mode=send_frame:deint=interlaced', `fps=${rate.num}/${rate.den}:start_time=0`, ...shapeFilters(stream, size), 'format=yuv420p']
  const filter = FilterAPI.create(filters.join(',') + over)
  const bits = BITS[height] ?? '3500k'
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder, filter, maxRate: bits, bufSize: `${parseInt(bits) * 2}k`, gopSize: Math.round(GROUP_SECONDS * rate.num / rate.den),
    options: { preset: 'veryfast', crf: 23, sc_threshold: 0, 'x264-params': 'open-gop=0:scenecut=0' },
  })
  async function shaped(packet: Packet | null) {
    const frames: Frame[] = []
    for (using frame of await decoder.decodeAll(packet)) frames.push(...await filter.processAll(frame))
    if (!packet && filter.isFilterInitialized) frames.push(...await filter.processAll(null))
    return frames
  }
  return chain(out, [stream], encoder, shaped, () => { decoder.close(); filter.close() })
}

async function soundChain(out: Muxer, source: Source): Promise<Chain> {
  const ears = await earsOf(source, 'aresample=async=1000:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo')
  const encoder = await Encoder.create(FF_ENCODER_AAC, { decoder: ears.decoder, filter: ears.filter, bitrate: SOUND_BITS })
  return chain(out, ears.streams, encoder, ears.hear, () => ears[Symbol.dispose]())
}

function chain(out: Muxer, streams: Stream[], encoder: Encoder, frames: (packet: Packet | null) => Promise<Frame[]>, close: () => void): Chain {
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
  return { streams, take, taken: () => taken, [Symbol.dispose]() { close(); encoder.close() } }
}

const FASTEST = 60

/** No preview needs more than 60 pictures a second. */
function shownRate(stream: Stream): Rate {
  const { num, den } = frameRateOf(stream)
  return num / den > FASTEST ? { num: FASTEST, den: 1 } : { num, den }
}
