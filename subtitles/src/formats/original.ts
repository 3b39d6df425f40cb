// Writes a file again: cues that did not change keep the text of the original file, with the markup
// that a cue cannot store.
import type { Cue } from '../cue.ts'
import type { Format, OriginalFile, WriteResult } from './format.ts'

/** Where a cue is in the text, from its first letter to its last. */
export type TextSpan = { from: number; to: number }
/** Texts of files whose cues stand one after another. */
export type CueBlocks = {
  /** The places of the cues of a valid file, in order. */
  locate: (text: string) => TextSpan[]
  /** `index` is the place of the cue in the list. */
  writeBlock: (cue: Cue, index: number) => string
  /** Between two cues. */
  separator: string
}

/** Without `blocks`, only a file without any change keeps its bytes. */
export const keepingOriginal =
  (name: Format['name'], write: Format['write'], blocks?: CueBlocks): Format['write'] =>
  (cues, about) => {
    const { original } = about
    if (original?.format !== name) return write(cues, about)
    const { bytes } = original
    if (hasSameCues(original.cues, cues)) return { ok: true, bytes, warnings: [] }
    const kept = matchOriginal(original.cues, cues)
    return (blocks && rewrite(original, cues, { kept, blocks, write, about })) ?? write(cues, about)
  }

/** Only tables have these fields. */
const TABLE_FIELDS = new Set(['source', 'name', 'budget', 'note', 'still'])
export const keyOf = (cue: Cue): string =>
  JSON.stringify(
    Object.entries(cue)
      .filter(([field]) => !TABLE_FIELDS.has(field))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

/** A file need not be in the order of time, but a list of lines is. */
export function hasSameCues(before: readonly Cue[], after: readonly Cue[]): boolean {
  if (before.length !== after.length) return false
  const byStart = (one: Cue, other: Cue) => one.start - other.start
  const sorted = before.toSorted(byStart)
  return after.toSorted(byStart).every((cue, at) => keyOf(cue) === keyOf(sorted[at]!))
}

/** The original cue that each cue still is, in order, or undefined. */
export function matchOriginal(
  before: readonly Cue[],
  after: readonly Cue[],
): (number | undefined)[] {
  const places = new Map<string, { list: number[]; next: number }>()
  for (const [index, cue] of before.entries()) {
    const key = keyOf(cue)
    const known = places.get(key)
    if (known) known.list.push(index)
    else places.set(key, { list: [index], next: 0 })
  }
  let last = -1
  return after.map((cue) => {
    const same = places.get(keyOf(cue))
    if (!same) return undefined
    while (same.list[same.next]! <= last) same.next++
    const index = same.list[same.next]
    last = index ?? last
    return index
  })
}

type Rewriting = {
  kept: readonly (number | undefined)[]
  blocks: CueBlocks
  write: Format['write']
  about: Parameters<Format['write']>[1]
}

/** Undefined if the file must be written anew. */
function rewrite(
  original: OriginalFile,
  cues: readonly Cue[],
  { kept, blocks, write, about }: Rewriting,
): WriteResult | undefined {
  const text = decodeUtf8(original.bytes)
  const spans = text === undefined ? [] : blocks.locate(text)
  if (text === undefined || spans.length !== original.cues.length || spans.length === 0)
    return undefined
  const changed = cues.flatMap((cue, index) => (kept[index] === undefined ? [{ cue, index }] : []))
  // The writer reports what it cannot write.
  const checked = write(
    changed.map(({ cue }) => cue),
    about,
  )
  if (!checked.ok)
    return {
      ok: false,
      errors: checked.errors.map(({ cue, message }) => ({ cue: changed[cue]!.index, message })),
    }
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const toLines = (block: string) => block.replaceAll('\n', lineEnd)
  const written = spliceBlocks(text, spans, kept, {
    blockOf: (index) => toLines(blocks.writeBlock(cues[index]!, index)),
    separator: toLines(blocks.separator),
  })
  return { ok: true, bytes: new TextEncoder().encode(written), warnings: [] }
}

const BYTE_ORDER_MARK = '\ufeff'
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Between two cues that are kept, changed cues take the places of those that are gone, one after
 * another. More of them are added behind, and places that are left over are removed.
 */
function spliceBlocks(
  text: string,
  spans: readonly TextSpan[],
  kept: readonly (number | undefined)[],
  { blockOf, separator }: { blockOf: (index: number) => string; separator: string },
): string {
  const parts: string[] = []
  let [read, place] = [0, 0]
  /** Copies the text up to the place, and skips or keeps what is there. */
  const pass = (block: string | undefined) => {
    const { from, to } = spans[place]!
    parts.push(text.slice(read, from), block ?? text.slice(from, to))
    read = to
    place++
  }
  const following = nextPlaces(kept, spans.length)
  for (const [index, match] of kept.entries()) {
    const next = following[index]!
    if (match !== undefined) {
      while (place < match) pass('')
      pass(undefined)
    } else if (place < next) pass(blockOf(index))
    else if (place > 0) parts.push(separator, blockOf(index))
    else {
      const { from } = spans[0]!
      parts.push(text.slice(read, from), blockOf(index), separator)
      read = from
    }
  }
  while (place < spans.length) pass('')
  return [...parts, text.slice(read)].join('')
}

/** From each cue on, the place of the next one that is kept. */
export function nextPlaces(kept: readonly (number | undefined)[], end: number): number[] {
  const next: number[] = []
  for (let index = kept.length - 1, place = end; index >= 0; index--) {
    place = kept[index] ?? place
    next[index] = place
  }
  return next
}

/** The lines of a text, and where each starts. */
export function locateLines(text: string): { lines: string[]; starts: number[] } {
  const first = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  const [lines, starts]: [string[], number[]] = [[], [first]]
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push(text.slice(starts.at(-1), index))
    starts.push(index + end.length)
  }
  lines.push(text.slice(starts.at(-1)))
  return { lines, starts }
}

/** From the start of a line to the end of the last line before `until` that is not empty. */
export function spanOfLines(
  { lines, starts }: ReturnType<typeof locateLines>,
  from: number,
  until: number,
): TextSpan {
  let last = until - 1
  while (last > from && lines[last] === '') last--
  return { from: starts[from]!, to: starts[last]! + lines[last]!.length }
}
