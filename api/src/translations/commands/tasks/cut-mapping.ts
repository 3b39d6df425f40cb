// The mapping between two cuts by what somebody states about them. Runs in worker threads.
import { parseSmpte, type FrameRate } from '@reelay/subtitles'
import {
  mappingBetweenCuts,
  mappingFromCut,
  offsetMapping,
  readChangeList,
  readEdl,
  readOtio,
  stretchMapping,
  twoPointMapping,
  type ConformMapping,
  type CutEvent,
  type CutResult,
} from '@reelay/subtitles/conform'
import { invalid } from '../../../kernel/http/contract/problem.ts'
import {
  CONFORM_RATES,
  type ConformSource,
  type VersionConformSource,
} from '../../contract/conform.ts'

type MappingSource = ConformSource | VersionConformSource

/** `rate` is that of the new film. */
export function mappingOf(by: MappingSource, rate: FrameRate): ConformMapping {
  switch (by.kind) {
    case 'edl':
      return mappingFromEdl(by, rate)
    case 'otio':
      return betweenCuts(readOtio(by.text), by.old === undefined ? undefined : readOtio(by.old))
    case 'changes':
      return accepted(
        readChangeList(by.text, {
          rate,
          newStartMs: startOf(by.start, rate),
          oldStartMs: startOf(by.oldStart, rate),
        }),
      )
    case 'stretch':
      return stretchMapping(CONFORM_RATES[by.from], CONFORM_RATES[by.to])
    case 'points':
      return twoPointMapping(by.points) ?? rejectPoints()
    case 'offset':
      return offsetMapping(by.by)
    case 'films':
      throw new Error('Two films are compared in a job')
  }
}

function mappingFromEdl(
  { text, old, start, oldStart }: Extract<MappingSource, { kind: 'edl' }>,
  rate: FrameRate,
): ConformMapping {
  const startTimes = { ...(start && { start }), ...(oldStart && { sourceStart: oldStart }) }
  if (old === undefined) return betweenCuts(readEdl(text, { rate, ...startTimes }))
  return betweenCuts(
    readEdl(text, { rate, ...(start && { start }) }),
    readEdl(old, { rate, ...(oldStart && { start: oldStart }) }),
  )
}

const betweenCuts = (cut: CutResult<CutEvent[]>, old?: CutResult<CutEvent[]>): ConformMapping =>
  accepted(old ? mappingBetweenCuts(accepted(old), accepted(cut)) : mappingFromCut(accepted(cut)))

function startOf(code: string | undefined, rate: FrameRate): number {
  if (code === undefined) return 0
  const frame = parseSmpte(code, { rate, drop: code.includes(';') })
  return ((frame ?? 0) * 1000 * rate.den) / rate.num
}

function accepted<T>(result: CutResult<T>): T {
  if (result.ok) return result.value
  const { line, message } = result.errors[0]!
  throw invalid(
    'cut.invalid',
    line > 0 ? `Line ${line}: ${message}` : message,
    result.errors.map((error) => ({
      pointer: '/by/text',
      message: error.line > 0 ? `line ${error.line}: ${error.message}` : error.message,
    })),
  )
}

function rejectPoints(): never {
  throw invalid('cut.invalid', 'The two points must be at different times, in the same order.', [
    { pointer: '/by/points', message: 'must be at different times, in the same order' },
  ])
}
