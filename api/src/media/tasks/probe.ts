// What a file is, in the words of a technical check. One frame is decoded, because containers say
// much about pictures that is not so.
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_FRAME_FLAG_INTERLACED,
  AVDISCARD_ALL,
} from 'node-av/constants'
import {
  avChannelLayoutDefault,
  avChannelLayoutDescribe,
  avGetCodecName,
  avGetPixFmtName,
  Codec,
  Packet,
  type Frame,
  type Stream,
} from 'node-av/lib'
import type { AudioTrack, Probe, VideoTrack } from '../types.ts'
import { MediaError } from '../media-error.ts'
import {
  openDecoder,
  rotationFromMatrix,
  rotationOf,
  toSeconds,
  type MediaSource,
} from './source.ts'
import { frameRateOf, displaySize } from './geometry.ts'

/**
 * How many pictures are looked through for the first that decodes and for how far key frames lie
 * apart: about two minutes.
 */
const LOOKED_AT = 3000
const LONGEST_GROUP = 10
/** More than this a browser on an ordinary line cannot play, so it is encoded instead. */
const COPY_BITS = 30_000_000

export async function probe(source: MediaSource): Promise<Probe> {
  const { format, still, input, video, audio, duration } = source
  const look = video && (await lookInto(source, video))
  const track = video && look ? videoTrack(video, look, still) : null
  return {
    kind: still ? 'image' : track ? 'video' : 'audio',
    format,
    duration,
    bitRate: still ? null : Math.round(input.bitRate * 1000) || null,
    timecode: timecodeOf(source),
    video: track,
    audio: audio.map(audioTrack),
    copyable: !still && track !== null && look !== undefined && isCopyable(source, track, look),
  }
}

type Look = {
  pixelFormat: string
  width: number
  height: number
  interlaced: boolean
  /** Clockwise, as a still says of itself. */ degrees: number
  /** Seconds between key frames, the longest. */ group: number
}

async function lookInto(source: MediaSource, video: Stream): Promise<Look> {
  for (const stream of source.input.streams) if (stream !== video) stream.discard = AVDISCARD_ALL
  using decoder = await openDecoder(video)
  let first: Omit<Look, 'group'> | undefined
  const keys: number[] = []
  let last = 0
  const seek = async (packet: Packet | null) => {
    for (using frame of await decoder.decodeAll(packet)) first ??= described(frame)
  }
  for await (const packet of videoPackets(source, video)) {
    if (!first) await seek(packet)
    last = toSeconds({ pts: packet.dts, timeBase: video.timeBase })
    if (packet.isKeyframe) keys.push(last)
    // Only for H.264 does it matter where the key frames are.
    if (first && video.codecpar.codecId !== AV_CODEC_ID_H264) break
  }
  if (!first) await seek(null)
  if (!first)
    throw new MediaError(
      'media.unreadable',
      'The file is damaged: no picture of it can be decoded.',
    )
  return { ...first, group: Math.max(0, ...keys.map((key, n) => (keys[n + 1] ?? last) - key)) }
}

async function* videoPackets(source: MediaSource, video: Stream): AsyncGenerator<Packet> {
  using packet = new Packet()
  packet.alloc()
  for (
    let count = 0;
    count < LOOKED_AT && (await source.input.getFormatContext().readFrame(packet)) >= 0;
    count++
  ) {
    if (packet.streamIndex === video.index) yield packet
    packet.unref()
  }
}

function described(frame: Frame): Omit<Look, 'group'> {
  return {
    pixelFormat: avGetPixFmtName(frame.format as never) ?? 'unknown',
    width: frame.width,
    height: frame.height,
    interlaced: frame.hasFlags(AV_FRAME_FLAG_INTERLACED),
    degrees: rotationFromMatrix(frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX)),
  }
}

function videoTrack(stream: Stream, look: Look, still: boolean): VideoTrack {
  const { codecpar } = stream
  const upright = (still ? look.degrees : rotationOf(stream)) % 180 === 0
  const shown = still
    ? { width: upright ? look.width : look.height, height: upright ? look.height : look.width }
    : displaySize(stream, look)
  const rate = frameRateOf(stream)
  return {
    codec: avGetCodecName(codecpar.codecId) ?? 'unknown',
    profile: profileOf(stream),
    width: upright ? look.width : look.height,
    height: upright ? look.height : look.width,
    frameRate: still ? '0/1' : `${rate.num}/${rate.den}`,
    scan: still ? 'progressive' : scanOf(stream, look),
    pixelFormat: look.pixelFormat,
    bitDepth: bitDepthOf(look.pixelFormat),
    bitRate: Number(codecpar.bitRate) || null,
    aspect: aspectOf(shown.width / shown.height),
  }
}

function profileOf({ codecpar }: Stream): string | null {
  return (
    Codec.findDecoder(codecpar.codecId)?.profiles?.find(
      ({ profile }) => profile === codecpar.profile,
    )?.name ?? null
  )
}

function scanOf({ codecpar }: Stream, look: Look): VideoTrack['scan'] {
  const order = (codecpar.toJSON() as { fieldOrder?: number }).fieldOrder ?? 0
  if (look.interlaced || order > 1) return 'interlaced'
  return order === 1 || look.pixelFormat !== 'unknown' ? 'progressive' : 'unknown'
}

/** yuv422p10le has ten bits, gbrp12le twelve, rgb48be sixteen a colour, yuv420p and rgb24 eight. */
function bitDepthOf(pixelFormat: string): number | null {
  if (/^(rgb|bgr)48|^(rgba|bgra)64|^gray16|^ya16/.test(pixelFormat)) return 16
  return Number(
    /p(9|10|12|14|16)(le|be)$/.exec(pixelFormat)?.[1] ??
      /^(?:gray|x2rgb|p0)(10|12|14)/.exec(pixelFormat)?.[1] ??
      /f(16|32)/.exec(pixelFormat)?.[1] ??
      8,
  )
}

/** The names the trade uses, within one per cent. */
function aspectOf(ratio: number): string {
  const known = ASPECTS.find(([w, h]) => Math.abs(w / h / ratio - 1) < 0.01)
  return known ? `${known[0]}:${known[1]}` : `${Number(ratio.toFixed(2))}:1`
}
const ASPECTS: [number, number][] = [
  [16, 9],
  [4, 3],
  [3, 2],
  [1, 1],
  [5, 4],
  [9, 16],
  [3, 4],
  [2, 3],
  [2, 1],
  [1.85, 1],
  [2.39, 1],
  [2.35, 1],
]

function audioTrack(stream: Stream): AudioTrack {
  const { codecpar } = stream
  const language = stream.metadata?.get('language')
  return {
    codec: avGetCodecName(codecpar.codecId) ?? 'unknown',
    channels: codecpar.channels,
    layout: layoutOf(codecpar),
    sampleRate: codecpar.sampleRate,
    bitRate: Number(codecpar.bitRate) || null,
    language: language && language !== 'und' ? language : null,
  }
}

/** A WAV with one channel or two does not say what they are, and nobody doubts it. */
function layoutOf({ channels, channelLayout }: Stream['codecpar']): string {
  const unsaid = channelLayout.order === 0
  return (
    (unsaid && channels > 2
      ? null
      : avChannelLayoutDescribe(unsaid ? avChannelLayoutDefault(channels) : channelLayout)) ??
    `${channels} channels`
  )
}

function timecodeOf({ input }: MediaSource): string | null {
  return (
    input.metadata['timecode'] ??
    input.streams.map((stream) => stream.metadata?.get('timecode')).find((said) => said) ??
    null
  )
}

function isCopyable(
  { format, video, audio, input }: MediaSource,
  track: VideoTrack,
  look: Look,
): boolean {
  const [sound] = audio
  return (
    ['mov', 'matroska', 'flv'].includes(format) &&
    video?.codecpar.codecId === AV_CODEC_ID_H264 &&
    /^yuvj?420p$/.test(look.pixelFormat) &&
    track.scan === 'progressive' &&
    rotationOf(video) === 0 &&
    look.group <= LONGEST_GROUP &&
    input.bitRate * 1000 <= COPY_BITS &&
    (!sound || (sound.codecpar.codecId === AV_CODEC_ID_AAC && sound.codecpar.channels <= 6))
  )
}
