// Small pictures of a whole film on a few sheets, for the one who drags along it.
import { Encoder, FilterAPI } from 'node-av/api'
import { FF_ENCODER_MJPEG } from 'node-av/constants'
import { Rational, type Frame } from 'node-av/lib'
import type { StoryboardCell, OutputFile, Storyboard, TaskReporter } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { openKeyFrames } from './key-frames.ts'
import { fitWidth, displayFilters, displaySize, type PictureSize } from './geometry.ts'
import { requireVideo, type MediaSource } from './source.ts'
import { JPEG_COLOURS, writeOutput } from './stills.ts'

const MOST = 100
const WIDE = 160
const COLUMNS = 5
const PER_SHEET = COLUMNS * COLUMNS

export async function storyboard(source: MediaSource, tell: TaskReporter): Promise<Storyboard> {
  const video = requireVideo(source)
  const duration = source.duration ?? 0
  const size = fitWidth(displaySize(video), WIDE)
  using keys = await openKeyFrames(source, video)
  using sheet = FilterAPI.create(
    [
      ...displayFilters(video, size, JPEG_COLOURS),
      'format=yuvj420p',
      `tile=${COLUMNS}x${COLUMNS}`,
    ].join(','),
  )
  const starts: number[] = []
  const sheets: OutputFile[] = []
  const lay = async (frame: Frame | null) => {
    for (using full of await sheet.processAll(frame))
      sheets.push(
        await writeOutput(
          `sheet-${sheets.length}.jpg`,
          'image/jpeg',
          await Encoder.encodeOne(FF_ENCODER_MJPEG, full, { options: { qmin: 6, qmax: 6 } }),
        ),
      )
  }
  const cells = Math.max(1, Math.min(MOST, Math.floor(duration)))
  for (let n = 0; n < cells; n++) {
    tell.progress(n / cells)
    const found = await keys.at((n * duration) / cells)
    if (!found) continue
    using frame = found.frame
    // Where key frames lie far apart, the same one answers twice.
    if (starts.length > 0 && found.seconds <= starts.at(-1)!) continue
    frame.pts = BigInt(starts.push(found.seconds))
    frame.timeBase = new Rational(1, 25)
    await lay(frame)
  }
  if (starts.length === 0)
    throw new MediaError(
      'media.unreadable',
      'The file is damaged: no picture of it can be decoded.',
    )
  await lay(null)
  return {
    sheets,
    cells: starts.map((start, n) =>
      cellAt(n, n === 0 ? 0 : start, starts[n + 1] ?? duration, size),
    ),
  }
}

function cellAt(
  n: number,
  start: number,
  end: number,
  { width, height }: PictureSize,
): StoryboardCell {
  const place = n % PER_SHEET
  return {
    start,
    end,
    sheet: Math.floor(n / PER_SHEET),
    x: (place % COLUMNS) * width,
    y: Math.floor(place / COLUMNS) * height,
    width,
    height,
  }
}
