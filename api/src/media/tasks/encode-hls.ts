// Renditions by encoding: the same cuts at any frame rate, so that a player may change from one to
// another at each segment.
import { FF_ENCODER_LIBX264 } from 'node-av/constants'
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
import { watermarkFilters } from './watermark.ts'
import type { MediaSource } from './source.ts'

const GROUP_SECONDS = 2
const BITS: Record<number, string> = { 360: '900k', 540: '2000k', 720: '3500k' }
const SOUND_BITS = '128k'

export function encodeHls(
  source: MediaSource,
  height: number,
  tell: TaskReporter,
): Promise<HlsRendition> {
  return encodeRendition(source, height, tell, () => Promise.resolve(''))
}

export function encodeWatermarked(
  source: MediaSource,
  lines: string[],
  height: number,
  tell: TaskReporter,
): Promise<HlsRendition> {
  return encodeRendition(source, height, tell, (size) => watermarkFilters(lines, size))
}

async function encodeRendition(
  source: MediaSource,
  height: number,
  tell: TaskReporter,
  over: (size: PictureSize) => Promise<string>,
): Promise<HlsRendition> {
  const { video, duration } = source
  const size = video && fitShorterSide(displaySize(video), height)
  const rate = video && shownRate(video)
  const rendition = await openHlsWriter(tell)
  using tracks = new DisposableStack()
  const chains: TrackEncoder[] = []
  if (video && size && rate) {
    const filters =
      [...progressiveFilters(rate), ...displayFilters(video, size), 'format=yuv420p'].join(',') +
      (await over(size))
    chains.push(
      tracks.use(
        await createVideoEncoder(
          rendition.out,
          video,
          filters,
          FF_ENCODER_LIBX264,
          encoding(height, rate),
        ),
      ),
    )
  }
  if (source.audio.length > 0)
    chains.push(tracks.use(await createAudioEncoder(rendition.out, source, SOUND_BITS)))

  let reported = 0
  await encodeTracks(source, chains, async (at) => {
    if (duration) tell.progress(at / duration)
    if (at - reported < 1) return
    reported = at
    await rendition.report()
  })
  return await rendition.finish({
    width: size?.width ?? null,
    height: size?.height ?? null,
    frameRate: rate ? `${rate.num}/${rate.den}` : null,
  })
}

function encoding(height: number, rate: FrameRate) {
  const bits = BITS[height] ?? '3500k'
  return {
    maxRate: bits,
    bufSize: `${parseInt(bits) * 2}k`,
    gopSize: Math.round((GROUP_SECONDS * rate.num) / rate.den),
    options: {
      preset: 'veryfast',
      crf: 23,
      sc_threshold: 0,
      'x264-params': 'open-gop=0:scenecut=0',
    },
  }
}

const FASTEST = 60

/** No preview needs more than 60 pictures a second. */
function shownRate(stream: Stream): FrameRate {
  const { num, den } = frameRateOf(stream)
  return num / den > FASTEST ? { num: FASTEST, den: 1 } : { num, den }
}
