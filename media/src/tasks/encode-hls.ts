// Encodes HLS renditions. Key frames are at the same times in every rendition, so a player can
// switch at each segment.
import { AV_CODEC_ID_H264, FF_ENCODER_LIBX264 } from 'node-av/constants'
import type { Muxer } from 'node-av/api'
import type { Stream } from 'node-av/lib'
import type { TaskReporter } from '../task.ts'
import type { HlsRendition } from '../types.ts'
import {
  createVideoEncoder,
  encodeTracks,
  createAudioEncoder,
  type TrackEncoder,
} from './track-encoder.ts'
import { openHlsWriter, type HlsWriter } from './hls-writer.ts'
import {
  fitShorterSide,
  frameRateOf,
  displayFilters,
  displaySize,
  progressiveFilters,
  type FrameRate,
  type PictureSize,
} from './geometry.ts'
import { MAX_GOP_SECONDS, createKeyFrameMarker } from './source-key-frames.ts'
import { watermarkFilters } from './watermark.ts'
import type { MediaSource } from './source.ts'

const GOP_SECONDS = 2
const VIDEO_BITRATES: Record<number, string> = { 360: '900k', 540: '2000k', 720: '3500k' }
export const AUDIO_BITRATE = '128k'

/** A film has a rendition for each height, sound has one. The film is decoded once. */
export function encodeHls(
  source: MediaSource,
  heights: readonly number[],
  reporter: TaskReporter,
): Promise<HlsRendition[]> {
  // Only H.264 is also copied, and the segments of a copy start where the source has key frames.
  const followsSource = source.video?.codecpar.codecId === AV_CODEC_ID_H264
  return encodeRenditions(source, heights, reporter, { followsSource })
}

export async function encodeWatermarked(
  source: MediaSource,
  lines: string[],
  height: number,
  reporter: TaskReporter,
): Promise<HlsRendition> {
  const overlayFilters = (size: PictureSize) => watermarkFilters(lines, size)
  const [hls] = await encodeRenditions(source, [height], reporter, { overlayFilters })
  return hls!
}

type RenditionOptions = {
  followsSource?: boolean
  overlayFilters?: (size: PictureSize) => Promise<string>
}

async function encodeRenditions(
  source: MediaSource,
  heights: readonly number[],
  reporter: TaskReporter,
  options: RenditionOptions,
): Promise<HlsRendition[]> {
  const { video, duration } = source
  const rungs = video && rungsOf(video, heights)
  const rate = video && previewRate(video)
  const frameRate = rate ? `${rate.num}/${rate.den}` : null
  const writers: HlsWriter[] = []
  for (const [rung, { size }] of (rungs ?? [NO_PICTURE]).entries())
    writers.push(await openHlsWriter(reporter, { display: { ...size, frameRate }, rung }))
  const outs = writers.map(({ out }) => out)
  using tracks = new DisposableStack()
  const encoders: TrackEncoder[] = []
  if (video && rungs)
    encoders.push(tracks.use(await createPictureEncoder(outs, video, rungs, options)))
  if (source.audio.length > 0)
    encoders.push(tracks.use(await createAudioEncoder(outs, source, AUDIO_BITRATE)))

  await encodeTracks(source, encoders, async (seconds) => {
    reporter.progress(seconds, duration)
    for (const writer of writers) await writer.report(seconds)
  })
  return await Promise.all(writers.map((writer) => writer.finish()))
}

type Rung = { height: number; size: PictureSize }
const NO_PICTURE = { size: { width: null, height: null } }

function rungsOf(video: Stream, heights: readonly number[]): Rung[] {
  const size = displaySize(video)
  return heights
    .filter((height, index) => index === 0 || Math.min(size.width, size.height) > height)
    .map((height) => ({ height, size: fitShorterSide(size, height) }))
}

async function createPictureEncoder(
  outs: Muxer[],
  video: Stream,
  rungs: Rung[],
  { followsSource = false, overlayFilters }: RenditionOptions,
): Promise<TrackEncoder> {
  const rate = previewRate(video)
  const overlay = (await overlayFilters?.(rungs[0]!.size)) ?? ''
  const filtersOf = ({ size }: Rung, index: number) =>
    index > 0
      ? [`scale=${size.width}:${size.height}`]
      : [...progressiveFilters(rate), ...displayFilters(video, size), `format=yuv420p${overlay}`]
  return createVideoEncoder(
    video,
    FF_ENCODER_LIBX264,
    rungs.map((rung, index) => ({
      out: outs[index]!,
      filters: filtersOf(rung, index),
      ...encoderOptions(rung.height, rate, followsSource ? MAX_GOP_SECONDS : GOP_SECONDS),
      keyFrames: followsSource ? createKeyFrameMarker(rate) : undefined,
    })),
  )
}

export function encoderOptions(height: number, rate: FrameRate, gopSeconds = GOP_SECONDS) {
  const bitrate = VIDEO_BITRATES[height] ?? '3500k'
  return {
    maxRate: bitrate,
    bufSize: `${parseInt(bitrate) * 2}k`,
    gopSize: Math.round((gopSeconds * rate.num) / rate.den),
    options: {
      preset: 'veryfast',
      crf: 23,
      sc_threshold: 0,
      'forced-idr': 1,
      'x264-params': 'open-gop=0:scenecut=0',
    },
  }
}

const MAX_FPS = 60

/** A preview needs at most 60 frames per second. */
export function previewRate(stream: Stream): FrameRate {
  const { num, den } = frameRateOf(stream)
  return num / den > MAX_FPS ? { num: MAX_FPS, den: 1 } : { num, den }
}
