// The sound of a film for speech recognition: mono, 16 kHz, in files that end where it is quiet.
import { stat, writeFile } from 'node:fs/promises'
import { writeWav } from '../formats/wav.ts'
import type { MediaTask, TaskReporter } from '../task.ts'
import type { SpeechFile } from '../types.ts'
import { openAudio } from './audio-reader.ts'
import { readPackets, toSeconds, type MediaSource } from './source.ts'

/** What recognizers are trained with. */
export const SPEECH_RATE = 16_000
const MIME = 'audio/wav'
/** A cut is made at the quietest of these windows, within the last seconds of a file. */
const WINDOW_SAMPLES = SPEECH_RATE / 5
const SEARCH_SECONDS = 15

export async function extractSpeech(
  source: MediaSource,
  { maxSeconds }: Extract<MediaTask, { do: 'speech' }>,
  reporter: TaskReporter,
): Promise<SpeechFile[]> {
  using audio = await openAudio(
    source,
    // Gaps in the sound are filled, so that times stay those of the film.
    `aresample=${SPEECH_RATE}:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=mono`,
  )
  const writer = createWriter(maxSeconds)
  for await (using packet of readPackets(source, audio.streams)) {
    reporter.progress(
      toSeconds({ pts: packet.dts, timeBase: audio.streams[0]!.timeBase }),
      source.duration,
    )
    for (using frame of await audio.decode(packet)) await writer.add(samplesOf(frame))
  }
  for (using frame of await audio.decode(null)) await writer.add(samplesOf(frame))
  return writer.finish()
}

function samplesOf(frame: { toBuffer: () => Buffer; nbSamples: number }): Int16Array {
  const bytes = frame.toBuffer()
  // A copy: the buffer may be odd or belong to the frame.
  return new Int16Array(Uint8Array.from(bytes.subarray(0, frame.nbSamples * 2)).buffer)
}

function createWriter(maxSeconds: number) {
  const files: SpeechFile[] = []
  const samples = new Int16Array(maxSeconds * SPEECH_RATE)
  let [count, written] = [0, 0]

  async function write(length: number) {
    const name = `speech-${files.length}.wav`
    await writeFile(name, writeWav(samples.subarray(0, length), SPEECH_RATE))
    files.push({
      name,
      mime: MIME,
      length: (await stat(name)).size,
      start: written / SPEECH_RATE,
      seconds: length / SPEECH_RATE,
    })
    written += length
    samples.copyWithin(0, length, count)
    count -= length
  }

  return {
    async add(next: Int16Array) {
      for (let start = 0; start < next.length;) {
        const part = next.subarray(start, start + samples.length - count)
        samples.set(part, count)
        count += part.length
        start += part.length
        if (count === samples.length) await write(findQuietCut(samples))
      }
    },
    async finish(): Promise<SpeechFile[]> {
      if (count > 0) await write(count)
      return files
    },
  }
}

/** The middle of the quietest window near the end. */
function findQuietCut(samples: Int16Array): number {
  const first = Math.max(samples.length / 2, samples.length - SEARCH_SECONDS * SPEECH_RATE)
  let [best, least] = [samples.length, Infinity]
  for (let start = first; start + WINDOW_SAMPLES <= samples.length; start += WINDOW_SAMPLES) {
    const window = samples.subarray(start, start + WINDOW_SAMPLES)
    const energy = window.reduce((sum, value) => sum + value * value, 0)
    if (energy < least) [best, least] = [start + WINDOW_SAMPLES / 2, energy]
  }
  return Math.floor(best)
}
