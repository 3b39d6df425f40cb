// Small pictures of the whole film on a few sprite sheets, for scrubbing.
import { Encoder, FilterAPI } from 'node-av/api'
import { FF_ENCODER_MJPEG } from 'node-av/constants'
import { Rational, type Frame } from 'node-av/lib'
import type { TaskReporter } from '../task.ts'
import type { StoryboardCell, OutputFile, Storyboard } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { openKeyFrames } from './key-frames.ts'
import { fitWidth, displayFilters, displaySize, type PictureSize } from './geometry.ts'
import { requireVideo, type MediaSource } from './source.ts'
import { JPEG_COLOURS, writeOutput } from './stills.ts'

const MAX_CELLS = 100
const CELL_WIDTH = 160
const COLUMNS = 5
const PER_SHEET = COLUMNS * COLUMNS

export async function storyboard(source: MediaSource, reporter: TaskReporter): Promise<Storyboard> {
  const video = requireVideo(source)
  const duration = source.duration ?? 0
  const size = fitWidth(displaySize(video), CELL_WIDTH)
  using keys = await openKeyFrames(source, video)
  using tiles = FilterAPI.create(
    [
      ...displayFilters(video, size, JPEG_COLOURS),
      'format=yuvj420p',
      `tile=${COLUMNS}x${COLUMNS}`,
    ].join(','),
  )
  const starts: number[] = []
  const sheets: OutputFile[] = []
  const addToSheet = async (frame: Frame | null) => {
    for (using sheet of await tiles.processAll(frame))
      sheets.push(
        await writeOutput(
          `sheet-${sheets.length}.jpg`,
          'image/jpeg',
          await Encoder.encodeOne(FF_ENCODER_MJPEG, sheet, { options: { qmin: 6, qmax: 6 } }),
        ),
      )
  }
  const cells = Math.max(1, Math.min(MAX_CELLS, Math.floor(duration)))
  for (let n = 0; n < cells; n++) {
    reporter.progress(n, cells)
    const keyFrame = await keys.read((n * duration) / cells)
    if (!keyFrame) continue
    using frame = keyFrame.frame
    // If key frames are far apart, the same one is found twice.
    if (starts.length > 0 && keyFrame.seconds <= starts.at(-1)!) continue
    frame.pts = BigInt(starts.push(keyFrame.seconds))
    frame.timeBase = new Rational(1, 25)
    await addToSheet(frame)
  }
  if (starts.length === 0)
    throw new MediaError('media.unreadable', 'The file is damaged: no frame can be decoded.')
  await addToSheet(null)
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
  const position = n % PER_SHEET
  return {
    start,
    end,
    sheet: Math.floor(n / PER_SHEET),
    x: (position % COLUMNS) * width,
    y: Math.floor(position / COLUMNS) * height,
    width,
    height,
  }
}
