// Encodes a deliverable: the film in the ordered frame, with burned-in subtitles. Or the text alone.
import { stat, writeFile } from 'node:fs/promises'
import { Muxer } from 'node-av/api'
import { FF_ENCODER_LIBX264, FF_ENCODER_PRORES_KS } from 'node-av/constants'
import { fontFiles } from '@reelay/fonts/files'
import { findMissingGlyphs } from '@reelay/fonts/glyphs'
import type { Typeface } from '@reelay/fonts'
import type { MediaTask, TaskReporter } from '../task.ts'
import type { FrameSize, OutputFile } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { createVideoEncoder, encodeTracks, createAudioEncoder } from './track-encoder.ts'
import { workingFolder } from './hls-writer.ts'
import { assAlphaFilter, assFilter, installFonts } from './libass.ts'
import {
  fitWithin,
  frameRateOf,
  displayFilters,
  displaySize,
  progressiveFilters,
  type PictureSize,
} from './geometry.ts'
import { requireVideo, type MediaSource } from './source.ts'

type BurnInOptions = Omit<Extract<MediaTask, { do: 'burn-in' }>, 'do'>

const NAME = 'burned.mp4'
const SCRIPT = 'script.ass'
const GOP_SECONDS = 2
const AUDIO_BITRATE = '192k'

export async function burnIn(
  source: MediaSource,
  { script, typeface, frame }: BurnInOptions,
  reporter: TaskReporter,
): Promise<OutputFile> {
  const video = requireVideo(source)
  await prepare(script, typeface)
  const square = squareFrame(frame)
  const rate = frameRateOf(video)
  const filters = [
    ...progressiveFilters(rate),
    ...displayFilters(video, fitWithin(displaySize(video), square)),
    `pad=${square.width}:${square.height}:-1:-1:black`,
    'format=yuv420p',
    assFilter(SCRIPT),
    ...nonSquarePixels(frame),
  ]
  const out = await Muxer.open(`${workingFolder()}/${NAME}`, {
    format: 'mp4',
    options: { movflags: '+faststart' },
  } as never)
  using tracks = new DisposableStack()
  const encoders = [
    tracks.use(
      await createVideoEncoder(video, FF_ENCODER_LIBX264, [
        {
          out,
          filters,
          gopSize: Math.round((GOP_SECONDS * rate.num) / rate.den),
          options: { preset: 'fast', profile: 'high', crf: 18, 'x264-params': 'open-gop=0' },
        },
      ]),
    ),
  ]
  if (source.audio.length > 0)
    encoders.push(tracks.use(await createAudioEncoder([out], source, AUDIO_BITRATE)))
  await encodeTracks(source, encoders, (position) => {
    reporter.progress(position, source.duration)
  })
  await out.close()
  return { name: NAME, mime: 'video/mp4', length: (await stat(NAME)).size }
}

/** Apple ProRes 4444: editing software reads its alpha channel. */
const GRAPHICS_NAME = 'graphics.mov'

/** The script alone, frame by frame as long as the film, to be laid over it. */
export async function renderGraphics(
  source: MediaSource,
  { script, typeface, frame }: BurnInOptions,
  reporter: TaskReporter,
): Promise<OutputFile> {
  const video = requireVideo(source)
  await prepare(script, typeface)
  const filters = [
    ...progressiveFilters(frameRateOf(video)),
    ...displayFilters(video, frame),
    'format=rgba',
    'colorchannelmixer=rr=0:gg=0:bb=0:aa=0',
    assAlphaFilter(SCRIPT),
    'format=yuva444p10le',
  ]
  const out = await Muxer.open(`${workingFolder()}/${GRAPHICS_NAME}`, { format: 'mov' })
  using encoder = await createVideoEncoder(video, FF_ENCODER_PRORES_KS, [
    { out, filters, options: { profile: '4444', vendor: 'apl0', alpha_bits: 16 } },
  ])
  await encodeTracks(source, [encoder], (position) => {
    reporter.progress(position, source.duration)
  })
  await out.close()
  return { name: GRAPHICS_NAME, mime: 'video/quicktime', length: (await stat(GRAPHICS_NAME)).size }
}

async function prepare(script: string, typeface: Typeface): Promise<void> {
  const files = fontFiles(typeface)
  const missing = await findMissingGlyphs(drawnText(script), files)
  if (missing.length > 0)
    throw new MediaError(
      'media.no-letters',
      `No font has the letters ${missing.slice(0, 10).join(' ')}, so these subtitles cannot be burned in.`,
    )
  await installFonts(files)
  await writeFile(SCRIPT, script)
}

/** The visible text: the tenth field of each event, without override tags. */
const drawnText = (script: string) =>
  [...script.matchAll(/^Dialogue:(?:[^,\n]*,){9}(.*)$/gm)]
    .map(([, text = '']) => text.replace(/\{[^{}]*\}/g, ''))
    .join('')

const even = (side: number) => Math.round(side / 2) * 2

/** The frame with square pixels. Film and text are laid out in it. */
const squareFrame = ({ width, height, aspect }: FrameSize): PictureSize => ({
  width: aspect ? even(height * aspect) : width,
  height,
})

/** Converts to non-square pixels where the frame has them. */
function nonSquarePixels({ width, height, aspect }: FrameSize): string[] {
  return aspect ? [`scale=${width}:${height}`, `setdar=${aspect}`] : []
}
