// The blocks of subtitles (TTI). A byte that was lost or added moves all blocks after it; they are
// found again by their numbers and times.
import { parseFrames } from '../frames.ts'
import type { ReadReport } from '../report.ts'
import { BLOCK_BYTES, HEADER_BYTES } from './header.ts'
import { CODE } from './rows.ts'

/** Bytes that may be missing or too many in one block. */
const MAX_SHIFT = 64
const HOURS_OF_DAY = 24

/** The last one is shorter if the file ends inside of it. */
export function splitBlocks(
  bytes: Uint8Array,
  perSecond: number,
  report: ReadReport,
): Uint8Array[] {
  const blocks: Uint8Array[] = []
  let [at, line] = [HEADER_BYTES, 2]
  for (let next = at; at < bytes.length; at = next, line++) {
    next = at + BLOCK_BYTES
    const shift = report.isStrict ? 0 : findShift(bytes, { at, next, perSecond })
    if (shift !== 0) {
      const message = `A block has ${BLOCK_BYTES + shift} bytes instead of ${BLOCK_BYTES}`
      report.fault({ code: 'syntax', line, column: 1, message, repair: 'the next one is found' })
    }
    const block = bytes.subarray(at, Math.min(next, next + shift))
    blocks.push(shift < 0 ? fill(block) : block)
    next += shift
  }
  return blocks
}

/** How much earlier or later than expected the next block starts. */
function findShift(
  bytes: Uint8Array,
  { at, next, perSecond }: { at: number; next: number; perSecond: number },
): number {
  const isNext = (from: number) => startsBlock(bytes, from, { after: at, perSecond })
  if (next >= bytes.length || isNext(next)) return 0
  for (let shift = 1; shift <= MAX_SHIFT; shift++) {
    if (isNext(next - shift)) return -shift
    if (isNext(next + shift)) return shift
  }
  return 0
}

/** Whether the number follows that of the block before, and all fields are valid. */
function startsBlock(
  bytes: Uint8Array,
  at: number,
  { after, perSecond }: { after: number; perSecond: number },
): boolean {
  if (at + BLOCK_BYTES > bytes.length + MAX_SHIFT) return false
  const step = numberOf(bytes, at) - numberOf(bytes, after)
  return (
    (step === 0 || step === 1) &&
    bytes[at + 4]! <= 3 &&
    bytes[at + 14]! <= 3 &&
    bytes[at + 15]! <= 1 &&
    readTimecode(bytes, at + 5, perSecond) !== undefined &&
    readTimecode(bytes, at + 9, perSecond) !== undefined
  )
}

const numberOf = (bytes: Uint8Array, at: number) => bytes[at + 1]! + bytes[at + 2]! * 256

export function readTimecode(bytes: Uint8Array, at: number, perSecond: number): number | undefined {
  if (!(bytes[at]! < HOURS_OF_DAY)) return undefined
  return parseFrames([bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!], perSecond)
}

function fill(block: Uint8Array): Uint8Array {
  const filled = new Uint8Array(BLOCK_BYTES).fill(CODE.filler)
  filled.set(block)
  return filled
}
