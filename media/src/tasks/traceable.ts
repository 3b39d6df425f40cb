// Encodes a film twice, with opposite marks. The service sends each viewer a different sequence of
// segments from both, so a leaked copy can be traced back.
import { readFile } from 'node:fs/promises'
import { Encoder, FilterAPI } from 'node-av/api'
import { FF_ENCODER_LIBX264 } from 'node-av/constants'
import type { Frame, Packet, Stream } from 'node-av/lib'
import type { TaskReporter } from '../task.ts'
import type { TraceableRendition } from '../types.ts'
import { AUDIO_BITRATE, encoderOptions, previewRate } from './encode-hls.ts'
import { displayFilters, displaySize, fitShorterSide, progressiveFilters } from './geometry.ts'
import { openHlsWriter, type HlsWriter } from './hls-writer.ts'
import { openDecoder, requireVideo, type MediaSource } from './source.ts'
import { createTraceMarker, type TraceMarker } from './trace-mark.ts'
import {
  createAudioEncoder,
  encodeTracks,
  type EncoderOptions,
  type TrackEncoder,
} from './track-encoder.ts'

/** Keep the key frames apart from the limit, so that each starts a segment. */
const SEGMENT_SHARE = 0.9

export async function encodeTraceable(
  source: MediaSource,
  height: number,
  reporter: TaskReporter,
): Promise<TraceableRendition> {
  const video = requireVideo(source)
  const size = fitShorterSide(displaySize(video), height)
  const rate = previewRate(video)
  const cellFrames = Math.ceil((cellSeconds(source.duration) * rate.num) / rate.den)
  const seconds = SEGMENT_SHARE * ((cellFrames * rate.den) / rate.num)
  const display = { ...size, frameRate: `${rate.num}/${rate.den}` }
  const silent = { segment: () => {} }
  const a = await openHlsWriter(silent, { display, seconds, rung: 0 })
  const b = await openHlsWriter(silent, { display, seconds, rung: 1 })
  using tracks = new DisposableStack()
  const filters = [...progressiveFilters(rate), ...displayFilters(video, size), 'format=yuv420p']
  const encoders = [
    tracks.use(
      await createMarkedEncoder([a, b], video, {
        filters: filters.join(','),
        mark: createTraceMarker(size, cellFrames),
        options: { ...encoderOptions(height, rate), gopSize: cellFrames },
      }),
    ),
  ]
  if (source.audio.length > 0)
    encoders.push(tracks.use(await createAudioEncoder([a.out, b.out], source, AUDIO_BITRATE)))
  await encodeTracks(source, encoders, (position) => {
    reporter.progress(position, source.duration)
  })
  const done = { a: await a.finish(), b: await b.finish() }
  await compareHeads(done)
  return done
}

/**
 * A segment identifies a viewer by one bit. Trailers are short and need short segments; long films
 * have enough of longer ones, which cost less.
 */
function cellSeconds(duration: number | null): number {
  if (duration === null || duration > 1800) return 4
  return duration > 300 ? 2 : 1
}

type Marking = {
  filters: string
  mark: TraceMarker
  options: EncoderOptions
}

/** Decodes once and encodes two differently marked pictures. */
async function createMarkedEncoder(
  writers: HlsWriter[],
  stream: Stream,
  { filters, mark, options }: Marking,
): Promise<TrackEncoder> {
  const decoder = await openDecoder(stream)
  const filter = FilterAPI.create(filters)
  const outputs: { encoder: Encoder; out: HlsWriter['out']; track: number }[] = []
  for (const { out } of writers) {
    const encoder = await Encoder.create(FF_ENCODER_LIBX264, { decoder, filter, ...options })
    outputs.push({ encoder, out, track: out.addStream(encoder) })
  }
  let frameCount = 0
  async function push(packet: Packet | null) {
    for (using decoded of await decoder.decodeAll(packet))
      for (using frame of await filter.processAll(decoded)) await encodeMarked(frame)
    if (packet) return
    if (filter.isFilterInitialized)
      for (using frame of await filter.processAll(null)) await encodeMarked(frame)
    if (frameCount === 0) return
    for (const output of outputs) {
      await write(output, null)
      await output.out.writePacket(null, output.track)
    }
  }
  async function encodeMarked(frame: Frame) {
    const marked = mark(frame, frameCount++)
    for (const [index, output] of outputs.entries()) {
      using side = marked[index]!
      await write(output, side)
    }
  }
  async function write({ encoder, out, track }: (typeof outputs)[number], frame: Frame | null) {
    for (using coded of await encoder.encodeAll(frame)) await out.writePacket(coded, track)
  }
  return {
    streams: [stream],
    push,
    frameCount: () => frameCount,
    [Symbol.dispose]() {
      decoder.close()
      filter.close()
      for (const { encoder } of outputs) encoder.close()
    },
  }
}

/** Viewers get the initialization segment of one and segments of both. */
async function compareHeads({ a, b }: TraceableRendition): Promise<void> {
  const [headA, headB] = await Promise.all([readFile(a.init.name), readFile(b.init.name)])
  const times = ({ segments }: TraceableRendition['a']) =>
    segments.map(({ duration }) => duration.toFixed(3)).join()
  if (!headA.equals(headB) || times(a) !== times(b))
    throw new Error('The two marked renditions differ in more than their marks')
}
