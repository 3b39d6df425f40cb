// Writes the CEA-608 captions of SCC into the packets that carry captions in a video signal (SMPTE
// 334-2), one line for each frame that sends something.
import type { Cue } from '../../cue.ts'
import { contentUrn } from '../dcp/urn.ts'
import type { FileInfo, WriteResult } from '../format.ts'
import { formatFrames } from '../frames.ts'
import { formatPair } from '../scc/parity.ts'
import { scheduleCaptions } from '../scc/write.ts'

export function writeMcc(
  cues: readonly Cue[],
  { title, date = new Date(0) }: FileInfo,
): WriteResult {
  const schedule = scheduleCaptions(cues)
  if (!schedule.ok) return schedule
  const frames = schedule.sending.flatMap(({ at, unit }) =>
    unit.map((pair, index) => ({ frame: at + index, pair })),
  )
  const lines = frames.map(
    ({ frame, pair }, number) => `${formatFrames(frame, 30, true)}\t${formatPacket(pair, number)}`,
  )
  const [day, time] = date.toISOString().split('T') as [string, string]
  const header = [
    'File Format=MacCaption_MCC V1.0',
    '',
    `UUID=${contentUrn([title, ...lines].join('\n'))
      .slice('urn:uuid:'.length)
      .toUpperCase()}`,
    'Creation Program=Reelay',
    `Creation Date=${day}`,
    `Creation Time=${time.slice(0, 8)}`,
    'Time Code Rate=30DF',
    '',
  ]
  const bytes = new TextEncoder().encode([...header, ...lines, ''].join('\n'))
  return { ok: true, warnings: schedule.warnings, bytes }
}

/** 29.97 frames a second, with captions. */
const [RATE, FLAGS] = [0x4f, 0x43]
/** At this rate, each packet has 20 triplets: one for each field, and padding. */
const TRIPLETS = 20
const PACKET_LENGTH = 7 + 2 + TRIPLETS * 3 + 4

function formatPacket(pair: number, number: number): string {
  const [high, low] = [(number >> 8) & 0xff, number & 0xff]
  const captions = [0x72, 0xe0 | TRIPLETS]
  const first = [
    0xfc,
    ...(formatPair(pair).match(/../g) ?? []).map((hex) => Number.parseInt(hex, 16)),
  ]
  const head = [0x96, 0x69, PACKET_LENGTH, RATE, FLAGS, high, low, ...captions, ...first]
  const padding = Array.from({ length: TRIPLETS - 2 }, () => [0xfa, 0, 0]).flat()
  const packet = [...head, 0xfd, 0x80, 0x80, ...padding, 0x74, high, low]
  const sum = checksum(packet)
  const ancillary = checksum([0x61, 0x01, PACKET_LENGTH, ...packet, sum])
  // Letters stand for what repeats: T for the kind of data, S for the first two bytes, R for an
  // empty second field, and O for nine empty triplets.
  return [
    'T',
    hex(PACKET_LENGTH),
    'S',
    ...head.slice(2).map(hex),
    'ROO',
    ...[0x74, high, low, sum, ancillary].map(hex),
  ].join('')
}

/** With it, all bytes add up to a multiple of 256. */
const checksum = (bytes: readonly number[]) =>
  (256 - (bytes.reduce((sum, byte) => sum + byte, 0) % 256)) % 256
const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()
