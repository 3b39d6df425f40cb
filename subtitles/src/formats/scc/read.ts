// Scenarist SCC: lines of a timecode and hexadecimal byte pairs, one pair per frame at 29.97.
import type { ReadResult } from '../format.ts'
import { nextFrame, parseFrames, NTSC, SKIPPED_LABEL } from '../frames.ts'
import { excerpt, refuse, type ReadReport } from '../report.ts'
import { splitLines } from '../results.ts'
import { framesToMs } from '../visible-cues.ts'
import { basicCharacter } from './characters.ts'
import { createDecoder } from './decoder.ts'
import { hasOddParity } from './parity.ts'

const HEADER = /^\ufeff?Scenarist_SCC V1\.0[ \t]*$/
const LINE = /^([0-9]{2}):([0-9]{2}):([0-9]{2})([:;.,])([0-9]{2})[ \t]+(\S.*)$/
/** More than nine hours of captions. */
const MAX_PAIRS = 1_000_000
/** Duration of a caption that is never erased: four seconds, as in other readers. */
const DEFAULT_FRAMES = 120

export function readScc(bytes: Uint8Array, report: ReadReport): ReadResult {
  const read = splitLines(new TextDecoder().decode(bytes), report)
  if (!read.ok) return read
  const [first = ''] = read.lines
  const hasHeader = HEADER.test(first)
  if (!hasHeader) {
    if (report.isStrict || !read.lines.some((line) => LINE.test(line))) return refuse(NO_HEADER)
    const repair = `read without it: ${describe(first)}`
    report.fault({ code: 'header', line: 1, column: 1, message: NO_HEADER, repair })
  }
  const lines = hasHeader || !LINE.test(first) ? ['', ...read.lines.slice(1)] : read.lines
  const parity = usesParity(lines)
  const { take, pause, end } = createDecoder()
  let [frame, pairs] = [0, 0]
  for (const [index, text] of lines.entries()) {
    if (!text.trim()) continue
    const line = readLine(text, { line: index + 1, parity, report })
    if (!line) continue
    // A line may start before the one above has been sent completely; it then waits.
    if (line.frame > frame) pause()
    frame = Math.max(frame, line.frame)
    for (const pair of line.pairs) take(pair, frame++)
    pairs += line.pairs.length
    if (pairs > MAX_PAIRS) {
      const message = `The file has more than ${MAX_PAIRS} byte pairs`
      return refuse(message, { line: index + 1, column: 1 })
    }
  }
  const { captions, overflow, lost } = end(DEFAULT_FRAMES)
  if (overflow > 0) report.lose('position', null, overflowWarning(overflow))
  for (const what of lost) report.lose('outside', null, what)
  const result = report.finish(captions.map((caption) => framesToMs(caption, NTSC)))
  return result.ok ? { ...result, rate: NTSC } : result
}

const NO_HEADER = 'An SCC file must start with the line Scenarist_SCC V1.0'

/** The text is kept, but televisions would not show it. */
export const overflowWarning = (count: number) =>
  `${count} characters are after column 32, where televisions end a row; they are kept`

function readLine(
  text: string,
  { line, parity, report }: { line: number; parity: boolean; report: ReadReport },
): { frame: number; pairs: number[] } | undefined {
  const fail = (column: number, message: string) =>
    report.fault({
      code: 'syntax',
      line,
      column,
      message,
      repair: `the line is left out: ${describe(text)}`,
    })
  const [whole, hours, minutes, seconds, mark, frames, words] = LINE.exec(text.trimEnd()) ?? []
  if (!whole) {
    fail(1, 'A line must be a timecode, a tab and words of four hexadecimal digits')
    return undefined
  }
  const label = [hours, minutes, seconds, frames].map(Number)
  const isDrop = mark === ';' || mark === ','
  const labelled = parseFrames(label, 30, isDrop)
  const frame = labelled ?? (isDrop ? nextFrame(label, 30) : undefined)
  if (frame === undefined) {
    fail(1, `${text.slice(0, 11)} is not a timecode at 29.97 fps`)
    return undefined
  }
  const { pairs, damaged, unreadable, good } = readWords(words!, parity)
  const first = whole.length - words!.length + 1
  if (damaged.length + unreadable.length > good + 1)
    fail(first, 'Most words of the line are damaged')
  const place = { line, column: 1 }
  if (labelled === undefined) report.lose('time', null, SKIPPED_LABEL, place)
  if (damaged.length > 0)
    report.lose('character', null, damaged.slice(0, MAX_DAMAGED).join(', '), place)
  for (const word of unreadable.slice(0, MAX_DAMAGED)) {
    const message = `the word ${excerpt(word)} is not four hexadecimal digits`
    report.fault({ code: 'syntax', line, column: first, message, repair: 'it is left out' })
  }
  return { frame, pairs }
}

/** The letters of a line, and its codes. */
function describe(text: string): string {
  const pairs = text.split(/\s+/).flatMap((word) => (parsePair(word) ?? 0) & 0x7f7f)
  const letters = pairs
    .filter((pair) => pair >> 8 >= 0x20)
    .map(
      (pair) =>
        basicCharacter(pair >> 8) + ((pair & 0xff) >= 0x20 ? basicCharacter(pair & 0xff) : ''),
    )
  return `${excerpt(letters.join(''))} (${excerpt(text)})`
}

const MAX_DAMAGED = 20

function readWords(
  words: string,
  parity: boolean,
): { pairs: number[]; damaged: string[]; unreadable: string[]; good: number } {
  const pairs: number[] = []
  const damaged: string[] = []
  const unreadable: string[] = []
  let good = 0
  for (const word of words.split(/\s+/)) {
    const pair = parsePair(word)
    if (pair === undefined) {
      unreadable.push(word)
      continue
    }
    if (hasDamage(pair, parity)) damaged.push(`the word ${word} ${DAMAGED}`)
    else good++
    if (pairs.length > MAX_PAIRS) break
    pairs.push(pair & 0x7f7f)
  }
  return { pairs, damaged, unreadable, good }
}

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

const DAMAGED = 'is damaged: its parity is even. It is kept'
const hasDamage = (pair: number, parity: boolean): boolean =>
  parity && !(hasOddParity(pair >> 8) && hasOddParity(pair & 0xff))

/** Some files have no parity. If 90 % of the bytes have it, a byte without it may be damaged. */
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
