// Generates small valid files: PNG images, WAV tones and subtitles.
import { crc32, deflateSync } from 'node:zlib'
import type { NewLine } from '../src/lines/contract.ts'
import { parseTimecode } from '@reelay/subtitles'
import { srt } from '@reelay/subtitles/formats'

/** A PNG with a colour gradient and diagonal bands. */
export function drawPng([width, height]: [number, number], [from, to]: [string, string]): Buffer {
  const [first, last] = [channels(from), channels(to)]
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const band = (x + y) % Math.round(width / 6) < 3 ? 24 : 0
      const share = (x / width + y / height) / 2
      for (let c = 0; c < 3; c++)
        rows[y * (width * 3 + 1) + 1 + x * 3 + c] = Math.min(
          255,
          first[c]! + (last[c]! - first[c]!) * share + band,
        )
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const channels = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

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
  const samples = Buffer.alloc(RATE * 2)
  for (let i = 0; i < RATE; i++)
    samples.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * hertz * i) / RATE)), i * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
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
