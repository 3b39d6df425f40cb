// MicroDVD: {first frame}{last frame}text, with | between rows. A first cue {1}{1} may state the
// frame rate.
import { frameToMs, type Cue, type FrameRate } from '../cue.ts'
import { toHex } from '../colours.ts'
import type { FontStyle } from '../markup.ts'
import { reducedTo, withoutPlaces } from './features.ts'
import type { Format, ReadResult } from './format.ts'
import { markupBuilder, type BuiltMarkup } from './markup-builder.ts'
import { excerpt, refuse, type Place, type ReadReport } from './report.ts'
import { writeMicroDvd } from './microdvd/write.ts'
import { addText, readTextFile, withValidCues } from './results.ts'
import { OPEN_END, repairTimes, UNTIL_NEXT } from './times.ts'

const CUE = /^\{(\d{1,8})\}\{(\d{0,8})\}(.*)$/
const RATE = /^(\d{2,3}(?:\.\d{1,3})?)\s*$/
/** {y:i,b} is for the row, {Y:i} for the whole cue. */
const CODE = /\{([a-zA-Z]):([^{}]*)\}/g
const DAMAGED_CUE =
  /^\s{0,40}[{[(]\s{0,8}(\d{1,8})\s{0,8}[}\])]\s{0,8}[{[(]\s{0,8}(\d{0,8})\s{0,8}[}\])](.*)$/
const MALFORMED = 'Expected the frames and the text of a cue ({25}{50}Text)'
const NO_END = `The cue has no end; ${UNTIL_NEXT}`
const NO_RATE = 'The file states no frame rate; that of the film is used'

export const microdvd: Format = {
  name: 'microdvd',
  title: 'MicroDVD',
  mime: 'text/x-microdvd',
  read: (bytes, options) =>
    readTextFile(bytes, options, (lines, report) => readMicroDvd(lines, options.rate, report)),
  write: reducedTo(['b', 'i', 'u', 'colour'], withoutPlaces(withValidCues(writeMicroDvd))),
}

function readMicroDvd(lines: string[], film: FrameRate, report: ReadReport): ReadResult {
  const found = lines.map((line) => CUE.exec(line))
  const [first] = found
  const stated = first?.[1] === first?.[2] ? parseRate(first?.[3]) : undefined
  const rate = stated ?? film
  if (!stated) report.lose('frame-rate', null, NO_RATE)
  const cues: Cue[] = []
  for (const [index, line] of lines.entries()) {
    if (!line.trim() || (stated && index === 0)) continue
    const place = { line: index + 1, column: 1 }
    const cells = found[index] ?? (report.isStrict ? null : DAMAGED_CUE.exec(line))
    if (!cells) {
      const repair = `left out: ${excerpt(line)}`
      report.fault({ code: 'time', ...place, message: MALFORMED, repair })
      continue
    }
    const cue = readCue(cells, rate, { report, place })
    if (!found[index])
      report.fault({
        code: 'time',
        ...place,
        message: MALFORMED,
        repair: 'read as such',
        ...(cue && { cue }),
      })
    if (cue) cues.push(cue)
  }
  const result =
    cues.length === 0 && lines.every((line) => !line.trim())
      ? refuse('The file is empty')
      : report.finish(cues)
  return result.ok && stated ? { ...result, rate: stated } : result
}

function readCue(
  [, from, to, rows]: readonly string[],
  rate: FrameRate,
  { report, place }: { report: ReadReport; place: Place },
): Cue | undefined {
  const start = frameToMs(Number(from), rate)
  const end = to ? frameToMs(Number(to), rate) : OPEN_END
  // The last frame is shown too.
  const stop = to && end === start ? frameToMs(Number(to) + 1, rate) : end
  const cue: Cue = { start, stop, text: '' }
  if (!addText(cue, readRows(rows!), { report, place, text: rows! })) return undefined
  if (!to) report.lose('no-end', cue, NO_END)
  return repairTimes(cue, report, place, 'The cue') ? cue : undefined
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

function readRows(rows: string): BuiltMarkup & { losses?: string[] } {
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
    if (styles.length === 0 && !colour) losses.add(`The code ${excerpt(code)}`)
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
