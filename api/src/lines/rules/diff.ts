import { plainText } from '@reelay/subtitles'
import type { LineDiff, DiffPiece } from '../contract.ts'
import { hasSameContent, presentLine, type StoredLine } from './line.ts'

/**
 * The differences between two states of a text track, in order of time. One at a time, because those
 * of many long lines take more memory than the lines.
 */
export function* diffLines(
  before: readonly StoredLine[],
  after: readonly StoredLine[],
): Generator<LineDiff> {
  const [beforeById, afterById] = [numberedById(before), numberedById(after)]
  const removed = [...beforeById].filter(([id]) => !afterById.has(id)).map(([, line]) => line)
  const addedOrChanged = [...afterById]
    .filter(
      ([id, { line }]) => !beforeById.has(id) || !hasSameContent(line, beforeById.get(id)!.line),
    )
    .map(([, line]) => line)
  const pairs: { old: NumberedLine | undefined; now: NumberedLine | undefined }[] = [
    ...removed.map((old) => ({ old, now: undefined })),
    ...addedOrChanged.map((now) => ({ old: beforeById.get(now.line._id), now })),
  ]
  const budget = { cells: MAX_CELLS }
  pairs.sort((a, b) => (a.now ?? a.old)!.line.start - (b.now ?? b.old)!.line.start)
  for (const { old, now } of pairs)
    yield {
      line: (now ?? old)!.line._id,
      kind: !old ? 'added' : now ? 'changed' : 'removed',
      before: old ? presentLine(old.line, old.index) : null,
      after: now ? presentLine(now.line, now.index) : null,
      words: diffWords(old?.line.text ?? '', now?.line.text ?? '', budget),
    }
}

type NumberedLine = { line: StoredLine; index: number }
const numberedById = (lines: readonly StoredLine[]) =>
  new Map(lines.map((line, index) => [line._id, { line, index }]))

/** Cells of the table that all diffs of one comparison may fill: about 0.15 s. */
type DiffBudget = { cells: number }
const MAX_CELLS = 10_000_000
/** A text of 2,000 characters has at most 2,000 words and spaces. */
const MAX_LINE_CELLS = 4_000_000

/**
 * A word diff by longest common subsequence, of the part between the common start and end. When the
 * budget is used up, that part is reported as replaced.
 */
export function diffWords(
  before: string,
  after: string,
  budget: DiffBudget = { cells: MAX_LINE_CELLS },
): DiffPiece[] {
  const [old, now] = [plainText(before), plainText(after)]
  const head = commonStart(old, now)
  const tail = commonEnd(old, now, head)
  return joinPieces([
    ...piece('same', old.slice(0, head)),
    ...diffMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail), budget),
    ...piece('same', old.slice(old.length - tail)),
  ])
}

const piece = (kind: DiffPiece['kind'], text: string): DiffPiece[] => (text ? [{ kind, text }] : [])

/** The length of the words and spaces with which both texts start. */
function commonStart(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let length = 0
  while (length < shorter && a.charCodeAt(length) === b.charCodeAt(length)) length++
  while (length > 0 && !(isBoundary(a, length) && isBoundary(b, length))) length--
  return length
}

/** The length of the words and spaces with which both texts end, after the first `head` characters. */
function commonEnd(a: string, b: string, head: number): number {
  const longest = Math.min(a.length, b.length) - head
  let length = 0
  while (
    length < longest &&
    a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)
  )
    length++
  while (length > 0 && !(isBoundary(a, a.length - length) && isBoundary(b, b.length - length)))
    length--
  return length
}

/** Whether a word or a space ends before this position. */
const isBoundary = (text: string, position: number): boolean =>
  position === 0 ||
  position === text.length ||
  isSpace(text[position - 1]!) !== isSpace(text[position]!)
const isSpace = (character: string): boolean => /\s/.test(character)

function diffMiddle(old: string, now: string, budget: DiffBudget): DiffPiece[] {
  const replaced = [...piece('gone', old), ...piece('new', now)]
  // To find the words costs about as much as one cell per character.
  budget.cells -= old.length + now.length
  if (budget.cells < 0) return replaced
  const [gone, come] = [tokens(old), tokens(now)]
  const cells = (gone.length + 1) * (come.length + 1)
  if (cells > budget.cells) return replaced
  budget.cells -= cells
  return diffTokens(gone, come)
}

function diffTokens(old: readonly string[], now: readonly string[]): DiffPiece[] {
  const longest = commonLengths(old, now)
  const pieces: DiffPiece[] = []
  const width = now.length + 1
  let [from, to] = [0, 0]
  while (from < old.length || to < now.length) {
    if (from < old.length && to < now.length && old[from] === now[to]) {
      pieces.push({ kind: 'same', text: old[from++]! })
      to++
    } else if (
      to >= now.length ||
      (from < old.length && longest[(from + 1) * width + to]! >= longest[from * width + to + 1]!)
    )
      pieces.push({ kind: 'gone', text: old[from++]! })
    else pieces.push({ kind: 'new', text: now[to++]! })
  }
  return pieces
}

/** Neighbours of one kind become one piece. */
function joinPieces(pieces: readonly DiffPiece[]): DiffPiece[] {
  const joined: DiffPiece[] = []
  for (const { kind, text } of pieces) {
    const last = joined.at(-1)
    if (last?.kind === kind) last.text += text
    else joined.push({ kind, text })
  }
  return joined
}

const tokens = (text: string): string[] => text.match(/\s+|\S+/g) ?? []

/**
 * Length of the longest common subsequence from each pair of positions on, in rows of the length of
 * `now` plus one.
 */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const words = new Map<string, number>()
  const number = (word: string) => {
    if (!words.has(word)) words.set(word, words.size)
    return words.get(word)!
  }
  const [left, right] = [Int32Array.from(old, number), Int32Array.from(now, number)]
  for (let from = left.length - 1; from >= 0; from--) {
    for (let to = right.length - 1; to >= 0; to--) {
      const cell = from * width + to
      lengths[cell] =
        left[from] === right[to]
          ? lengths[cell + width + 1]! + 1
          : Math.max(lengths[cell + width]!, lengths[cell + 1]!)
    }
  }
  return lengths
}
