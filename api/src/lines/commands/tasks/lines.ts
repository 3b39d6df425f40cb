// Run in worker threads. Lines come as JSON texts, as the database returns them: copying strings to
// a thread takes a tenth of the time of copying objects.
import { jsonListOutput, jsonOutput } from '../../../kernel/compute/json-output.ts'
import { MAX_PREVIEW_LINES, type ImportResult } from '../../contract.ts'
import type { NumberedLine } from '../../queries/lines.ts'
import { diffLines } from '../../rules/diff.ts'
import { presentLine, type StoredLine } from '../../rules/line.ts'

const parseTexts = <T>(texts: readonly string[]): T[] => JSON.parse(`[${texts.join()}]`)
export const parseLines = parseTexts<StoredLine>

export const presentAll = (lines: readonly string[]) =>
  jsonListOutput(parseLines(lines).values().map(presentLine))

export const compareLines = ({
  before,
  after,
}: {
  before: readonly string[]
  after: readonly string[]
}) => jsonListOutput(diffLines(parseLines(before), parseLines(after)))

/** `lines` are JSON texts of `NumberedLine`. */
export const presentEdited = ({
  lines,
  ...result
}: {
  revision: number
  lines: readonly string[]
  removed: readonly string[]
}) =>
  jsonOutput({
    ...result,
    lines: parseTexts<NumberedLine>(lines).map(({ line, index }) => presentLine(line, index)),
  })

type ImportedLines = {
  result: Omit<ImportResult, 'added' | 'left' | 'lines' | 'result'>
  lines: readonly string[]
  addedIds: ReadonlySet<string>
  before: readonly string[]
  unmatchedIds: ReadonlySet<string>
}

export function presentImported({ result, lines, addedIds, before, unmatchedIds }: ImportedLines) {
  const present = (texts: readonly string[], ids: ReadonlySet<string>) =>
    ids.size === 0
      ? []
      : parseLines(texts).flatMap((line, index) =>
          ids.has(line._id) ? [presentLine(line, index)] : [],
        )
  return jsonOutput({
    ...result,
    lines: lines.length,
    result: parseLines(lines.slice(0, MAX_PREVIEW_LINES)).map(presentLine),
    added: present(lines, addedIds),
    left: present(before, unmatchedIds),
  })
}
