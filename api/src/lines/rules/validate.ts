import type { FieldError } from '../../kernel/http/contract/problem.ts'
import { findMarkupError, parseTimecode } from '@reelay/subtitles'
import type { NewLine, LineInput } from '../contract.ts'

/** Validates what the schema cannot: markup, times, and numbers 1…n in order of time. */
export function validateLines(lines: readonly NewLine[]): FieldError[] {
  const seen = new Set<string>()
  return lines.flatMap((line, index) => {
    const before = lines[index - 1]
    const isDuplicate = line._id !== undefined && seen.has(line._id)
    if (line._id) seen.add(line._id)
    return [
      ...validateLine(line, `/${index}`),
      ...(line.number !== index + 1
        ? [
            {
              pointer: `/${index}/number`,
              message: `must be ${index + 1}: lines are numbered from 1 in order of time`,
            },
          ]
        : []),
      ...(before && parseTimecode(line.startTime) < parseTimecode(before.startTime)
        ? [{ pointer: `/${index}/startTime`, message: 'is before the previous line' }]
        : []),
      ...(isDuplicate ? [{ pointer: `/${index}/_id`, message: 'is listed twice' }] : []),
    ]
  })
}

export function validateLine(
  { text, source, startTime, stopTime }: LineInput,
  base = '',
): FieldError[] {
  const texts = Object.entries({ text, source }).map(([name, words]) => ({
    pointer: `${base}/${name}`,
    message: words === undefined ? undefined : findMarkupError(words),
  }))
  return [
    ...texts.flatMap(({ pointer, message }) => (message ? [{ pointer, message }] : [])),
    ...(parseTimecode(stopTime) <= parseTimecode(startTime)
      ? [{ pointer: `${base}/stopTime`, message: 'must be after startTime' }]
      : []),
  ]
}
