import { plainText } from '@reelay/subtitles'
import type { LineDiff, DiffPiece } from '../contract.ts'
import { isSame, presentLine, type StoredLine } from './line.ts'

/** The differences between two states of a text track, in order of time. */
export function diffLines(before: readonly StoredLine[], after: readonly StoredLine[]): LineDiff[] {
  const [were, are] = [numberedById(before), numberedById(after)]
  const gone = [...were].filter(([id]) => !are.has(id)).map(([, line]) => line)
  const other = [...are]
    .filter(([id, { line }]) => !were.has(id) || !isSame(line, were.get(id)!.line))
    .map(([, line]) => line)
  const pairs: { was: NumberedLine | undefined; is: NumberedLine | undefined }[] = [
    ...gone.map((was) => ({ was, is: undefined })),
    ...other.map((is) => ({ was: were.get(is.line._id), is })),
  ]
  return pairs
    .toSorted((one, next) => (one.is ?? one.was)!.line.start - (next.is ?? next.was)!.line.start)
    .map(({ was, is }) => ({
      line: (is ?? was)!.line._id,
      kind: !was ? 'added' : is ? 'changed' : 'removed',
      before: was ? presentLine(was.line, was.index) : null,
      after: is ? presentLine(is.line, is.index) : null,
      words: diffWords(was?.line.text ?? '', is?.line.text ?? ''),
    }))
}

type NumberedLine = { line: StoredLine; index: number }
const numberedById = (lines: readonly StoredLine[]) =>
  new Map(lines.map((line, index) => [line._id, { line, index }]))

/** A word diff by longest common subsequence. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const [old, now] = [tokens(before), tokens(after)]
  if (old.length * now.length > MAX_PAIRS)
    return [
      { kind: 'gone', text: plainText(before) },
      { kind: 'new', text: plainText(after) },
    ]
  const longest = commonLengths(old, now)
  const pieces: DiffPiece[] = []
  const say = (kind: DiffPiece['kind'], text: string) => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  let [at, to] = [0, 0]
  while (at < old.length || to < now.length) {
    if (at < old.length && to < now.length && old[at] === now[to]) {
      say('same', old[at++]!)
      to++
    } else if (
      to >= now.length ||
      (at < old.length && longest[at + 1]![to]! >= longest[at]![to + 1]!)
    )
      say('gone', old[at++]!)
    else say('new', now[to++]!)
  }
  return pieces
}

/**
 * About 200 by 200 tokens. Longer texts are not diffed word by word, because it would block other
 * requests.
 */
const MAX_PAIRS = 40_000
const tokens = (text: string): string[] => plainText(text).match(/\s+|\S+/g) ?? []

/** Length of the longest common subsequence from each pair of positions on. */
function commonLengths(one: readonly string[], other: readonly string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () =>
    Array.from({ length: other.length + 1 }, () => 0),
  )
  for (let at = one.length - 1; at >= 0; at--) {
    for (let to = other.length - 1; to >= 0; to--) {
      lengths[at]![to] =
        one[at] === other[to]
          ? lengths[at + 1]![to + 1]! + 1
          : Math.max(lengths[at + 1]![to]!, lengths[at]![to + 1]!)
    }
  }
  return lengths
}
