// Spruce STL, the text format of DVD authoring: settings that apply to what follows ($HorzAlign =
// Left), then one line for each subtitle, with its timecodes. ^B, ^I and ^U switch styles.
import { parseSmpte, type FrameCount } from '../smpte.ts'
import { frameToMs, type Cue, type FrameRate } from '../cue.ts'
import { FONT_STYLES, type FontStyle } from '../markup.ts'
import { reducedTo } from './features.ts'
import type { Format, ReadResult } from './format.ts'
import { markupBuilder, type BuiltMarkup } from './markup-builder.ts'
import { cuePosition, type CuePosition } from './position.ts'
import { excerpt, refuse, type Place, type ReadReport } from './report.ts'
import { addText, readTextFile, withValidCues } from './results.ts'
import { writeSpruce } from './spruce/write.ts'
import { OPEN_END, repairTimes, UNTIL_NEXT } from './times.ts'

export const spruce: Format = {
  name: 'spruce',
  title: 'Spruce STL',
  mime: 'text/x-spruce-stl',
  read: (bytes, options) =>
    readTextFile(bytes, options, (lines, report) => readSpruce(lines, options.rate, report)),
  write: reducedTo(['b', 'i', 'u'], withValidCues(writeSpruce)),
}

const SUBTITLE =
  /^\s*(\d{1,2}:\d{1,2}:\d{1,2}[:;.]\d{1,2})\s{0,8},\s{0,8}(\d{1,2}:\d{1,2}:\d{1,2}[:;.]\d{1,2})\s{0,8},(.*)$/
const SETTING = /^\s*\$(\w{1,40})\s{0,40}=(.*)$/
const MALFORMED = 'Expected a subtitle (00:00:01:00,00:00:02:00,Text) or a setting ($Name = value)'

type Settings = { place: CuePosition; styles: FontStyle[] }

function readSpruce(lines: readonly string[], rate: FrameRate, report: ReadReport): ReadResult {
  const settings: Settings = { place: {}, styles: [] }
  const cues: Cue[] = []
  for (const [index, line] of lines.entries()) {
    const place = { line: index + 1, column: 1 }
    const setting = SETTING.exec(line)
    const cells = SUBTITLE.exec(line)
    if (setting) applySetting(settings, setting[1]!, setting[2]!.trim(), { report, place })
    else if (cells) {
      const cue = readCue(cells, settings, { rate, report, place })
      if (cue) cues.push(cue)
    } else if (/^\s*\/\//.test(line))
      report.lose('comment', null, `The comment ${excerpt(line)}`, place)
    else if (line.trim())
      report.fault({
        code: 'time',
        ...place,
        message: MALFORMED,
        repair: `left out: ${excerpt(line)}`,
      })
  }
  return cues.length === 0 && lines.every((line) => !line.trim())
    ? refuse('The file is empty')
    : report.finish(cues)
}

const SIDES = new Map([
  ['left', 'left'],
  ['right', 'right'],
] as const)
const ROWS = new Map([
  ['top', 'top'],
  ['center', 'middle'],
] as const)
const STYLES: Record<string, FontStyle> = { bold: 'b', italic: 'i', underlined: 'u' }
/** What every player does anyway. */
const USUAL = /^(?:0|false|)$/i

function applySetting(
  settings: Settings,
  name: string,
  value: string,
  { report, place }: { report: ReadReport; place: Place },
) {
  const [key, word] = [name.toLowerCase(), value.toLowerCase()]
  const { alignment, textAlign } = settings.place
  const style = STYLES[key]
  if (key === 'horzalign') settings.place = cuePosition(alignment, SIDES.get(word as 'left'))
  else if (key === 'vertalign') settings.place = cuePosition(ROWS.get(word as 'top'), textAlign)
  else if (style) {
    const others = settings.styles.filter((one) => one !== style)
    settings.styles = word === 'true' ? [...others, style] : others
  } else if (!USUAL.test(value))
    report.lose('style', null, `The setting $${name} = ${excerpt(value)}`, place)
}

function readCue(
  [, from, to, rows]: readonly string[],
  { place, styles }: Settings,
  { rate, report, place: at }: { rate: FrameRate; report: ReadReport; place: Place },
): Cue | undefined {
  const [start, end] = [readTime(from!, rate), readTime(to!, rate)]
  const cue: Cue = { start: start ?? 0, stop: end ?? OPEN_END, text: '', ...place }
  if (start === undefined || end === undefined) {
    const repair = start === undefined ? `left out: ${excerpt(rows!)}` : UNTIL_NEXT
    const message = `${start === undefined ? from : to} is not a timecode`
    report.fault({ code: 'time', ...at, message, repair, cue })
  }
  if (start === undefined) return undefined
  if (!addText(cue, readRows(rows!, styles), { report, place: at, text: rows! })) return undefined
  return Number.isNaN(cue.stop) || repairTimes(cue, report, at, 'The subtitle') ? cue : undefined
}

/** A semicolon or a point before the frames means drop frame. */
function readTime(written: string, rate: FrameRate): number | undefined {
  const parts = written.split(/[:;.]/).map((part) => part.padStart(2, '0'))
  const count: FrameCount = { rate, drop: /[;.]/.test(written) }
  const code = `${parts.slice(0, 3).join(':')}${count.drop ? ';' : ':'}${parts[3]}`
  const frame = parseSmpte(code, count)
  return frame === undefined ? undefined : frameToMs(frame, rate)
}

/** A space after the comma is no part of the text. */
function readRows(
  rows: string,
  initial: readonly FontStyle[],
): BuiltMarkup & { losses?: string[] } {
  const builder = markupBuilder()
  for (const style of initial) builder.open(style)
  for (const piece of rows.trim().split(/(\^[A-Za-z]|\|)/)) {
    const style = FONT_STYLES.find((one) => piece.toLowerCase() === `^${one}`)
    if (piece === '|') builder.addRow()
    else if (style) builder[builder.isOpen(style) ? 'close' : 'open'](style)
    else builder.addText(piece)
  }
  return builder.build()
}
