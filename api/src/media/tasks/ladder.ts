// Renditions by encoding: the same cuts at any frame rate, so that a player may change from one to
// another at each segment.
import { FF_ENCODER_LIBX264 } from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import type { Tell } from '../sandbox/child.ts'
import type { Ladder } from '../types.ts'
import { pictureChain, runChains, soundChain, type Chain } from './chains.ts'
import { openRendition } from './hls.ts'
import {
  fitShorter,
  frameRateOf,
  shapeFilters,
  shownSize,
  wholeFrames,
  type Rate,
  type Size,
} from './shape.ts'
import { markFilters } from './mark.ts'
import type { Source } from './source.ts'

const GROUP_SECONDS = 2
const BITS: Record<number, string> = { 360: '900k', 540: '2000k', 720: '3500k' }
const SOUND_BITS = '128k'

export function ladder(source: Source, height: number, tell: Tell): Promise<Ladder> {
  return encode(source, height, tell, () => Promise.resolve(''))
}

export function mark(source: Source, lines: string[], height: number, tell: Tell): Promise<Ladder> {
  return encode(source, height, tell, (size) => markFilters(lines, size))
}

async function encode(
  source: Source,
  height: number,
  tell: Tell,
  over: (size: Size) => Promise<string>,
): Promise<Ladder> {
  const { video, duration } = source
  const size = video && fitShorter(shownSize(video), height)
  const rate = video && shownRate(video)
  const rendition = await openRendition(tell)
  using tracks = new DisposableStack()
  const chains: Chain[] = []
  if (video && size && rate) {
    const filters =
      [...wholeFrames(rate), ...shapeFilters(video, size), 'format=yuv420p'].join(',') +
      (await over(size))
    chains.push(
      tracks.use(
        await pictureChain(
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
    chains.push(tracks.use(await soundChain(rendition.out, source, SOUND_BITS)))

  let reported = 0
  await runChains(source, chains, async (at) => {
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

function encoding(height: number, rate: Rate) {
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
function shownRate(stream: Stream): Rate {
  const { num, den } = frameRateOf(stream)
  return num / den > FASTEST ? { num: FASTEST, den: 1 } : { num, den }
}
