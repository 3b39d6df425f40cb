// The picture of a film in one pass over a small version: where it cuts, where it is black, where
// it stands still.
import { FilterAPI } from 'node-av/api'
import type { Frame } from 'node-av/lib'
import type { PictureAnalysis, TimeSpan, TaskReporter } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { openDecoder, readPackets, requireVideo, toSeconds, type MediaSource } from './source.ts'
import { createSpanCollector } from './span-collector.ts'

const FILTERS =
  'scale=320:180:flags=fast_bilinear,format=yuv420p,blackdetect=d=0.5:pix_th=0.10:pic_th=0.98,freezedetect=n=0.001:d=1,scdet=threshold=10'
/** Two cuts cannot be closer than this: a flash or a damaged frame is no cut. */
const CLOSEST = 0.2

export async function analyzePicture(
  source: MediaSource,
  tell: TaskReporter,
): Promise<PictureAnalysis> {
  const video = requireVideo(source)
  // The smoothing of block edges costs a third of the decoding and is not seen at this size.
  using decoder = await openDecoder(video, { skip_loop_filter: 'all' })
  using filter = FilterAPI.create(FILTERS)
  const black = createSpanCollector('lavfi.black_start', 'lavfi.black_end')
  const frozen = createSpanCollector(
    'lavfi.freezedetect.freeze_start',
    'lavfi.freezedetect.freeze_end',
  )
  const cuts: number[] = []
  let end = 0
  const see = (frame: Frame) => {
    const said = frame.getMetadata().getAll()
    black.take(said)
    frozen.take(said)
    const cut = Number(said['lavfi.scd.time'] ?? Number.NaN)
    if (cut - (cuts.at(-1) ?? 0) >= CLOSEST) cuts.push(Math.round(cut * 1000) / 1000)
    end = Math.max(
      end,
      toSeconds(frame) + (Number(frame.duration) * frame.timeBase.num) / frame.timeBase.den,
    )
  }
  for await (using packet of readPackets(source, [video])) {
    if (source.duration)
      tell.progress(toSeconds({ pts: packet.dts, timeBase: video.timeBase }) / source.duration)
    for (using decoded of await decoder.decodeAll(packet))
      for (using seen of await filter.processAll(decoded)) see(seen)
  }
  for (using decoded of await decoder.decodeAll(null))
    for (using seen of await filter.processAll(decoded)) see(seen)
  if (filter.isFilterInitialized) for (using seen of await filter.processAll(null)) see(seen)
  if (end === 0)
    throw new MediaError(
      'media.unreadable',
      'The file is damaged: no picture of it can be decoded.',
    )
  const dark = black.list(end)
  return {
    cuts,
    black: dark,
    frozen: frozen.list(end).filter((span) => !dark.some((other) => lies(span, other))),
  }
}

/** Black stands still as well, and is told once. */
function lies(span: TimeSpan, within: TimeSpan): boolean {
  return span.start >= within.start - CLOSEST && span.end <= within.end + CLOSEST
}
