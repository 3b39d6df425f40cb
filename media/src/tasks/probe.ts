// Probes a file for the technical metadata. One frame is decoded, because containers often describe
// the picture wrongly.
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
import { MAX_GOP_SECONDS } from './source-key-frames.ts'

/** Packets to read for the first decodable frame and the key frame interval: about two minutes. */
const MAX_PACKETS = 3000
/** Too much for a browser on an ordinary connection. Such a file is encoded instead of copied. */
const MAX_COPY_BITRATE = 30_000_000

export async function probe(source: MediaSource): Promise<Probe> {
  const { format, still, input, video, audio, duration } = source
  const inspected = video && (await inspectVideo(source, video))
  const track = video && inspected ? videoTrack(video, inspected, still) : null
  return {
    kind: still ? 'image' : track ? 'video' : 'audio',
    format,
    duration,
    bitRate: still ? null : Math.round(input.bitRate * 1000) || null,
    timecode: timecodeOf(source),
    video: track,
    audio: audio.map(audioTrack),
    copyable:
      !still && track !== null && inspected !== undefined && isCopyable(source, track, inspected),
  }
}

type VideoInspection = {
  pixelFormat: string
  width: number
  height: number
  interlaced: boolean
  /** Clockwise rotation of an image. */
  degrees: number
  /** The longest interval between key frames, in seconds. */
  gopSeconds: number
}

async function inspectVideo(source: MediaSource, video: Stream): Promise<VideoInspection> {
  for (const stream of source.input.streams) if (stream !== video) stream.discard = AVDISCARD_ALL
  using decoder = await openDecoder(video)
  let first: Omit<VideoInspection, 'gopSeconds'> | undefined
  const keys: number[] = []
  let last = 0
  const decode = async (packet: Packet | null) => {
    for (using frame of await decoder.decodeAll(packet)) first ??= describeFrame(frame)
  }
  for await (const packet of videoPackets(source, video)) {
    if (!first) await decode(packet)
    last = toSeconds({ pts: packet.dts, timeBase: video.timeBase })
    if (packet.isKeyframe) keys.push(last)
    // The key frame interval only matters for H.264, which may be copied.
    if (first && video.codecpar.codecId !== AV_CODEC_ID_H264) break
  }
  if (!first) await decode(null)
  if (!first)
    throw new MediaError('media.unreadable', 'The file is damaged: no frame can be decoded.')
  return { ...first, gopSeconds: Math.max(0, ...keys.map((key, n) => (keys[n + 1] ?? last) - key)) }
}

async function* videoPackets(source: MediaSource, video: Stream): AsyncGenerator<Packet> {
  using packet = new Packet()
  packet.alloc()
  for (
    let count = 0;
    count < MAX_PACKETS && (await source.input.getFormatContext().readFrame(packet)) >= 0;
    count++
  ) {
    if (packet.streamIndex === video.index) yield packet
    packet.unref()
  }
}

function describeFrame(frame: Frame): Omit<VideoInspection, 'gopSeconds'> {
  return {
    pixelFormat: avGetPixFmtName(frame.format as never) ?? 'unknown',
    width: frame.width,
    height: frame.height,
    interlaced: frame.hasFlags(AV_FRAME_FLAG_INTERLACED),
    degrees: rotationFromMatrix(frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX)),
  }
}

function videoTrack(stream: Stream, inspected: VideoInspection, still: boolean): VideoTrack {
  const { codecpar } = stream
  const upright = (still ? inspected.degrees : rotationOf(stream)) % 180 === 0
  const size = still
    ? {
        width: upright ? inspected.width : inspected.height,
        height: upright ? inspected.height : inspected.width,
      }
    : displaySize(stream, inspected)
  const rate = frameRateOf(stream)
  return {
    codec: avGetCodecName(codecpar.codecId) ?? 'unknown',
    profile: profileOf(stream),
    width: upright ? inspected.width : inspected.height,
    height: upright ? inspected.height : inspected.width,
    frameRate: still ? '0/1' : `${rate.num}/${rate.den}`,
    scan: still ? 'progressive' : scanOf(stream, inspected),
    pixelFormat: inspected.pixelFormat,
    bitDepth: bitDepthOf(inspected.pixelFormat),
    bitRate: Number(codecpar.bitRate) || null,
    aspect: aspectOf(size.width / size.height),
  }
}

function profileOf({ codecpar }: Stream): string | null {
  return (
    Codec.findDecoder(codecpar.codecId)?.profiles?.find(
      ({ profile }) => profile === codecpar.profile,
    )?.name ?? null
  )
}

function scanOf({ codecpar }: Stream, inspected: VideoInspection): VideoTrack['scan'] {
  const order = (codecpar.toJSON() as { fieldOrder?: number }).fieldOrder ?? 0
  if (inspected.interlaced || order > 1) return 'interlaced'
  return order === 1 || inspected.pixelFormat !== 'unknown' ? 'progressive' : 'unknown'
}

/** Bits per component: 10 for yuv422p10le, 12 for gbrp12le, 16 for rgb48be, 8 for yuv420p. */
function bitDepthOf(pixelFormat: string): number | null {
  if (/^(rgb|bgr)48|^(rgba|bgra)64|^gray16|^ya16/.test(pixelFormat)) return 16
  return Number(
    /p(9|10|12|14|16)(le|be)$/.exec(pixelFormat)?.[1] ??
      /^(?:gray|x2rgb|p0)(10|12|14)/.exec(pixelFormat)?.[1] ??
      /f(16|32)/.exec(pixelFormat)?.[1] ??
      8,
  )
}

/** The standard ratio within one percent, otherwise a decimal. */
function aspectOf(ratio: number): string {
  const standard = ASPECTS.find(([w, h]) => Math.abs(w / h / ratio - 1) < 0.01)
  return standard ? `${standard[0]}:${standard[1]}` : `${Number(ratio.toFixed(2))}:1`
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

/** WAV files with one or two channels often declare no layout: mono and stereo are assumed. */
function layoutOf({ channels, channelLayout }: Stream['codecpar']): string {
  const isUndeclared = channelLayout.order === 0
  return (
    (isUndeclared && channels > 2
      ? null
      : avChannelLayoutDescribe(isUndeclared ? avChannelLayoutDefault(channels) : channelLayout)) ??
    `${channels} channels`
  )
}

function timecodeOf({ input }: MediaSource): string | null {
  return (
    input.metadata['timecode'] ??
    input.streams.map((stream) => stream.metadata?.get('timecode')).find(Boolean) ??
    null
  )
}

function isCopyable(
  { format, video, audio, input }: MediaSource,
  track: VideoTrack,
  inspected: VideoInspection,
): boolean {
  const [sound] = audio
  return (
    ['mov', 'matroska', 'flv'].includes(format) &&
    video?.codecpar.codecId === AV_CODEC_ID_H264 &&
    /^yuvj?420p$/.test(inspected.pixelFormat) &&
    track.scan === 'progressive' &&
    rotationOf(video) === 0 &&
    inspected.gopSeconds <= MAX_GOP_SECONDS &&
    input.bitRate * 1000 <= MAX_COPY_BITRATE &&
    (!sound || (sound.codecpar.codecId === AV_CODEC_ID_AAC && sound.codecpar.channels <= 6))
  )
}
