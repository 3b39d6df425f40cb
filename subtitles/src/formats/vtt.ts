// WebVTT, following the W3C parser (https://www.w3.org/TR/webvtt1/#file-parsing). Where that parser
// skips invalid input, the file is rejected.
import type { Cue } from '../cue.ts'
import type { FileError, Format, ReadResult } from './format.ts'
import { MAX_CUES } from './limits.ts'
import { readResult, readTextFile, writeResult, type Loss } from './results.ts'
import { EMPTY_TAG, writeStyledRows } from './tagged-text.ts'
import { NO_DURATION, findTimeError, withDuration } from './times.ts'
import { lostSettings, parsePosition, formatSettings } from './vtt/settings.ts'
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
  write: (cues) =>
    writeResult(cues, () =>
      [
        'WEBVTT\n',
        ...cues.map(
          (cue, index) =>
            `${[index + 1, `${formatTime(cue.start)} --> ${formatTime(cue.stop)}${formatSettings(cue)}`, ...writeRows(cue)].join('\n')}\n`,
        ),
      ].join('\n'),
    ),
}

function readVtt(lines: string[]): ReadResult {
  if (!HEADER.test(lines[0]!))
    return {
      ok: false,
      errors: [{ line: 1, column: 1, message: 'A WebVTT file must start with the line WEBVTT' }],
    }
  const [cues, errors, losses]: [Cue[], FileError[], Loss[]] = [[], [], []]
  let at = findBlockEnd(lines, 1)
  /** A style sheet may contain blank lines, although the specification ends it there. */
  let inStyle = false
  while (at < lines.length && cues.length <= MAX_CUES) {
    if (lines[at] === '') {
      at++
      continue
    }
    const head = isTimingLine(lines[at]) ? at : isTimingLine(lines[at + 1]) ? at + 1 : undefined
    const end = findBlockEnd(lines, (head ?? at) + 1)
    if (head === undefined) {
      const kind = OTHER_BLOCK.exec(lines[at]!)?.[1]
      inStyle = kind === undefined ? inStyle && cues.length === 0 : kind === 'STYLE'
      if (kind === 'STYLE' || kind === 'REGION')
        losses.push({ cue: null, lost: kind === 'STYLE' ? 'A style sheet' : 'A region' })
      else if (kind === undefined && inStyle)
        losses.push({ cue: null, lost: 'The rest of a style sheet after a blank line' })
      else if (kind === undefined)
        errors.push({
          line: at + 1,
          column: 1,
          message: 'Expected a cue with its times, or a NOTE',
        })
    } else {
      const read = readCue(lines.slice(head, end))
      if (read.ok) {
        cues.push(read.cue)
        for (const lost of read.losses) losses.push({ cue: read.cue, lost })
      } else errors.push({ ...read.error, line: head + read.error.line })
    }
    at = end
  }
  return readResult(cues, errors, losses)
}

/** A line with an arrow starts a new cue even without a blank line before it. */
const isTimingLine = (line: string | undefined) => line?.includes('-->') ?? false

function findBlockEnd(lines: string[], from: number): number {
  let at = from
  while (at < lines.length && lines[at] !== '' && !isTimingLine(lines[at])) at++
  return at
}

function readCue([head, ...rows]: string[]):
  | { ok: true; cue: Cue; losses: string[] }
  | { ok: false; error: FileError } {
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
  const read = readCueText(text)
  if (read.ok)
    return {
      ok: true,
      cue: {
        start: times.start,
        stop,
        text: read.text,
        ...parsePosition(times.settings, text),
      },
      losses: [
        ...(stop === times.stop ? [] : [NO_DURATION]),
        ...lostSettings(times.settings),
        ...read.losses,
      ],
    }
  const above = text.slice(0, read.offset).split('\n')
  return {
    ok: false,
    error: { line: 1 + above.length, column: above.at(-1)!.length + 1, message: read.error },
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escaping > leaves no arrow in the text. An empty row would end the cue. */
function writeRows({ text }: Cue): string[] {
  return text === ''
    ? []
    : writeStyledRows(text, (letters) =>
        letters.replace(/[&<>]/g, (letter) => ESCAPES[letter]!),
      ).map((row) => row || EMPTY_TAG)
}
