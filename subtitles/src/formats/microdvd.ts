// MicroDVD: {first frame}{last frame}text, with | between rows. A first cue {1}{1} may state the
// frame rate.
import { frameToMs, type Cue, type FrameRate } from '../cue.ts'
import { toHex } from '../colours.ts'
import type { FontStyle } from '../markup.ts'
import type { FileError, ReadResult, Reader } from './format.ts'
import { markupBuilder } from './markup-builder.ts'
import { readResult, readTextFile, type Loss } from './results.ts'
import { findTimeError } from './times.ts'

const CUE = /^\{(\d{1,8})\}\{(\d{0,8})\}(.*)$/
const RATE = /^(\d{2,3}(?:\.\d{1,3})?)\s*$/
/** {y:i,b} is for the row, {Y:i} for the whole cue. */
const CODE = /\{([a-zA-Z]):([^{}]*)\}/g
/** A cue without an end lasts until the next one, but not longer. */
const MAX_OPEN_MS = 4_000
const OPEN_END = 'The cue has no end; it lasts until the next one, 4 s at most'
const NO_RATE = 'The file states no frame rate; that of the film is used'

export const microdvd: Reader = {
  name: 'microdvd',
  title: 'MicroDVD',
  read: (bytes, { language, rate }) =>
    readTextFile(bytes, language, (lines) => readMicroDvd(lines, rate)),
}

function readMicroDvd(lines: string[], film: FrameRate): ReadResult {
  const found = lines.map((line) => CUE.exec(line))
  const [first] = found
  const stated = first?.[1] === first?.[2] ? parseRate(first?.[3]) : undefined
  const rate = stated ?? film
  const errors: FileError[] = []
  const losses: Loss[] = stated ? [] : [{ cue: null, lost: NO_RATE }]
  const cues: Cue[] = []
  for (const [index, line] of lines.entries()) {
    if (!line.trim() || (stated && index === 0)) continue
    const fail = (message: string) => errors.push({ line: index + 1, column: 1, message })
    const [, from, to, rows] = found[index] ?? []
    if (rows === undefined) {
      fail('Expected the frames and the text of a cue ({25}{50}Text)')
      continue
    }
    const start = frameToMs(Number(from), rate)
    const end = to ? frameToMs(Number(to), rate) : findOpenEnd(found[index + 1]?.[1], start, rate)
    // The last frame is shown too.
    const stop = to && end === start ? frameToMs(Number(to) + 1, rate) : end
    const error = findTimeError({ start, stop })
    const text = readRows(rows)
    if (error) fail(`The cue ${error}`)
    else if (!text.ok) fail(`The text ${text.error}`)
    else {
      const cue = { start, stop, text: text.text }
      cues.push(cue)
      if (!to) losses.push({ cue, lost: OPEN_END })
      for (const lost of text.losses) losses.push({ cue, lost })
    }
  }
  if (cues.length === 0 && errors.length === 0)
    errors.push({ line: 1, column: 1, message: 'The file is empty' })
  const result = readResult(cues, errors, losses)
  return result.ok && stated ? { ...result, rate: stated } : result
}

function parseRate(text: string | undefined): FrameRate | undefined {
  const rate = Number(RATE.exec(text ?? '')?.[1])
  if (!rate) return undefined
  const whole = Math.round(rate)
  // 23.976 is 24000/1001.
  const isFractional = Math.abs(rate - (whole * 1000) / 1001) < 0.002
  return isFractional
    ? { num: whole * 1000, den: 1001 }
    : { num: Math.round(rate * 1000), den: 1000 }
}

function findOpenEnd(next: string | undefined, start: number, rate: FrameRate): number {
  const latest = start + MAX_OPEN_MS
  const following = next ? frameToMs(Number(next), rate) : latest
  return following > start ? Math.min(following, latest) : latest
}

type Rows = { ok: true; text: string; losses: string[] } | { ok: false; error: string }

function readRows(rows: string): Rows {
  const builder = markupBuilder()
  const losses = new Set<string>()
  let ofRow: FontStyle[] = []
  /** {c:} colours the row, {C:} the whole cue. */
  let rowColour = false
  const open = (styles: FontStyle[]) => styles.forEach((style) => builder.open(style))
  const addText = (text: string) =>
    text.split('|').forEach((row, index) => {
      if (index > 0) {
        builder.addRow()
        ofRow.forEach((style) => builder.close(style))
        ofRow = []
        if (rowColour) builder.setColour(undefined)
        rowColour = false
      }
      builder.addText(row)
    })
  let read = 0
  for (const { 0: code, 1: name, 2: value, index } of rows.matchAll(CODE)) {
    addText(rows.slice(read, index))
    read = index + code.length
    const styles = name!.toLowerCase() === 'y' ? parseStyles(value!) : []
    open(styles)
    if (name === 'y') ofRow.push(...styles)
    const colour = name!.toLowerCase() === 'c' ? parseBgr(value!) : undefined
    if (colour) builder.setColour(colour)
    if (colour && name === 'c') rowColour = true
    if (styles.length === 0 && !colour) losses.add(`The code ${code.slice(0, 40)}`)
  }
  addText(rows.slice(read))
  const built = builder.build()
  return built.ok ? { ...built, losses: [...losses] } : built
}

const parseStyles = (value: string): FontStyle[] =>
  (['b', 'i', 'u'] as const).filter((style) => value.toLowerCase().split(',').includes(style))

/** $BBGGRR: blue, green and red. */
function parseBgr(value: string): string | undefined {
  const [, blue, green, red] =
    /^\$([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value.trim()) ?? []
  return blue && toHex([red!, green!, blue].map((part) => Number.parseInt(part, 16)))
}
