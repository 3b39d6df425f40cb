// Scenarist SCC: lines of a timecode and hexadecimal byte pairs, one pair per frame at 29.97.
import type { FileError, ReadResult } from '../format.ts'
import { nextFrame, parseFrames, NTSC, SKIPPED_LABEL } from '../frames.ts'
import { readResult, splitLines, type Loss } from '../results.ts'
import { framesToMs } from '../visible-cues.ts'
import { createDecoder } from './decoder.ts'
import { hasOddParity } from './parity.ts'

const HEADER = /^\ufeff?Scenarist_SCC V1\.0[ \t]*$/
const LINE = /^([0-9]{2}):([0-9]{2}):([0-9]{2})([:;.,])([0-9]{2})[ \t]+(\S.*)$/
/** More than nine hours of captions. */
const MAX_PAIRS = 1_000_000
/** Duration of a caption that is never erased: four seconds, as in other readers. */
const DEFAULT_FRAMES = 120

export function readScc(bytes: Uint8Array): ReadResult {
  const read = splitLines(new TextDecoder().decode(bytes))
  if (!read.ok) return read
  const [first = '', ...lines] = read.lines
  if (!HEADER.test(first))
    return {
      ok: false,
      errors: [
        { line: 1, column: 1, message: 'An SCC file must start with the line Scenarist_SCC V1.0' },
      ],
    }
  const errors: FileError[] = []
  const losses: Loss[] = []
  const parity = usesParity(lines)
  const { take, pause, end } = createDecoder()
  let [frame, pairs] = [0, 0]
  for (const [index, text] of lines.entries()) {
    if (!text.trim() || errors.length >= 100) continue
    const line = readLine(text, index + 2, parity)
    if ('message' in line) {
      errors.push(line)
      continue
    }
    for (const lost of line.losses) losses.push({ cue: null, lost: `Line ${index + 2}: ${lost}` })
    // A line may start before the one above has been sent completely; it then waits.
    if (line.frame > frame) pause()
    frame = Math.max(frame, line.frame)
    for (const pair of line.pairs) take(pair, frame++)
    pairs += line.pairs.length
    if (pairs > MAX_PAIRS) {
      const message = `The file has more than ${MAX_PAIRS} byte pairs`
      return { ok: false, errors: [{ line: index + 2, column: 1, message }] }
    }
  }
  const { captions, overflow } = end(DEFAULT_FRAMES)
  if (overflow > 0) losses.push({ cue: null, lost: overflowWarning(overflow) })
  const result = readResult(
    captions.map((caption) => framesToMs(caption, NTSC)),
    errors,
    losses,
  )
  return result.ok ? { ...result, rate: NTSC } : result
}

/** The text is kept, but televisions would not show it. */
export const overflowWarning = (count: number) =>
  `${count} characters are after column 32, where televisions end a row; they are kept`

function readLine(
  text: string,
  line: number,
  parity: boolean,
): { frame: number; pairs: number[]; losses: string[] } | FileError {
  const [whole, hours, minutes, seconds, mark, frames, words] = LINE.exec(text.trimEnd()) ?? []
  if (!whole)
    return {
      line,
      column: 1,
      message: 'A line must be a timecode, a tab and words of four hexadecimal digits',
    }
  const label = [hours, minutes, seconds, frames].map(Number)
  const isDrop = mark === ';' || mark === ','
  const labelled = parseFrames(label, 30, isDrop)
  const frame = labelled ?? (isDrop ? nextFrame(label, 30) : undefined)
  if (frame === undefined)
    return { line, column: 1, message: `${text.slice(0, 11)} is not a timecode at 29.97 fps` }
  const pairs: number[] = []
  const losses = labelled === undefined ? [SKIPPED_LABEL] : []
  let damaged = 0
  for (const word of words!.split(/\s+/)) {
    const pair = parsePair(word)
    const damage = pair === undefined ? 'not four hexadecimal digits' : findDamage(pair, parity)
    if (damage) {
      damaged++
      if (losses.length < MAX_LINE_LOSSES) losses.push(`the word ${word.slice(0, 20)} is ${damage}`)
      continue
    }
    if (pairs.length > MAX_PAIRS) break
    pairs.push(pair! & 0x7f7f)
  }
  return damaged > pairs.length + 1
    ? {
        line,
        column: whole.length - words!.length + 1,
        message: 'Most words of the line are damaged',
      }
    : { frame, pairs, losses }
}

const MAX_LINE_LOSSES = 3

/** Undefined if the word is not four hexadecimal digits. */
function parsePair(word: string): number | undefined {
  if (word.length !== 4) return undefined
  let pair = 0
  for (let at = 0; at < 4; at++) {
    const code = word.charCodeAt(at)
    const [isDigit, letter] = [code >= 0x30 && code <= 0x39, code | 0x20]
    if (!isDigit && (letter < 0x61 || letter > 0x66)) return undefined
    pair = pair * 16 + (isDigit ? code - 0x30 : letter - 0x57)
  }
  return pair
}

function findDamage(pair: number, parity: boolean): string | undefined {
  return !parity || (hasOddParity(pair >> 8) && hasOddParity(pair & 0xff))
    ? undefined
    : 'damaged: its parity is even'
}

/** Some files have no parity. If 90 % of the bytes have it, a byte without it is damaged. */
function usesParity(lines: readonly string[]): boolean {
  let [all, kept] = [0, 0]
  for (const line of lines)
    for (const [word] of line.slice(11).matchAll(/\b[0-9a-fA-F]{4}\b/g)) {
      all += 2
      const pair = Number.parseInt(word, 16)
      kept += Number(hasOddParity(pair >> 8)) + Number(hasOddParity(pair & 0xff))
    }
  return kept >= all * 0.9
}
