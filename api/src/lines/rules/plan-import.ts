import { type Cue, findMarkupError } from '@reelay/subtitles'
import { matchCues, shiftCues } from '@reelay/subtitles/formats'
import { MAX_LENGTHS, MAX_LINES, type ImportOptions } from '../contract.ts'
import { MAX_TIME } from './edits.ts'
import { hasSameContent, type LineDraft, type StoredLine } from './line.ts'

export type ImportPlan = {
  drafts: LineDraft[]
  removedIds: string[]
  matched: number
  changed: number
  added: LineDraft[]
  unmatched: StoredLine[]
}

/** Matches the cues of a file to lines by time, unless they come after all lines. */
export function planImport(
  current: readonly StoredLine[],
  cues: readonly Cue[],
  { into = 'text', times = 'take', mode = 'merge' }: Omit<ImportOptions, 'format'>,
): ImportPlan {
  if (mode === 'append') return planAppend(current, cues, into)
  const matching = matchCues(current, cues)
  const changed = matching.pairs
    .map(
      ([index, incoming]) =>
        [current[index]!, applyCue(current[index]!, cues[incoming]!, into, times)] as const,
    )
    .filter(([line, draft]) => !hasSameContent(line, draft))
    .map(([, draft]) => draft)
  const added = matching.added.map((index) => newDraft(cues[index]!, into))
  const alone = matching.unmatched.map((index) => current[index]!)
  return {
    drafts: [...changed, ...added],
    removedIds: mode === 'replace' ? alone.map(({ _id }) => _id) : [],
    matched: matching.pairs.length,
    changed: changed.length,
    added,
    unmatched: alone,
  }
}

/** One distance for all cues, so that the pauses between them stay as they are. */
function planAppend(
  current: readonly StoredLine[],
  cues: readonly Cue[],
  into: 'text' | 'source',
): ImportPlan {
  const end = current.reduce((latest, { stop }) => Math.max(latest, stop), 0)
  const begin = cues.reduce((earliest, { start }) => Math.min(earliest, start), Infinity)
  const added = shiftCues(cues, Math.max(0, end - begin)).map((cue) => newDraft(cue, into))
  return { drafts: added, removedIds: [], matched: 0, changed: 0, added, unmatched: [...current] }
}

function applyCue(
  line: StoredLine,
  cue: Cue,
  into: 'text' | 'source',
  times: 'take' | 'keep',
): LineDraft {
  const { start, stop, text, source, ...more } = cue
  const words =
    into === 'source' ? { source: text } : { text, ...(source !== undefined && { source }) }
  const typed =
    'text' in words && words.text !== line.text
      ? { auto: false, machine: false, custom: true, stale: false }
      : {}
  return { ...line, ...more, ...words, ...typed, ...(times === 'take' && { start, stop }) }
}

const newDraft = ({ text, source = '', ...cue }: Cue, into: 'text' | 'source'): LineDraft => ({
  ...cue,
  text: into === 'text' ? text : '',
  source: into === 'text' ? source : text,
  origin: null,
  stale: false,
  auto: into === 'source',
  machine: false,
  custom: into === 'text',
})

export type UnstorableCue = { cue: number; message: string }

/** Cues that a line cannot store: formats have other limits, or none. */
export function findUnstorable(cues: readonly Cue[]): UnstorableCue[] {
  if (cues.length > MAX_LINES)
    return [
      {
        cue: MAX_LINES,
        message: `is one too many: a text track can have at most ${MAX_LINES} lines`,
      },
    ]
  return cues.flatMap((cue, index) => {
    const message = whyUnstorable(cue)
    return message ? [{ cue: index, message }] : []
  })
}

function whyUnstorable({
  start,
  stop,
  text,
  source = '',
  budget = 0,
  x: _x,
  y: _y,
  machine: _machine,
  ...words
}: Cue): string | undefined {
  if (
    !Number.isInteger(start) ||
    !Number.isInteger(stop) ||
    start < 0 ||
    start >= stop ||
    stop > MAX_TIME
  )
    return 'has invalid times'
  for (const [name, value] of Object.entries({ text, source, ...words })) {
    const max = MAX_LENGTHS[name as keyof typeof MAX_LENGTHS] ?? Infinity
    if (value.length > max)
      return `has a ${name} of ${value.length} characters; the limit is ${max}`
  }
  if (budget > 100_000) return 'has a budget that is too large'
  const isUnstorable = Object.values({ text, source, ...words }).some(
    (value) => !value.isWellFormed() || /[\u0000-\u0009\u000b-\u001f\u007f]/.test(value),
  )
  return isUnstorable
    ? 'contains a character that cannot be stored'
    : (findMarkupError(text) ?? findMarkupError(source))
}
