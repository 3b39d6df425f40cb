// One list of cues has everything: dialogue, forced narratives, sounds and names of speakers. Files
// for different viewers are made from it.
import type { Cue } from '../cue.ts'
import type { FileWarning } from '../formats/format.ts'
import { replaceInRow } from '../checks/rows.ts'
import { readMarkup, writeMarkup, type TextRow, type TextRun } from '../markup.ts'
import type { CueVariant } from './names.ts'
import type { DeliveryError, DeliveryResult } from './deliver.ts'

type VariantOfCues = {
  cues: Cue[]
  /** The place of each cue in the whole list. */
  indexes: number[]
  warnings: FileWarning[]
}

/** The cues of one variant. The warnings name what it leaves out. */
export function variantOf(cues: readonly Cue[], variant: CueVariant): VariantOfCues {
  const result: VariantOfCues = { cues: [], indexes: [], warnings: [] }
  for (const [index, cue] of cues.entries()) {
    const changed = CHANGES[variant](cue)
    if (!changed) continue
    result.cues.push(changed.cue)
    result.indexes.push(index)
    for (const lost of changed.removed) result.warnings.push({ cue: index, lost })
  }
  const left = cues.length - result.cues.length
  if (left > 0)
    result.warnings.unshift({ cue: null, lost: `${left} of ${cues.length} cues: ${LEFT[variant]}` })
  return result
}

const LEFT: Record<CueVariant, string> = {
  sdh: '',
  forced: 'they are no forced narratives',
  clean: 'they have only sounds and names of speakers',
}

type ChangedCue = { cue: Cue; removed: readonly string[] }
/** Undefined leaves the cue out. */
const CHANGES: Record<CueVariant, (cue: Cue) => ChangedCue | undefined> = {
  sdh: (cue) => ({ cue, removed: [] }),
  forced: (cue) => (cue.kind === 'forced' ? { cue, removed: [] } : undefined),
  clean: (cue) => (cue.kind === 'sdh' ? undefined : cleanCue(cue)),
}

/** Writes one variant, and counts its warnings and errors in the whole list. */
export function writeVariant(
  cues: readonly Cue[],
  variant: CueVariant,
  write: (cues: readonly Cue[]) => DeliveryResult,
): DeliveryResult {
  const made = variantOf(cues, variant)
  if (made.cues.length === 0) return { ok: false, errors: [EMPTY[variant]] }
  const inList = <T extends { cue: number | null }>(one: T): T => ({
    ...one,
    cue: one.cue === null ? null : made.indexes[one.cue]!,
  })
  const written = write(made.cues)
  return written.ok
    ? { ...written, warnings: [...made.warnings, ...written.warnings.map(inList)] }
    : { ok: false, errors: written.errors.map(inList) }
}

const EMPTY: Record<CueVariant, DeliveryError> = {
  sdh: { cue: null, message: 'There are no lines' },
  forced: { cue: null, message: 'No line is a forced narrative' },
  clean: { cue: null, message: 'There are no lines besides sounds and names of speakers' },
}

/** Without sounds in brackets and names of speakers. Text in the picture stays as it is. */
function cleanCue(cue: Cue): ChangedCue | undefined {
  const read = readMarkup(cue.text)
  if (!read.ok || cue.kind === 'onscreen' || cue.kind === 'forced') return { cue, removed: [] }
  const plain = read.rows.map((row) => row.map(({ text }) => text).join(''))
  const text = plain.join('\n')
  const ranges = findLabels(plain, text, cue.speaker)
  if (ranges.length === 0) return { cue, removed: [] }
  const rows = cutRows(read.rows, ranges)
  if (rows.length === 0) return undefined
  const isLone = rows.length === 1 && plain.filter((row) => row.search(DASH) >= 0).length > 1
  const left = isLone ? rows.map((row) => replaceInRow(row, DASH, () => '')) : rows
  return {
    cue: { ...cue, text: writeMarkup(left) },
    removed: ranges.map(({ from, to }) => text.slice(from, to).replaceAll('\n', ' ').trim()),
  }
}

/** A range of the rows joined by \n. */
type TextRange = { from: number; to: number }
const DASH = /^[-–—‐][ \u00a0]*/g
const ROW_START = /[ \u00a0]*(?:[-–—‐][ \u00a0]*)?/y
/** Names of speakers are in capitals. */
const LABEL = /[\p{Lu}\p{N}][\p{Lu}\p{M}\p{N} .'’#&-]{1,40}(?:\([^()\n]{1,60}\))?:(?=\s|$)/uy
/** A row has one speaker and how he speaks: JOHN (whispers): */
const MAX_LABELS = 3

function findLabels(plain: readonly string[], text: string, speaker?: string): TextRange[] {
  if (!/[[(（:]/.test(text)) return []
  const ranges: TextRange[] = []
  let start = 0
  for (const row of plain) {
    const end = start + row.length
    let at = matchEnd(ROW_START, text, Math.max(start, ranges.at(-1)?.to ?? 0))
    for (let found = 0; found < MAX_LABELS && at < end; found++) {
      const to = labelEnd(text, at, end, speaker)
      if (to === undefined) break
      ranges.push({ from: at, to })
      at = matchEnd(ROW_START, text, to)
    }
    findSounds(text, at, end, ranges)
    start = end + 1
  }
  return ranges
}

/** Where the match at this place ends, or the place itself. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Where a sound in round brackets or the name of a speaker ends that starts here. */
function labelEnd(text: string, at: number, rowEnd: number, speaker?: string): number | undefined {
  const closing = { '(': ')', '（': '）' }[text[at]!]
  if (closing) {
    const end = text.indexOf(closing, at)
    // (: is a face.
    return end < 0 || /[:;=8]/.test(text[at + 1]!) ? undefined : end + 1
  }
  const named = speaker && text.slice(at, at + speaker.length + 1)
  if (named && named.toLowerCase() === `${speaker.toLowerCase()}:`) return at + named.length
  const end = matchEnd(LABEL, text, at)
  // A row in capitals is a sign or a shout, and DANGER: belongs to it.
  const isName =
    /\p{Lu}.*\p{Lu}/u.test(text.slice(at, end)) && /\p{Ll}/u.test(text.slice(end, rowEnd))
  return isName ? end : undefined
}

/** Square brackets are never part of what people say. */
function findSounds(text: string, start: number, rowEnd: number, ranges: TextRange[]) {
  const last = text.lastIndexOf(']')
  let open = text.indexOf('[', start)
  while (open >= 0 && open < rowEnd && open < last) {
    // :[ is a face.
    const isFace = /[:;=8]/.test(text[open - 1] ?? '')
    const to = isFace ? open + 1 : text.indexOf(']', open) + 1
    if (!isFace) ranges.push({ from: open, to })
    open = text.indexOf('[', to)
  }
}

/** The rows without the ranges, which are in order. Rows without letters are left out. */
function cutRows(rows: readonly TextRow[], ranges: readonly TextRange[]): TextRow[] {
  const runs = rows.flatMap((row, index): TextRun[] =>
    index ? [{ text: '\n', styles: [] }, ...row] : row,
  )
  const cut: TextRow[] = [[]]
  let [at, next] = [0, 0]
  for (const { text, styles } of runs) {
    const end = at + text.length
    let [kept, read] = ['', at]
    while (next < ranges.length && ranges[next]!.from < end) {
      const { from, to } = ranges[next]!
      kept += text.slice(read - at, Math.max(read, from) - at)
      read = Math.min(end, Math.max(read, to))
      if (to > end) break
      next++
    }
    kept += text.slice(read - at)
    if (kept === '\n') cut.push([])
    else cut.at(-1)!.push({ text: kept, styles })
    at = end
  }
  return cut
    .map((row) =>
      replaceInRow(
        replaceInRow(row, / {2,}/g, () => ' '),
        /^ | $/g,
        () => '',
      ),
    )
    .filter((row) => row.some(({ text }) => /[^\s\-–—‐]/.test(text)))
}
