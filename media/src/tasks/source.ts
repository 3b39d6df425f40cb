// Opens the original with the demuxer for its format, from an inherited file descriptor. No other
// protocol is allowed, so a file cannot make FFmpeg open anything else.
import { Decoder, Demuxer } from 'node-av/api'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import { avGetCodecName, Codec, FFmpegError, type Packet, type Stream } from 'node-av/lib'
import { availableParallelism } from 'node:os'
import { readerFor } from '../formats/formats.ts'
import type { ContainerFormat } from '../types.ts'
import { MAX_STILL_PIXELS, MAX_VIDEO_SIDE, rejectLarge } from '../formats/image-size.ts'
import { MediaError } from '../media-error.ts'

/** The file descriptor of the original, after stdin, stdout, stderr and the channel. */
const INPUT_FD = 4
const THREADS = Math.min(4, availableParallelism())

export type MediaSource = AsyncDisposable & {
  format: ContainerFormat
  still: boolean
  input: Demuxer
  video: Stream | undefined
  audio: Stream[]
  /** Seconds; null if unknown, and for images. */
  duration: number | null
}

export async function openSource(format: ContainerFormat): Promise<MediaSource> {
  const { demuxer, still = false } = readerFor(format)
  const options = {
    fd: INPUT_FD,
    protocol_whitelist: 'fd',
    format_whitelist: demuxer,
    max_streams: 64,
    ...(format === 'mov' && { enable_drefs: 0, use_absolute_path: 0 }),
  }
  const input = await Demuxer.open('fd:', {
    format: demuxer,
    options,
    skipStreamInfo: true,
  } as never)
  rejectLargeVideo(input)
  // findStreamInfo decodes a few frames, so the size is checked before it. Images skip it: they are
  // only decoded by our own decoder, which has a pixel limit.
  if (!still)
    FFmpegError.throwIfError(
      await input.getFormatContext().findStreamInfo(null),
      'no streams found',
    )
  rejectLargeVideo(input)
  const video = input.streams.find(
    (stream) =>
      hasType(stream, AVMEDIA_TYPE_VIDEO) &&
      !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC) &&
      stream.codecpar.codecId !== 0,
  )
  const audio = input.streams.filter(
    (stream) =>
      hasType(stream, AVMEDIA_TYPE_AUDIO) &&
      stream.codecpar.channels > 0 &&
      stream.codecpar.sampleRate > 0 &&
      stream.nbFrames + stream.duration !== 0n,
  )
  if (!video && audio.length === 0)
    throw new MediaError('media.unreadable', 'The file has no readable video or audio track.')
  return {
    format,
    still,
    input,
    video,
    audio,
    duration:
      !still && Number.isFinite(input.duration) && input.duration > 0 ? input.duration : null,
    [Symbol.asyncDispose]: () => input.close(),
  }
}

function rejectLargeVideo(input: Demuxer): void {
  for (const { codecpar } of input.streams)
    if (codecpar.codecType === AVMEDIA_TYPE_VIDEO)
      rejectLarge(codecpar, MAX_VIDEO_SIDE, MAX_VIDEO_SIDE ** 2)
}

function hasType(stream: Stream, type: number): boolean {
  return stream.codecpar.codecType === type
}

export function requireVideo(source: MediaSource): Stream {
  if (!source.video) throw new MediaError('media.no-picture', 'The file has no video track.')
  return source.video
}

export function requireAudio(source: MediaSource): Stream {
  const [first] = source.audio
  if (!first) throw new MediaError('media.no-sound', 'The file has no audio track.')
  return first
}

/** Skips damaged frames: most of a film is better than none. */
export async function openDecoder(
  stream: Stream,
  options: Record<string, string | number> = {},
): Promise<Decoder> {
  if (!Codec.findDecoder(stream.codecpar.codecId))
    throw new MediaError(
      'media.unreadable',
      `The codec of this file is not supported (${avGetCodecName(stream.codecpar.codecId) ?? 'unknown'}).`,
    )
  return Decoder.create(stream, {
    exitOnError: false,
    threadCount: THREADS,
    options: { max_pixels: MAX_STILL_PIXELS, ...options },
  })
}

/** The packets of some streams in file order. Their timestamps start at zero. */
export async function* readPackets(source: MediaSource, streams: Stream[]): AsyncGenerator<Packet> {
  for (const stream of source.input.streams)
    if (!streams.includes(stream)) stream.discard = AVDISCARD_ALL
  const start = Number.isFinite(source.input.startTime) ? source.input.startTime : 0
  for await (const packet of source.input.packets()) {
    if (!packet) return
    const stream = streams.find(({ index }) => index === packet.streamIndex)
    if (!stream) continue
    const offset = BigInt(Math.round((start * stream.timeBase.den) / stream.timeBase.num))
    if (offset !== 0n) shiftTimestamps(packet, -offset)
    yield packet
  }
}

function shiftTimestamps(packet: Packet, ticks: bigint): void {
  const NONE = -(2n ** 63n)
  if (packet.pts !== NONE) packet.pts += ticks
  if (packet.dts !== NONE) packet.dts += ticks
}

/** The timestamp of a packet or frame in seconds. */
export function toSeconds({
  pts,
  timeBase,
}: {
  pts: bigint
  timeBase: { num: number; den: number }
}): number {
  return (Number(pts) * timeBase.num) / timeBase.den
}

/** Phones record sideways and store the rotation. */
export function rotationOf(stream: Stream): number {
  return rotationFromMatrix(stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX))
}

/** Degrees clockwise by which the picture must be rotated: 0, 90, 180 or 270. */
export function rotationFromMatrix(matrix: Buffer | null): number {
  if (!matrix || matrix.length < 36) return 0
  const turn = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI
  return (Math.round(turn / 90) * 90 + 360) % 360
}
