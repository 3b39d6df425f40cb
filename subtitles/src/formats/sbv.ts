// SubViewer as YouTube writes it: the two times on one line, then the text up to a blank line.
import type { Cue } from '../cue.ts'
import type { FileError, ReadResult, Reader } from './format.ts'
import { readResult, readTextFile, type Loss } from './results.ts'
import { readTaggedText } from './tagged-text.ts'
import { NO_DURATION, clockToMs, findTimeError, withDuration } from './times.ts'

const TIMES = /^\s*(\d{1,2}):(\d{2}):(\d{2})\.(\d{3}),(\d{1,2}):(\d{2}):(\d{2})\.(\d{3})\s*$/

export const sbv: Reader = {
  name: 'sbv',
  title: 'SubViewer (YouTube)',
  read: (bytes, { language }) => readTextFile(bytes, language, readSbv),
}

function readSbv(lines: string[]): ReadResult {
  const cues: Cue[] = []
  const errors: FileError[] = []
  const losses: Loss[] = []
  for (let line = 0; line < lines.length; line++) {
    if (!lines[line]!.trim()) continue
    const head = line
    while (line + 1 < lines.length && lines[line + 1]!.trim()) line++
    const times = readTimes(lines[head]!)
    const text = readTaggedText(lines.slice(head + 1, line + 1).join('\n'), 'subrip')
    if (typeof times === 'string') errors.push({ line: head + 1, column: 1, message: times })
    else if (!text.ok) errors.push({ line: head + 2, column: 1, message: text.error })
    else {
      const cue = { ...times, stop: withDuration(times.start, times.stop), text: text.text }
      cues.push(cue)
      if (times.start === times.stop) losses.push({ cue, lost: NO_DURATION })
      for (const lost of text.losses) losses.push({ cue, lost })
    }
  }
  if (cues.length === 0 && errors.length === 0)
    errors.push({ line: 1, column: 1, message: 'The file is empty' })
  return readResult(cues, errors, losses)
}

/** The times, or what is wrong with them. */
function readTimes(line: string): { start: number; stop: number } | string {
  const numbers = TIMES.exec(line)?.slice(1).map(Number) as Clock | undefined
  const start = numbers && clockToMs(numbers[0], numbers[1], numbers[2], numbers[3])
  const stop = numbers && clockToMs(numbers[4], numbers[5], numbers[6], numbers[7])
  if (start === undefined || stop === undefined)
    return 'Expected cue times (0:00:01.000,0:00:02.000)'
  const error = findTimeError({ start, stop: withDuration(start, stop) })
  return error ? `The cue ${error}` : { start, stop }
}

type Clock = [number, number, number, number, number, number, number, number]
