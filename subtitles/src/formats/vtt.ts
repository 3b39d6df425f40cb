// WebVTT, following the W3C parser (https://www.w3.org/TR/webvtt1/#file-parsing). Where that parser
// skips invalid input, the file is rejected.
import type { Cue } from '../cue.ts'
import { colourOf, readMarkup } from '../markup.ts'
import { reducedTo } from './features.ts'
import type { FileError, Format, ReadResult } from './format.ts'
import { MAX_CUES } from './limits.ts'
import { keepingOriginal, locateLines, spanOfLines, type TextSpan } from './original.ts'
import { readResult, readTextFile, writeResult, type Loss } from './results.ts'
import { EMPTY_TAG, writeStyledRows } from './tagged-text.ts'
import { NO_DURATION, findTimeError, withDuration } from './times.ts'
import {
  classOf,
  readRegion,
  readStyleSheet,
  writeStyleSheet,
  type VttRegion,
} from './vtt/regions.ts'
import { formatSettings, readSettings } from './vtt/settings.ts'
import { readCueText } from './vtt/text.ts'
import { readTimes, formatTime } from './vtt/times.ts'

const HEADER = /^WEBVTT(?:[ \t]|$)/
/** Blocks that are allowed but are not cues. */
const OTHER_BLOCK = /^(NOTE(?=[ \t]|$)|(?:STYLE|REGION)(?=[ \t\f]*$))/

export const vtt: Format = {
  name: 'vtt',
  title: 'WebVTT',
  mime: 'text/vtt',
  read: (bytes, { language }) => readTextFile(bytes, language, readVtt),
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
type Definitions = { colours: Map<string, string>; regions: Map<string, VttRegion> }

function readVtt(lines: string[]): ReadResult {
  if (!HEADER.test(lines[0]!))
    return {
      ok: false,
      errors: [{ line: 1, column: 1, message: 'A WebVTT file must start with the line WEBVTT' }],
    }
  const [cues, errors, losses]: [Cue[], FileError[], Loss[]] = [[], [], []]
  const definitions: Definitions = { colours: new Map(), regions: new Map() }
  let at = findBlockEnd(lines, 1)
  /** A style sheet may contain blank lines, although the specification ends it there. */
  let inStyle = false
  while (at < lines.length && cues.length <= MAX_CUES) {
    if (lines[at] === '') {
      at++
      continue
    }
    const head = findHead(lines, at)
    const end = findBlockEnd(lines, (head ?? at) + 1)
    if (head === undefined) {
      const kind = OTHER_BLOCK.exec(lines[at]!)?.[1]
      inStyle = kind === undefined ? inStyle && cues.length === 0 : kind === 'STYLE'
      if (kind === undefined && !inStyle)
        errors.push({
          line: at + 1,
          column: 1,
          message: 'Expected a cue with its times, or a NOTE',
        })
      else
        for (const lost of readDefinition(lines.slice(at, end), kind, definitions))
          losses.push({ cue: null, lost })
    } else {
      const read = readCue(lines.slice(head, end), definitions)
      if (read.ok) {
        cues.push(read.cue)
        for (const lost of read.losses) losses.push({ cue: read.cue, lost })
      } else errors.push({ ...read.error, line: head + read.error.line })
    }
    at = end
  }
  return readResult(cues, errors, losses)
}

/** Returns what is lost. */
function readDefinition(
  block: readonly string[],
  kind: string | undefined,
  { colours, regions }: Definitions,
): string[] {
  if (kind === 'NOTE') return []
  if (kind === 'REGION') {
    const { id, region, losses } = readRegion(block.slice(1))
    regions.set(id, region)
    return losses
  }
  const sheet = readStyleSheet(block.slice(kind === 'STYLE' ? 1 : 0).join('\n'))
  for (const [name, colour] of sheet.colours) colours.set(name, colour)
  if (sheet.isComplete) return []
  return [kind === 'STYLE' ? 'A style sheet' : 'The rest of a style sheet after a blank line']
}

/** A line with an arrow starts a new cue even without a blank line before it. */
const isTimingLine = (line: string | undefined) => line?.includes('-->') ?? false

function findBlockEnd(lines: string[], from: number): number {
  let at = from
  while (at < lines.length && lines[at] !== '' && !isTimingLine(lines[at])) at++
  return at
}

type CueResult = { ok: true; cue: Cue; losses: string[] } | { ok: false; error: FileError }

function readCue([head, ...rows]: string[], { colours, regions }: Definitions): CueResult {
  const times = readTimes(head!)
  if (!times.ok)
    return {
      ok: false,
      error: {
        line: 1,
        column: times.column,
        message: 'cue times must be written as 00:00:01.000 --> 00:00:02.000',
      },
    }
  const stop = withDuration(times.start, times.stop)
  const error = findTimeError({ start: times.start, stop })
  if (error)
    return { ok: false, error: { line: 1, column: times.column, message: `the cue ${error}` } }
  const text = rows.join('\n')
  const read = readCueText(text, colours)
  if (read.ok) {
    const { layout, losses } = readSettings(times.settings, text, regions)
    return {
      ok: true,
      cue: {
        start: times.start,
        stop,
        text: read.text,
        ...layout,
        ...(read.speaker !== undefined && { speaker: read.speaker }),
      },
      losses: [...(stop === times.stop ? [] : [NO_DURATION]), ...losses, ...read.losses],
    }
  }
  const above = text.slice(0, read.offset).split('\n')
  return {
    ok: false,
    error: { line: 1 + above.length, column: above.at(-1)!.length + 1, message: read.error },
  }
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

/** Escaping > leaves no arrow in the text. An empty row would end the cue. */
function writeRows({ text, speaker }: Cue): string[] {
  const rows =
    text === '' ? [] : writeStyledRows(text, escapeText, writeTag).map((row) => row || EMPTY_TAG)
  const name = speaker?.replace(/\s+/g, ' ').trim()
  return name ? [`<v ${escapeText(name)}>${rows[0] ?? ''}`, ...rows.slice(1)] : rows
}
