// Generates small valid files: PNG images, WAV tones and subtitles.
import { crc32, deflateSync } from 'node:zlib'
import type { NewLine } from '../src/lines/contract.ts'
import { parseTimecode } from '@reelay/subtitles'
import { srt } from '@reelay/subtitles/formats'
import { paintScene } from '../src/media/tasks/demo-scenes.ts'
import type { DemoLook } from '../src/media/types.ts'
import { writeWav } from '../src/media/formats/wav.ts'

/** A PNG of the first scene of a film. */
export function drawStill([width, height]: [number, number], look: DemoLook): Buffer {
  const pixels = paintScene(look, 0, [width, height])
  const rows = Buffer.alloc((width * 4 + 1) * height)
  for (let y = 0; y < height; y++)
    pixels.copy(rows, y * (width * 4 + 1) + 1, y * width * 4, (y + 1) * width * 4)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

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
