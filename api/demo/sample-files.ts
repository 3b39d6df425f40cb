// Generates small valid files: WAV tones and subtitles.
import type { NewLine } from '../src/lines/contract.ts'
import { parseTimecode } from '@reelay/subtitles'
import { srt } from '@reelay/subtitles/formats'
import { writeWav } from '@reelay/media/wav'

const RATE = 8_000

/** A mono WAV of one second. */
export function toneWav(hertz: number): Buffer {
  const samples = Int16Array.from({ length: RATE }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hertz * at) / RATE)),
  )
  return writeWav(samples, RATE)
}

export function subtitleFile(lines: readonly NewLine[]): Uint8Array {
  const written = srt.write(
    lines.map(({ startTime, stopTime, text }) => ({
      start: parseTimecode(startTime),
      stop: parseTimecode(stopTime),
      text,
    })),
    { title: '', language: 'eng', rate: { num: 25, den: 1 } },
  )
  if (!written.ok)
    throw new Error(`The demo's line ${written.errors[0]!.cue + 1} ${written.errors[0]!.message}`)
  return written.bytes
}
