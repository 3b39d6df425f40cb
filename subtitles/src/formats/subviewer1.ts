// SubViewer 1: a time in brackets, then the text on one line with | between rows. The next time
// ends it, with or without a text of its own.
import type { Cue } from '../cue.ts'
import type { ReadResult } from './format.ts'
import { excerpt, type ReadReport } from './report.ts'
import { addText } from './results.ts'
import { readTaggedText } from './tagged-text.ts'
import { OPEN_END, repairTimes } from './times.ts'

const STAMP = /^\s*\[(\d{1,2}):(\d{2}):(\d{2})\]\s*$/
export const isStamp = (line: string): boolean => STAMP.test(line)
/** Of a script that says where it begins and ends. */
const FRAME = /^\s*(?:\[(?:BEGIN|END)\]|\*{3,12}\s?(?:START|END) SCRIPT\s?\*{3,12})\s*$/i

export function readStamps(lines: readonly string[], report: ReadReport): ReadResult {
  const cues: Cue[] = []
  const stamps = lines.flatMap((line, index) => (isStamp(line) ? [index] : []))
  for (const [index, line] of lines.slice(0, stamps[0]).entries())
    if (line.trim() && !FRAME.test(line))
      report.lose('comment', null, `The header ${excerpt(line)}`, { line: index + 1, column: 1 })
  for (const [index, from] of stamps.entries()) {
    const next = stamps[index + 1]
    const rows = lines.slice(from + 1, next).filter((line) => line.trim() && !FRAME.test(line))
    if (rows.length === 0) continue
    const stop = next === undefined ? OPEN_END : timeOf(lines[next]!)
    const cue: Cue = { start: timeOf(lines[from]!), stop, text: '' }
    const text = rows.join('\n').replaceAll('|', '\n')
    const place = { line: from + 2, column: 1 }
    if (!addText(cue, readTaggedText(text, 'subrip'), { report, place, text })) continue
    if (next === undefined) report.lose('no-end', cue, NO_END, place)
    if (Number.isNaN(stop) || repairTimes(cue, report, { ...place, line: from + 1 })) cues.push(cue)
  }
  return report.finish(cues)
}

const NO_END = 'The last cue has no end; it lasts 4 s'

function timeOf(line: string): number {
  const [hours, minutes, seconds] = STAMP.exec(line)!.slice(1).map(Number) as [
    number,
    number,
    number,
  ]
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}
