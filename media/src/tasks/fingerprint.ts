// Reduces a film to what two cuts are compared by: a tiny picture of each frame, and bits of sound.
import { createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { createDeflate, deflateSync } from 'node:zlib'
import { FilterAPI } from 'node-av/api'
import type { Frame, Packet } from 'node-av/lib'
import { MediaError } from '../media-error.ts'
import type { MediaTask, TaskReporter } from '../task.ts'
import type { Fingerprint, OutputFile } from '../types.ts'
import { openAudio, type AudioReader } from './audio-reader.ts'
import { frameRateOf, rotationFilters } from './geometry.ts'
import { createSoundBits, SAMPLE_RATE, type SoundBits } from './sound-bits.ts'
import {
  openDecoder,
  readPackets,
  requireVideo,
  rotationOf,
  toSeconds,
  type MediaSource,
} from './source.ts'

/** Almost seven hours at 24 frames per second. */
const MAX_FRAMES = 600_000
const MIME = 'application/octet-stream'

export async function fingerprint(
  source: MediaSource,
  { width, height, soundRate }: Extract<MediaTask, { do: 'fingerprint' }>,
  reporter: TaskReporter,
): Promise<Fingerprint> {
  const video = requireVideo(source)
  const { num, den } = frameRateOf(video)
  using decoder = await openDecoder(video, { skip_loop_filter: 'all' })
  using filter = FilterAPI.create(
    [
      `fps=${num}/${den}:start_time=0`,
      ...rotationFilters(rotationOf(video)),
      `scale=${width}:${height}:flags=area+accurate_rnd`,
      'format=gray',
    ].join(','),
  )
  const picture = createPictureWriter('picture.bin', width * height)
  using sound = source.audio.length > 0 ? await openSound(source, soundRate) : undefined
  for await (using packet of readPackets(source, [video, ...(sound?.audio.streams ?? [])])) {
    if (packet.streamIndex !== video.index) {
      await sound?.add(packet)
      continue
    }
    reporter.progress(toSeconds({ pts: packet.dts, timeBase: video.timeBase }), source.duration)
    for (using decoded of await decoder.decodeAll(packet))
      await picture.add(await filter.processAll(decoded))
  }
  await sound?.add(null)
  for (using decoded of await decoder.decodeAll(null))
    await picture.add(await filter.processAll(decoded))
  if (filter.isFilterInitialized) await picture.add(await filter.processAll(null))
  return {
    ...(await picture.finish()),
    sound: sound ? await writeSound(sound.bits) : null,
    frameRate: `${num}/${den}`,
  }
}

function createPictureWriter(name: string, size: number) {
  const deflate = createDeflate({ level: 6 })
  const out = deflate.pipe(createWriteStream(name))
  let before = Buffer.alloc(size)
  let count = 0
  async function addFrame(frame: Frame) {
    if (++count > MAX_FRAMES)
      throw new MediaError('media.too-large', 'The film is too long to compare it with another.')
    const pixels = frame.toBuffer().subarray(0, size)
    if (pixels.length !== size) throw new Error('A frame has an unexpected size')
    const difference = Buffer.from(pixels.map((value, index) => value - before[index]!))
    before = Buffer.from(pixels)
    if (!deflate.write(difference)) await once(deflate, 'drain')
  }
  return {
    async add(frames: Frame[]) {
      for (using frame of frames) await addFrame(frame)
    },
    async finish(): Promise<Pick<Fingerprint, 'picture' | 'count'>> {
      deflate.end()
      await finished(out)
      if (count === 0)
        throw new MediaError('media.unreadable', 'The file is damaged: no frame can be decoded.')
      return { picture: await outputFile(name), count }
    },
  }
}

async function openSound(source: MediaSource, soundRate: number) {
  const audio: AudioReader = await openAudio(
    source,
    `aformat=sample_fmts=flt:sample_rates=${SAMPLE_RATE}:channel_layouts=mono`,
  )
  const bits = createSoundBits(soundRate)
  return {
    audio,
    bits,
    async add(packet: Packet | null) {
      for (using frame of await audio.decode(packet)) {
        const bytes = frame.toBuffer()
        bits.add(new Float32Array(bytes.buffer, bytes.byteOffset, frame.nbSamples))
      }
    },
    [Symbol.dispose]: () => audio[Symbol.dispose](),
  }
}

async function writeSound(bits: SoundBits): Promise<OutputFile> {
  await writeFile('sound.bin', deflateSync(bits.finish()))
  return outputFile('sound.bin')
}

const outputFile = async (name: string): Promise<OutputFile> => ({
  name,
  mime: MIME,
  length: (await stat(name)).size,
})
