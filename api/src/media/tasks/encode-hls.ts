// Encodes an HLS rendition. Key frames are at the same times in every rendition, so a player can
// switch at each segment.
import { AV_CODEC_ID_H264, FF_ENCODER_LIBX264 } from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import type { HlsRendition, TaskReporter } from '../types.ts'
import {
  createVideoEncoder,
  encodeTracks,
  createAudioEncoder,
  type TrackEncoder,
} from './track-encoder.ts'
import { openHlsWriter } from './hls-writer.ts'
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

export function encodeHls(
  source: MediaSource,
  height: number,
  reporter: TaskReporter,
): Promise<HlsRendition> {
  // Only H.264 is also copied, and the segments of a copy start where the source has key frames.
  const followsSource = source.video?.codecpar.codecId === AV_CODEC_ID_H264
  return encodeRendition(source, height, reporter, { followsSource })
}

export function encodeWatermarked(
  source: MediaSource,
  lines: string[],
  height: number,
  reporter: TaskReporter,
): Promise<HlsRendition> {
  const overlayFilters = (size: PictureSize) => watermarkFilters(lines, size)
  return encodeRendition(source, height, reporter, { overlayFilters })
}

type RenditionOptions = {
  followsSource?: boolean
  overlayFilters?: (size: PictureSize) => Promise<string>
}

async function encodeRendition(
  source: MediaSource,
  height: number,
  reporter: TaskReporter,
  { followsSource = false, overlayFilters }: RenditionOptions,
): Promise<HlsRendition> {
  const { video, duration } = source
  const size = video && fitShorterSide(displaySize(video), height)
  const rate = video && previewRate(video)
  const hls = await openHlsWriter(reporter)
  using tracks = new DisposableStack()
  const encoders: TrackEncoder[] = []
  if (video && size && rate) {
    const filters =
      [...progressiveFilters(rate), ...displayFilters(video, size), 'format=yuv420p'].join(',') +
      ((await overlayFilters?.(size)) ?? '')
    encoders.push(
      tracks.use(
        await createVideoEncoder(
          hls.out,
          video,
          filters,
          FF_ENCODER_LIBX264,
          followsSource
            ? {
                ...encoderOptions(height, rate, MAX_GOP_SECONDS),
                keyFrames: createKeyFrameMarker(rate),
              }
            : encoderOptions(height, rate),
        ),
      ),
    )
  }
  if (source.audio.length > 0)
    encoders.push(tracks.use(await createAudioEncoder(hls.out, source, AUDIO_BITRATE)))

  let lastReport = 0
  await encodeTracks(source, encoders, async (seconds) => {
    reporter.progress(seconds, duration)
    if (seconds - lastReport < 1) return
    lastReport = seconds
    await hls.report()
  })
  return await hls.finish({
    width: size?.width ?? null,
    height: size?.height ?? null,
    frameRate: rate ? `${rate.num}/${rate.den}` : null,
  })
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
