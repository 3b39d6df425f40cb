// WebVTT, after the parser of the W3C (https://www.w3.org/TR/webvtt1/#file-parsing). Where that
// parser leaves out what it cannot read, the file is refused.
import type { Cue } from '../cue.ts'
import { decode } from './encoding.ts'
import type { Fault, Format, Read } from './format.ts'
import { linesOf, outcome, written } from './outcome.ts'
import { NOTHING, styledRows } from './tagged.ts'
import { faultOfTimes } from './times.ts'
import { placeOfSettings, settingsOf } from './vtt/settings.ts'
import { readCueText } from './vtt/text.ts'
import { readTimes, writeTime } from './vtt/times.ts'

const HEADER = /^WEBVTT(?:[ \t]|$)/
/** Blocks that are no cue and may be there. */
const ASIDE = /^(?:NOTE(?:[ \t]|$)|(?:STYLE|REGION)[ \t\f]*$)/

export const vtt: Format = {
  name: 'vtt',
  title: 'WebVTT',
  extension: 'vtt',
  mime: 'text/vtt',
  read(bytes, { language }) {
    const decoded = decode(bytes, language)
    return decoded.ok ? readVtt(linesOf(decoded.text)) : decoded
  },
  write: (cues) =>
    written(cues, () =>
      [
        'WEBVTT\n',
        ...cues.map(
          (cue, index) =>
            `${[index + 1, `${writeTime(cue.start)} --> ${writeTime(cue.stop)}${settingsOf(cue)}`, ...rowsOf(cue)].join('\n')}\n`,
        ),
      ].join('\n'),
    ),
}

function readVtt(lines: string[]): Read {
  if (!HEADER.test(lines[0]!))
    return {
      ok: false,
      faults: [{ line: 1, column: 1, message: 'A WebVTT file begins with the line WEBVTT' }],
    }
  const [cues, faults]: [Cue[], Fault[]] = [[], []]
  let at = endOfBlock(lines, 1)
  while (at < lines.length) {
    if (lines[at] === '') {
      at++
      continue
    }
    const head = isHead(lines[at]) ? at : isHead(lines[at + 1]) ? at + 1 : undefined
    const end = endOfBlock(lines, (head ?? at) + 1)
    if (head === undefined) {
      if (!ASIDE.test(lines[at]!))
        faults.push({
          line: at + 1,
          column: 1,
          message: 'Here stands neither a cue with its times nor a NOTE',
        })
    } else {
      const read = readCue(lines.slice(head, end))
      if (read.ok) cues.push(read.cue)
      else faults.push({ ...read.fault, line: head + read.fault.line })
    }
    at = end
  }
  return outcome(cues, faults)
}

/** A line with an arrow begins the next cue even where no blank line parts them. */
const isHead = (line: string | undefined) => line?.includes('-->') ?? false

function endOfBlock(lines: string[], from: number): number {
  let at = from
  while (at < lines.length && lines[at] !== '' && !isHead(lines[at])) at++
  return at
}

function readCue([head, ...rows]: string[]): { ok: true; cue: Cue } | { ok: false; fault: Fault } {
  const times = readTimes(head!)
  if (!times.ok)
    return {
      ok: false,
      fault: {
        line: 1,
        column: times.column,
        message: 'the times of a cue are written 00:00:01.000 --> 00:00:02.000',
      },
    }
  const fault = faultOfTimes(times)
  if (fault)
    return { ok: false, fault: { line: 1, column: times.column, message: `the cue ${fault}` } }
  const text = rows.join('\n')
  const read = readCueText(text)
  if (read.ok)
    return {
      ok: true,
      cue: {
        start: times.start,
        stop: times.stop,
        text: read.text,
        ...placeOfSettings(times.settings, text),
      },
    }
  const above = text.slice(0, read.offset).split('\n')
  return {
    ok: false,
    fault: { line: 1 + above.length, column: above.at(-1)!.length + 1, message: read.fault },
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** No > is left in the letters, and so no arrow. A row with nothing in it would end the cue. */
function rowsOf({ text }: Cue): string[] {
  return text === ''
    ? []
    : styledRows(text, (letters) => letters.replace(/[&<>]/g, (letter) => ESCAPES[letter]!)).map(
        (row) => row || NOTHING,
      )
}
