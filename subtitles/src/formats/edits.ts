// Changes a file in place: only the cues that changed are written, and every other byte stays. The
// result is read again, and if it does not contain exactly the wanted cues, the file is written anew.
import type { Cue } from '../cue.ts'
import type { FileInfo, Format, OriginalFile, WriteResult } from './format.ts'
import { hasSameCues, keyOf, matchOriginal, nextPlaces, type TextSpan } from './original.ts'

/**
 * `at` is the cue of the original file that is replaced, or removed if `cue` is null. `behind` is the
 * one that an added cue follows, or -1. `index` is the place of the cue in the new list.
 */
export type CueEdit =
  | { at: number; cue: Cue | null; index: number }
  | { behind: number; cue: Cue; index: number }
/** Undefined if the file cannot be changed in place. */
export type EditFile = (
  original: OriginalFile,
  edits: readonly CueEdit[],
  about: FileInfo,
) => Uint8Array | undefined

export const editingOriginal =
  (
    { name, read }: Pick<Format, 'name' | 'read'>,
    write: Format['write'],
    edit: EditFile,
  ): Format['write'] =>
  (cues, about) => {
    const { original } = about
    if (original?.format !== name) return write(cues, about)
    if (hasSameCues(original.cues, cues)) return { ok: true, bytes: original.bytes, warnings: [] }
    const edits = planEdits(original.cues, cues)
    const changed = edits.flatMap(({ cue, index }) => (cue ? [{ cue, index }] : []))
    const written: WriteResult =
      changed.length > 0
        ? write(
            changed.map(({ cue }) => cue),
            about,
          )
        : { ok: true, bytes: new Uint8Array(), warnings: [] }
    if (!written.ok)
      return {
        ok: false,
        errors: written.errors.map((error) => ({ ...error, cue: changed[error.cue]!.index })),
      }
    const bytes = edit(original, edits, about)
    const options = { ...about, strict: true }
    const usual = changed.length > 0 ? read(written.bytes, options) : undefined
    const isRight =
      bytes &&
      containsCues(read(bytes, options), {
        kept: keptCues(original.cues, edits),
        changed: changed.map(({ cue }) => cue),
        usual: usual?.ok ? usual.cues : [],
      })
    if (!isRight) return write(cues, about)
    const warnings = written.warnings.map(({ cue, lost }) => ({
      cue: cue === null ? null : changed[cue]!.index,
      lost,
    }))
    return { ok: true, bytes, warnings }
  }

const byTime = (one: Cue, other: Cue) =>
  one.start - other.start || one.stop - other.stop || (one.text < other.text ? -1 : 1)

/** Files need not be in the order of time. Between kept cues, changed ones take the places of gone ones. */
export function planEdits(before: readonly Cue[], after: readonly Cue[]): CueEdit[] {
  const sort = (cues: readonly Cue[]) =>
    [...cues.keys()].sort((one, other) => cues[one]!.start - cues[other]!.start || one - other)
  const [olds, news] = [sort(before), sort(after)]
  const kept = matchOriginal(
    olds.map((index) => before[index]!),
    news.map((index) => after[index]!),
  )
  const following = nextPlaces(kept, olds.length)
  const edits: CueEdit[] = []
  let place = 0
  const remove = () => edits.push({ at: olds[place++]!, cue: null, index: -1 })
  for (const [position, match] of kept.entries()) {
    const index = news[position]!
    const cue = after[index]!
    if (match !== undefined) {
      while (place < match) remove()
      place++
    } else if (place < following[position]!) edits.push({ at: olds[place++]!, cue, index })
    else edits.push({ behind: place > 0 ? olds[place - 1]! : -1, cue, index })
  }
  while (place < olds.length) remove()
  return edits
}

function keptCues(before: readonly Cue[], edits: readonly CueEdit[]): Cue[] {
  const gone = new Set(edits.flatMap((edit) => ('at' in edit ? [edit.at] : [])))
  return before.filter((_, index) => !gone.has(index))
}

/** `usual` are the changed cues as the format stores them, for example with times in frames. */
function containsCues(
  result: ReturnType<Format['read']>,
  { kept, changed, usual }: { kept: Cue[]; changed: Cue[]; usual: Cue[] },
): boolean {
  if (!result.ok || result.cues.length !== kept.length + changed.length) return false
  const counts = new Map<string, number>()
  for (const cue of kept) counts.set(keyOf(cue), (counts.get(keyOf(cue)) ?? 0) + 1)
  const others = result.cues.filter((cue) => {
    const count = counts.get(keyOf(cue)) ?? 0
    if (count > 0) counts.set(keyOf(cue), count - 1)
    return count === 0
  })
  if (others.length !== changed.length) return false
  const [wanted, stored] = [changed.toSorted(byTime), usual.toSorted(byTime)]
  return others
    .toSorted(byTime)
    .every((cue, at) => [wanted[at], stored[at]].some((one) => one && keyOf(one) === keyOf(cue)))
}

/** Where the texts of the cues are, and how one is written. Undefined if it cannot be. */
export type EditableText = {
  spans: readonly TextSpan[]
  write: (edit: CueEdit & { cue: Cue }) => string | undefined
  separator: string
  /** A removed cue takes its line end with it. */
  removesLine?: boolean
}

export function editText(
  text: string,
  edits: readonly CueEdit[],
  { spans, write, separator, removesLine = false }: EditableText,
): string | undefined {
  const pieces: (TextSpan & { text: string })[] = []
  const first = spans.reduce((least, { from }) => Math.min(least, from), text.length)
  for (const edit of edits) {
    const block = edit.cue === null ? '' : write({ ...edit, cue: edit.cue })
    if (block === undefined) return undefined
    if ('behind' in edit) {
      const at = edit.behind < 0 ? first : spans[edit.behind]!.to
      const added = edit.behind < 0 ? block + separator : separator + block
      pieces.push({ from: at, to: at, text: added })
    } else {
      const { from, to } = spans[edit.at]!
      const end = edit.cue === null && removesLine ? endOfLine(text, to) : to
      pieces.push({ from, to: end, text: block })
    }
  }
  pieces.sort((one, other) => one.from - other.from || one.to - other.to)
  let [edited, read] = ['', 0]
  for (const piece of pieces) {
    edited += text.slice(read, Math.max(read, piece.from)) + piece.text
    read = Math.max(read, piece.to)
  }
  return edited + text.slice(read)
}

const endOfLine = (text: string, at: number) =>
  text.startsWith('\r\n', at) ? at + 2 : /[\r\n]/.test(text[at] ?? '') ? at + 1 : at
