import type { Fault } from '../../kernel/problem.ts'
import type { Line, NewLine } from '../contract.ts'
import { milliseconds } from '../../subtitles/rules/cue.ts'
import { faultOfText } from '../../subtitles/rules/fragment.ts'

/** What is wrong with a set of lines beyond the shape of each: texts, times, and numbers 1…n in order of time. */
export function faultsOfLines(lines: readonly NewLine[]): Fault[] {
  return lines.flatMap((line, index) => {
    const text = faultOfText(line.text)
    const [start, stop] = [milliseconds(line.startTime), milliseconds(line.stopTime)]
    const before = lines[index - 1]
    return [
      ...(text ? [{ pointer: `/${index}/text`, message: text }] : []),
      ...(stop <= start ? [{ pointer: `/${index}/stopTime`, message: 'must come after startTime' }] : []),
      ...(line.number !== index + 1 ? [{ pointer: `/${index}/number`, message: `must be ${index + 1}: lines are numbered from 1 in order of time` }] : []),
      ...(before && start < milliseconds(before.startTime) ? [{ pointer: `/${index}/startTime`, message: 'lies before the line above it' }] : []),
    ]
  })
}

/** A line that does not say where it comes from was typed by a person. */
export const wholeLine = (line: NewLine): Line => ({ ...line, auto: line.auto ?? false, machine: line.machine ?? false, custom: line.custom ?? !(line.auto || line.machine) })
