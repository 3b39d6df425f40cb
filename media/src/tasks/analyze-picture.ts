// Analyzes the picture of a film in one pass at a small size: shot changes, black and frozen spans.
import { FilterAPI } from 'node-av/api'
import type { Frame } from 'node-av/lib'
import type { TaskReporter } from '../task.ts'
import type { PictureAnalysis, TimeSpan } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { openDecoder, readPackets, requireVideo, toSeconds, type MediaSource } from './source.ts'
import { createSpanCollector } from './span-collector.ts'

const FILTERS =
  'scale=320:180:flags=fast_bilinear,format=yuv420p,blackdetect=d=0.5:pix_th=0.10:pic_th=0.98,freezedetect=n=0.001:d=1,scdet=threshold=10'
/** Seconds between two shot changes. Closer ones are flashes or damaged frames. */
const MIN_SHOT_SECONDS = 0.2

export async function analyzePicture(
  source: MediaSource,
  reporter: TaskReporter,
): Promise<PictureAnalysis> {
  const video = requireVideo(source)
  // The deblocking filter takes a third of the decoding time and makes no difference at this size.
  using decoder = await openDecoder(video, { skip_loop_filter: 'all' })
  using filter = FilterAPI.create(FILTERS)
  const black = createSpanCollector('lavfi.black_start', 'lavfi.black_end')
  const frozen = createSpanCollector(
    'lavfi.freezedetect.freeze_start',
    'lavfi.freezedetect.freeze_end',
  )
  const cuts: number[] = []
  let end = 0
  const inspect = (frame: Frame) => {
    const metadata = frame.getMetadata().getAll()
    black.add(metadata)
    frozen.add(metadata)
    const cut = Number(metadata['lavfi.scd.time'] ?? Number.NaN)
    if (cut - (cuts.at(-1) ?? 0) >= MIN_SHOT_SECONDS) cuts.push(Math.round(cut * 1000) / 1000)
    end = Math.max(
      end,
      toSeconds(frame) + (Number(frame.duration) * frame.timeBase.num) / frame.timeBase.den,
    )
  }
  for await (using packet of readPackets(source, [video])) {
    reporter.progress(toSeconds({ pts: packet.dts, timeBase: video.timeBase }), source.duration)
    for (using decoded of await decoder.decodeAll(packet))
      for (using frame of await filter.processAll(decoded)) inspect(frame)
  }
  for (using decoded of await decoder.decodeAll(null))
    for (using frame of await filter.processAll(decoded)) inspect(frame)
  if (filter.isFilterInitialized) for (using frame of await filter.processAll(null)) inspect(frame)
  if (end === 0)
    throw new MediaError('media.unreadable', 'The file is damaged: no frame can be decoded.')
  const blackSpans = black.list(end)
  return {
    cuts,
    black: blackSpans,
    frozen: frozen.list(end).filter((span) => !blackSpans.some((other) => isWithin(span, other))),
  }
}

/** Black is also frozen, but reported only as black. */
function isWithin(span: TimeSpan, within: TimeSpan): boolean {
  return span.start >= within.start - MIN_SHOT_SECONDS && span.end <= within.end + MIN_SHOT_SECONDS
}
