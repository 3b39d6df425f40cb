// SubViewer: the two times on one line, then the text up to a blank line. YouTube writes thousandths
// and rows; SubViewer 2 writes hundredths, [br] between rows and a header in brackets. SubViewer 1
// has its own file.
import { formatTimecode, type Cue } from '../cue.ts'
import { reducedTo, withoutPlaces } from './features.ts'
import type { Format, ReadResult } from './format.ts'
import { excerpt, leftOut, refuse, type ReadReport } from './report.ts'
import { addText, readTextFile, writeResult } from './results.ts'
import { EMPTY_TAG, readTaggedText, writeTaggedText } from './tagged-text.ts'
import { isStamp, readStamps } from './subviewer1.ts'
import { clockToMs, repairTimes } from './times.ts'

const TIMES = /^\s*(\d{1,2}):(\d{2}):(\d{2})\.(\d{2,3}),(\d{1,2}):(\d{2}):(\d{2})\.(\d{2,3})\s*$/
/** Also with another number of digits, and spaces. */
const DAMAGED_TIMES =
  /^\s*(\d{1,3})\s*:\s*(\d{1,3})\s*:\s*(\d{1,3})\s*[.,:]\s*(\d{1,3})\s*[,;]\s*(\d{1,3})\s*:\s*(\d{1,3})\s*:\s*(\d{1,3})\s*[.,:]\s*(\d{1,3})\s*$/
const HEADER = /^\s*\[[^\]]*\]/
const MALFORMED = 'Expected cue times (0:00:01.000,0:00:02.000)'

export const sbv: Format = {
  name: 'sbv',
  title: 'SubViewer',
  mime: 'text/x-subviewer',
  read: (bytes, options) => readTextFile(bytes, options, readSbv),
  // YouTube, which asks for these files, shows no styles.
  write: reducedTo(
    [],
    withoutPlaces((cues) => writeResult(cues, () => cues.map(writeCue).join('\n'))),
  ),
}

/** An empty tag breaks up what looks like a break, and keeps rows from ending the cue. */
function writeCue({ start, stop, text }: Cue): string {
  const times = [start, stop].map((time) =>
    formatTimecode(time).replace(',', '.').replace(/^0/, ''),
  )
  const rows = text === '' ? [] : writeTaggedText(text, 'subrip')
  const safe = rows
    .map((row) => row.replace(/\[(?=br\])/gi, `[${EMPTY_TAG}`))
    .map((row) => (!row.trim() || TIMES.test(row) ? `${EMPTY_TAG}${row}` : row))
  return `${[times.join(','), ...safe].join('\n')}\n`
}

function readSbv(lines: string[], report: ReadReport): ReadResult {
  if (lines.some(isStamp) && !lines.some((line) => TIMES.test(line)))
    return readStamps(lines, report)
  const cues: Cue[] = []
  let at = readHeader(lines, report)
  while (at < lines.length) {
    const head = at
    while (at < lines.length && lines[at]!.trim() && (at === head || !TIMES.test(lines[at]!))) at++
    if (at === head) at++
    else {
      const cue = readCue(lines[head]!, lines.slice(head + 1, at), { report, line: head + 1 })
      if (cue) cues.push(cue)
    }
  }
  return cues.length === 0 && lines.every((line) => !line.trim())
    ? refuse('The file is empty')
    : report.finish(cues)
}

/** The lines before the first times, of a SubViewer 2 file. */
function readHeader(lines: readonly string[], report: ReadReport): number {
  const first = lines.findIndex((line) => line.trim())
  if (first < 0 || !HEADER.test(lines[first]!)) return 0
  let at = first
  for (; at < lines.length && !TIMES.test(lines[at]!); at++)
    if (lines[at]!.trim())
      report.lose('comment', null, `The header ${excerpt(lines[at]!)}`, { line: at + 1, column: 1 })
  return at
}

function readCue(
  head: string,
  rows: readonly string[],
  { report, line }: { report: ReadReport; line: number },
): Cue | undefined {
  const place = { line, column: 1 }
  const text = rows.join('\n')
  const times = readTimes(TIMES.exec(head))
  const repaired =
    times ?? (report.isStrict ? undefined : readTimes(DAMAGED_TIMES.exec(head), true))
  if (!repaired) {
    report.fault({ code: 'time', ...place, message: MALFORMED, repair: leftOut(`${head} ${text}`) })
    return undefined
  }
  const cue: Cue = { ...repaired, text: '' }
  if (!times)
    report.fault({ code: 'time', ...place, message: MALFORMED, repair: 'read as such', cue })
  const read = readTaggedText(text.replace(/\[br\]/gi, '\n'), 'subrip')
  if (!addText(cue, read, { report, place: { line: line + 1, column: 1 }, text })) return undefined
  if (read.ok) Object.assign(cue, read.place)
  return repairTimes(cue, report, place, 'The cue') ? cue : undefined
}

/** Hundredths are written with two digits. */
function readTimes(
  found: RegExpExecArray | null,
  mayOverflow = false,
): { start: number; stop: number } | undefined {
  if (!found) return undefined
  const [start, stop] = [1, 5].map((at) => {
    const [hours, minutes, seconds] = found.slice(at, at + 3).map(Number) as [
      number,
      number,
      number,
    ]
    const thousandths = Number(found[at + 3]!.padEnd(3, '0'))
    return mayOverflow
      ? ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
      : clockToMs(hours, minutes, seconds, thousandths)
  })
  return start === undefined || stop === undefined ? undefined : { start, stop }
}
