// Reduces a film to small grey frames at a constant rate, to compare it with another.
import { open } from 'node:fs/promises'
import { FilterAPI } from 'node-av/api'
import type { Frame } from 'node-av/lib'
import { MediaError } from '../media-error.ts'
import type { MediaTask, TaskReporter } from '../task.ts'
import type { Thumbnails } from '../types.ts'
import { frameRateOf, rotationFilters } from './geometry.ts'
import {
  openDecoder,
  readPackets,
  requireVideo,
  rotationOf,
  toSeconds,
  type MediaSource,
} from './source.ts'

const NAME = 'frames.gray'

/** 16 bits, because the mean of many pixels is more exact than one of them. */
export async function thumbnails(
  source: MediaSource,
  { width, height, maxRate, maxFrames }: Extract<MediaTask, { do: 'thumbnails' }>,
  reporter: TaskReporter,
): Promise<Thumbnails> {
  const video = requireVideo(source)
  const filmRate = frameRateOf(video)
  const rate = Math.min(
    maxRate,
    filmRate.num / filmRate.den,
    Math.max(2, maxFrames / (source.duration ?? 1)),
  )
  using decoder = await openDecoder(video)
  using filter = FilterAPI.create(
    [
      `fps=${Math.round(rate * 1000)}/1000:start_time=0`,
      ...rotationFilters(rotationOf(video)),
      `scale=${width}:${height}:flags=area+accurate_rnd`,
      'format=gray16le',
    ].join(','),
  )
  await using file = await open(NAME, 'w')
  let count = 0
  async function save(frames: Frame[]) {
    for (using frame of frames)
      if (count < maxFrames) {
        await file.appendFile(frame.toBuffer())
        count++
      }
  }
  for await (using packet of readPackets(source, [video])) {
    if (count >= maxFrames) break
    reporter.progress(toSeconds({ pts: packet.dts, timeBase: video.timeBase }), source.duration)
    for (using decoded of await decoder.decodeAll(packet))
      await save(await filter.processAll(decoded))
  }
  for (using decoded of await decoder.decodeAll(null)) await save(await filter.processAll(decoded))
  if (filter.isFilterInitialized) await save(await filter.processAll(null))
  if (count === 0)
    throw new MediaError('media.unreadable', 'The file is damaged: no frame can be decoded.')
  return {
    frames: { name: NAME, mime: 'application/octet-stream', length: count * width * height * 2 },
    rate: Math.round(rate * 1000) / 1000,
    count,
  }
}
