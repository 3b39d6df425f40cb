// A version as it is sent out: the film in the frame that was ordered, with its subtitles in the
// picture.
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { Muxer } from 'node-av/api'
import { FF_ENCODER_LIBX264 } from 'node-av/constants'
import type { TaskReporter } from '../sandbox/child.ts'
import { fontFiles, linkFonts } from '../fonts/font-files.ts'
import { findMissingGlyphs } from '../fonts/glyphs.ts'
import type { FrameSize, OutputFile, MediaTask, Typeface } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { createVideoEncoder, encodeTracks, createAudioEncoder } from './track-encoder.ts'
import { workingFolder } from './hls-writer.ts'
import {
  fitWithin,
  frameRateOf,
  displayFilters,
  displaySize,
  progressiveFilters,
  type PictureSize,
} from './geometry.ts'
import { requireVideo, type MediaSource } from './source.ts'

type BurnInOptions = Omit<Extract<MediaTask, { do: 'burn' }>, 'do'>

const NAME = 'burned.mp4'
const SCRIPT = 'script.ass'
const FONTS = 'fonts'
const GROUP_SECONDS = 2
const SOUND_BITS = '192k'

export async function burnIn(
  source: MediaSource,
  { script, typeface, frame }: BurnInOptions,
  tell: TaskReporter,
): Promise<OutputFile> {
  const video = requireVideo(source)
  await prepare(script, typeface)
  const shown = shownAs(frame)
  const rate = frameRateOf(video)
  const filters = [
    ...progressiveFilters(rate),
    ...displayFilters(video, fitWithin(displaySize(video), shown)),
    `pad=${shown.width}:${shown.height}:-1:-1:black`,
    'format=yuv420p',
    WRITE,
    ...squeezed(frame),
  ]
  const out = await Muxer.open(`${workingFolder()}/${NAME}`, {
    format: 'mp4',
    options: { movflags: '+faststart' },
  } as never)
  using tracks = new DisposableStack()
  const chains = [
    tracks.use(
      await createVideoEncoder(out, video, filters.join(','), FF_ENCODER_LIBX264, {
        gopSize: Math.round((GROUP_SECONDS * rate.num) / rate.den),
        options: { preset: 'fast', profile: 'high', crf: 18, 'x264-params': 'open-gop=0' },
      }),
    ),
  ]
  if (source.audio.length > 0)
    chains.push(tracks.use(await createAudioEncoder(out, source, SOUND_BITS)))
  await encodeTracks(source, chains, (at) => {
    if (source.duration) tell.progress(at / source.duration)
  })
  await out.close()
  return { name: NAME, mime: 'video/mp4', length: (await stat(NAME)).size }
}

/**
 * Unicode's own rules say where a row may be broken, so that one without spaces, as in Chinese, is
 * not one endless row.
 */
const WRITE = `subtitles=filename=${SCRIPT}:fontsdir=${FONTS}:wrap_unicode=1`

async function prepare(script: string, typeface: Typeface): Promise<void> {
  const missing = await findMissingGlyphs(wordsOf(script), fontFiles(typeface))
  if (missing.length > 0)
    throw new MediaError(
      'media.no-letters',
      `No font here has ${missing.slice(0, 10).join(' ')}, so these subtitles cannot be burned in.`,
    )
  await mkdir(FONTS)
  await linkFonts(typeface, FONTS)
  await writeFile(SCRIPT, script)
  // Where one font lacks a letter, libass asks fontconfig for another. It is to know these alone.
  await writeFile(
    'fonts.conf',
    `<?xml version="1.0"?><fontconfig><dir>${workingFolder()}/${FONTS}</dir><cachedir>${workingFolder()}/cache</cachedir></fontconfig>`,
  )
  process.env.FONTCONFIG_FILE = `${workingFolder()}/fonts.conf`
}

/** Only what is drawn: the tenth field of each event, without overrides. */
const wordsOf = (script: string) =>
  [...script.matchAll(/^Dialogue:(?:[^,\n]*,){9}(.*)$/gm)]
    .map(([, text = '']) => text.replace(/\{[^}]*\}/g, ''))
    .join('')

const even = (side: number) => Math.round(side / 2) * 2

/** The frame with square pixels, in which the film and the letters are laid out. */
const shownAs = ({ width, height, aspect }: FrameSize): PictureSize => ({
  width: aspect ? even(height * aspect) : width,
  height,
})

/** Into pixels that are not square, where the frame has such. */
function squeezed({ width, height, aspect }: FrameSize): string[] {
  return aspect ? [`scale=${width}:${height}`, `setdar=${aspect}`] : []
}
