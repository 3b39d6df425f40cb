// WebVTT, following the W3C parser (https://www.w3.org/TR/webvtt1/#file-parsing). What that parser
// skips is reported, and in strict mode the file is rejected.
import type { Cue } from '../cue.ts'
import { colourOf, readMarkup } from '../markup.ts'
import { reducedTo } from './features.ts'
import type { Format, ReadResult } from './format.ts'
import { MAX_CUES, MAX_TIME } from './limits.ts'
import { plainMarkup } from './markup-builder.ts'
import { looksTimed, readTimes as readClockTimes } from './clock-lines.ts'
import { keepingOriginal, locateLines, spanOfLines, type TextSpan } from './original.ts'
import { excerpt, leftOut, refuse, type Place, type ReadReport } from './report.ts'
import { addText, readTextFile, writeResult } from './results.ts'
import { EMPTY_TAG, writeStyledRows } from './tagged-text.ts'
import { repairTimes } from './times.ts'
import {
  classOf,
  readRegion,
  readStyleSheet,
  writeStyleSheet,
  type VttRegion,
} from './vtt/regions.ts'
import { formatSettings, readSettings } from './vtt/settings.ts'
import { readCueText } from './vtt/text.ts'
import { formatTime, readDamagedTimes, readTimes, type CueTimesResult } from './vtt/times.ts'

const HEADER = /^WEBVTT(?:[ \t]|$)/
/** Blocks that are allowed but are not cues. */
const OTHER_BLOCK = /^(NOTE(?=[ \t]|$)|(?:STYLE|REGION)(?=[ \t\f]*$))/

export const vtt: Format = {
  name: 'vtt',
  title: 'WebVTT',
  mime: 'text/vtt',
  read: (bytes, options) => readTextFile(bytes, options, readVtt),
  write: reducedTo(
    ['b', 'i', 'u', 'colour', 'ruby', 'point', 'vertical', 'speaker'],
    keepingOriginal(
      'vtt',
      (cues) =>
        writeResult(cues, () =>
          [
            'WEBVTT\n',
            ...writeStyles(cues),
            ...cues.map((cue, index) => `${writeBlock(cue, index)}\n`),
          ].join('\n'),
        ),
      { locate: locateCues, writeBlock, separator: '\n\n' },
    ),
  ),
}

function writeBlock(cue: Cue, index: number): string {
  const times = `${formatTime(cue.start)} --> ${formatTime(cue.stop)}${formatSettings(cue)}`
  return [index + 1, times, ...writeRows(cue)].join('\n')
}

function locateCues(text: string): TextSpan[] {
  const located = locateLines(text)
  const { lines } = located
  const spans: TextSpan[] = []
  let at = findBlockEnd(lines, 1)
  while (at < lines.length) {
    if (lines[at] === '') {
      at++
      continue
    }
    const head = findHead(lines, at)
    const end = findBlockEnd(lines, (head ?? at) + 1)
    if (head !== undefined) spans.push(spanOfLines(located, at, end))
    at = end
  }
  return spans
}

/** The line with the times of the block at this line, if it is a cue. */
const findHead = (lines: readonly string[], at: number) =>
  isTimingLine(lines[at]) ? at : isTimingLine(lines[at + 1]) ? at + 1 : undefined

/** The style sheets and regions that come before the cues. */
type Definitions = {
  colours: Map<string, string>
  regions: Map<string, VttRegion>
  /** A style sheet may contain blank lines, although the specification ends it there. */
  inStyle: boolean
  /** How damaged times may be so that they are still repaired. */
  repairs: () => 'none' | 'usual' | 'all'
}
type Reading = {
  lines: readonly string[]
  report: ReadReport
  cues: Cue[]
  definitions: Definitions
}

function readVtt(lines: string[], report: ReadReport): ReadResult {
  const cues: Cue[] = []
  const definitions: Definitions = {
    colours: new Map(),
    regions: new Map(),
    inStyle: false,
    repairs: once(() => (report.isStrict ? 'none' : findRepairs(lines))),
  }
  const reading: Reading = { lines, report, cues, definitions }
  let at = readHeader(lines, report)
  if (at === undefined) return refuse(NO_HEADER)
  while (at < lines.length && cues.length <= MAX_CUES) {
    if (lines[at] === '') at++
    else if (!report.isStrict && isBlankLine(lines[at]!)) reportBlanks(at++, report)
    else at = readBlock(reading, at)
  }
  return report.finish(cues)
}

/** Returns the line after the header. Without one, a file with times is read all the same. */
function readHeader(lines: readonly string[], report: ReadReport): number | undefined {
  const [first = ''] = lines
  if (HEADER.test(first)) return readHeaderLines(lines, 0, report)
  if (report.isStrict || first.startsWith('WEBVTT') || !lines.some(isTimingLine)) return undefined
  const place = { line: 1, column: 1 }
  report.fault({ code: 'header', ...place, message: NO_HEADER, repair: 'read without it' })
  const head = lines.findIndex((line) => line.trim())
  return OTHER_HEADER.test(lines[head]!) ? readHeaderLines(lines, head, report) : 0
}

const NO_HEADER = 'A WebVTT file must start with the line WEBVTT'
/** In another case, or after blanks. */
const OTHER_HEADER = /^\s*WEBVTT(?=\s|$)/i

function readHeaderLines(lines: readonly string[], head: number, report: ReadReport): number {
  const end = findBlockEnd(lines, head + 1)
  for (let line = head; line < end; line++) {
    const words = line === head ? lines[line]!.replace(OTHER_HEADER, '') : lines[line]!
    if (words.trim() && !isIdentifier(lines, line))
      report.lose('comment', null, `The header ${excerpt(words)}`, { line: line + 1, column: 1 })
  }
  return end
}

/** Between a header and the times of a cue there may be no blank line. */
const isIdentifier = (lines: readonly string[], line: number) =>
  isTimingLine(lines[line + 1]) && /^\s*\d+\s*$/.test(lines[line]!)

/** Returns the line after the block. */
function readBlock({ lines, report, cues, definitions }: Reading, at: number): number {
  const { isStrict } = report
  const head = findHead(lines, at) ?? (isStrict ? undefined : findDamagedHead(lines, at))
  const end = findBlockEnd(lines, (head ?? at) + 1, isStrict)
  if (head !== undefined) {
    if (head > at && !IDENTIFIER.test(lines[at]!))
      report.lose('comment', null, `The identifier ${excerpt(lines[at]!)}`, placeOf(at))
    const cue = readCue(lines, { from: head, to: end }, definitions, report)
    if (cue) cues.push(cue)
    return end
  }
  const kind = OTHER_BLOCK.exec(lines[at]!)?.[1]
  definitions.inStyle =
    kind === undefined ? definitions.inStyle && cues.length === 0 : kind === 'STYLE'
  const block = lines.slice(at, end)
  if (kind !== undefined || definitions.inStyle)
    for (const lost of readDefinition(block, kind, definitions))
      report.lose(kind === 'NOTE' ? 'comment' : 'style', null, lost, placeOf(at))
  else {
    const text = block.join('\n')
    const repair = `left out: ${excerpt(text)}`
    report.fault({
      code: 'time',
      ...placeOf(at),
      message: 'Expected a cue with its times, or a NOTE',
      repair,
    })
  }
  return end
}

/** Of a cue. Numbers are those of the list. */
const IDENTIFIER = /^\s*(?:\d+\s*)?$/
const placeOf = (line: number): Place => ({ line: line + 1, column: 1 })

/** Returns what is lost. */
function readDefinition(
  block: readonly string[],
  kind: string | undefined,
  { colours, regions }: Definitions,
): string[] {
  if (kind === 'NOTE') {
    const note = excerpt(block.join('\n').slice('NOTE'.length))
    return note ? [`The comment ${note}`] : []
  }
  if (kind === 'REGION') {
    const { id, region, losses } = readRegion(block.slice(1))
    regions.set(id, region)
    return losses
  }
  const sheet = readStyleSheet(block.slice(kind === 'STYLE' ? 1 : 0).join('\n'))
  for (const [name, colour] of sheet.colours) colours.set(name, colour)
  if (sheet.rest === '') return []
  return [
    `${kind === 'STYLE' ? 'A style sheet' : 'The rest of a style sheet after a blank line'}: ${excerpt(sheet.rest)}`,
  ]
}

/** A line with an arrow starts a new cue even without a blank line before it. */
const isTimingLine = (line: string | undefined) => line?.includes('-->') ?? false

/** Where most times are good, the others were meant to be. */
function findRepairs(lines: readonly string[]): 'none' | 'usual' | 'all' {
  const heads = lines.filter(isTimingLine)
  if (heads.filter((line) => readTimes(line).ok).length * 2 >= heads.length) return 'all'
  const readable = heads.filter((line) => readDamagedTimes(line)).length
  return readable * 2 >= heads.length ? 'usual' : 'none'
}
function once<T>(find: () => T): () => T {
  let known: { value: T } | undefined
  return () => (known ??= { value: find() }).value
}

/** Times with another arrow. */
function findDamagedHead(lines: readonly string[], at: number): number | undefined {
  const isDamaged = (line: string | undefined) =>
    line !== undefined && /[-–—=]\s?>/.test(line) && looksTimed(line)
  if (isDamaged(lines[at])) return at
  return lines[at] !== '' && isDamaged(lines[at + 1]) ? at + 1 : undefined
}

function isBlankLine(line: string): boolean {
  const first = line.charCodeAt(0)
  return !(first > 0x20 && first < 0x80) && line.trim() === ''
}
const reportBlanks = (at: number, report: ReadReport) =>
  report.fault({ code: 'syntax', line: at + 1, column: 1, ...BLANKS })
const BLANKS = {
  message: 'a line of blanks ends a cue, where an empty line must',
  repair: 'read as an empty line',
}

/** Many tools write a line of blanks where the specification has an empty one. */
function findBlockEnd(lines: readonly string[], from: number, isStrict = true): number {
  let at = from
  while (at < lines.length && lines[at] !== '' && !isTimingLine(lines[at])) {
    if (!isStrict && isBlankLine(lines[at]!) && startsBlock(lines, at + 1)) return at
    at++
  }
  return at
}

/** A cue with or without its identifier, a comment, or the end of a block. */
function startsBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  return line === '' || OTHER_BLOCK.test(line) || isTimingLine(line) || isTimingLine(lines[at + 1])
}

const MALFORMED = 'cue times must be written as 00:00:01.000 --> 00:00:02.000'

function readCue(
  lines: readonly string[],
  { from, to }: TextSpan,
  { colours, regions, repairs }: Definitions,
  report: ReadReport,
): Cue | undefined {
  const head = lines[from]!
  const text = to === from + 2 ? lines[from + 1]! : lines.slice(from + 1, to).join('\n')
  const times = readTimes(head)
  const usual = readUsualCue(times, text)
  if (usual) return usual
  const place: Place = { line: from + 1, column: 1 }
  const repaired = times.ok ? undefined : repairHead(head, repairs())
  const usable = times.ok ? times : repaired
  place.column = times.column
  if (!usable) {
    report.fault({
      code: 'time',
      ...place,
      message: MALFORMED,
      repair: leftOut(`${head.trim()} ${text}`),
    })
    return undefined
  }
  const cue: Cue = { start: usable.start, stop: usable.stop, text: '' }
  if (repaired)
    report.fault({ code: 'time', ...place, message: MALFORMED, repair: 'read as such', cue })
  const read = readCueText(text, colours)
  if (!addText(cue, read, { report, place: { line: from + 2, column: 1 }, text })) return undefined
  const { layout, losses } = readSettings(usable.settings, text, regions)
  Object.assign(cue, layout)
  if (read.ok && read.speaker !== undefined) cue.speaker = read.speaker
  for (const fault of read.ok ? read.faults : [])
    report.fault({ code: 'syntax', ...placeIn(text, fault.offset, from + 2), ...fault, cue })
  for (const lost of losses) report.lose('position', cue, lost)
  return Number.isNaN(cue.stop) || repairTimes(cue, report, place) ? cue : undefined
}

/** Nearly all cues have nothing to report. */
function readUsualCue(times: CueTimesResult, text: string): Cue | undefined {
  if (!times.ok || times.settings !== '' || times.start >= times.stop) return undefined
  const markup = times.stop <= MAX_TIME ? plainMarkup(text) : undefined
  return markup === undefined ? undefined : { start: times.start, stop: times.stop, text: markup }
}

function repairHead(head: string, repairs: 'none' | 'usual' | 'all') {
  const usual = repairs === 'none' ? undefined : readDamagedTimes(head)
  // In WebVTT, a vertical tab is no white space.
  if (usual || repairs !== 'all' || head.includes('\v')) return usual
  const { start, stop, rest = '', isLost } = readClockTimes(head, RATE)
  return isLost ? undefined : { start, stop, settings: rest }
}
/** Frames are no part of WebVTT. */
const RATE = { isStrict: false, rate: { num: 25, den: 1 } }

/** `line` is the first line of the text. */
function placeIn(text: string, offset: number, line: number): Place {
  const above = text.slice(0, offset).split('\n')
  return { line: line - 1 + above.length, column: above.at(-1)!.length + 1 }
}

/** The style sheet of the colours that have no class of their own. */
function writeStyles(cues: readonly Cue[]): string[] {
  const colours = new Set<string>()
  for (const { text } of cues) {
    const read = text.includes('<c ') ? readMarkup(text) : undefined
    if (read?.ok)
      for (const { styles } of read.rows.flat()) {
        const colour = colourOf(styles)
        if (colour) colours.add(colour)
      }
  }
  const rules = writeStyleSheet(colours)
  return rules.length > 0 ? [`STYLE\n${rules.join('\n')}\n`] : []
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeText = (text: string) => text.replace(/[&<>]/g, (letter) => ESCAPES[letter]!)
const writeTag = (tag: string) => (tag.startsWith('<c ') ? `<c.${classOf(tag.slice(3, -1))}>` : tag)

const keepRow = (row: string) => (row.trim() ? row : EMPTY_TAG + row)
/** Escaping > leaves no arrow in the text. An empty row, or one of blanks, would end the cue. */
function writeRows({ text, speaker }: Cue): string[] {
  const rows = text === '' ? [] : writeStyledRows(text, escapeText, writeTag).map(keepRow)
  const name = speaker?.replace(/\s+/g, ' ').trim()
  return name ? [`<v ${escapeText(name)}>${rows[0] ?? ''}`, ...rows.slice(1)] : rows
}
