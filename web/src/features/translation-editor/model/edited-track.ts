// The server's lines with the local drafts. Pure: every function returns a new track.
import type { lines } from '@reelay/api/contract'
import {
  applyDraft,
  applyFields,
  isSendable,
  keepMine,
  rebase,
  takeTheirs,
  type EditorLine,
  type EditorLineDraft,
  type LineFields,
} from './draft.ts'

export type EditedTrack = {
  /** The server's lines, in order. */
  lines: readonly EditorLine[]
  byId: ReadonlyMap<string, EditorLine>
  revision: number
  drafts: ReadonlyMap<string, EditorLineDraft>
}

export const createTrack = (lines: readonly EditorLine[], revision: number): EditedTrack => ({
  lines,
  byId: indexById(lines),
  revision,
  drafts: new Map(),
})

export function changeFields(track: EditedTrack, id: string, fields: LineFields): EditedTrack {
  const line = track.byId.get(id)
  return line ? withDraft(track, id, applyFields(track.drafts.get(id), line, fields)) : track
}

/**
 * Merges lines from the server. A complete reply holds everything since our revision. Otherwise it
 * is the result of our own request and others may have written in between: then the revision
 * stays, and the next fetch brings their changes.
 */
export function mergeServerLines(
  track: EditedTrack,
  { revision, lines, removed }: lines.EditResult,
  { isComplete }: { isComplete: boolean },
): EditedTrack {
  const removedIds = new Set(removed.filter((id) => track.byId.has(id)))
  const newer = lines.filter((line) => (track.byId.get(line._id)?.version ?? 0) < line.version)
  const isNext = isComplete || revision <= track.revision + 1
  const next: EditedTrack = {
    ...track,
    revision: isNext ? Math.max(revision, track.revision) : track.revision,
  }
  if (!removedIds.size && !newer.length) return next
  const newerById = indexById(newer)
  const existing = track.lines
    .filter(({ _id }) => !removedIds.has(_id))
    .map((line) => newerById.get(line._id) ?? line)
  const added = newer.filter(({ _id }) => !track.byId.has(_id))
  const merged = sortLines([...existing, ...added], newer)
  const drafts = rebaseDrafts(track.drafts, newerById, removedIds)
  return { ...next, lines: merged, byId: indexById(merged), drafts }
}

/** Applies drafts of an earlier session to the current lines. */
export function restoreDrafts(track: EditedTrack, drafts: readonly EditorLineDraft[]): EditedTrack {
  return drafts.reduce((next, { line: id, base, fields, sending, tried }) => {
    if (next.drafts.has(id)) return next
    const unconfirmed = sending ?? tried
    const draft = { line: id, base, fields, ...(unconfirmed && { tried: unconfirmed }) }
    const line = next.byId.get(id)
    return withDraft(next, id, line ? rebase(draft, line) : { ...draft, removed: true })
  }, track)
}

export const sendableDrafts = ({ drafts }: EditedTrack, max: number): EditorLineDraft[] =>
  [...drafts.values()].filter(isSendable).slice(0, max)

export const startSending = (track: EditedTrack, ids: readonly string[]): EditedTrack =>
  ids.reduce(
    (next, id) => mapDraft(next, id, (draft) => ({ ...draft, sending: draft.fields })),
    track,
  )

/** `isAnswered`: the server has replied, so the outcome is known. */
export function finishSending(
  track: EditedTrack,
  ids: readonly string[],
  { isAnswered }: { isAnswered: boolean },
): EditedTrack {
  return ids.reduce((next, id) => {
    const draft = next.drafts.get(id)
    if (!draft?.sending) return next
    const { sending, ...rest } = draft
    const line = next.byId.get(id)
    if (!isAnswered) return withDraft(next, id, { ...rest, tried: sending })
    return withDraft(next, id, line && !rest.theirs ? rebase(rest, line) : rest)
  }, track)
}

export const rejectDraft = (track: EditedTrack, id: string, reason: string): EditedTrack =>
  mapDraft(track, id, (draft) => ({ ...draft, rejected: reason }))
export const resolveConflict = (
  track: EditedTrack,
  id: string,
  keep: 'mine' | 'theirs',
): EditedTrack => mapDraft(track, id, keep === 'mine' ? keepMine : takeTheirs)
export const discardDraft = (track: EditedTrack, id: string): EditedTrack =>
  mapDraft(track, id, () => undefined)

/** The lines as read: sorted by time and numbered. A line without a draft stays the same object. */
export function visibleLines({ lines, drafts }: EditedTrack): readonly EditorLine[] {
  if (drafts.size === 0) return renumber(lines)
  const drafted = lines.map((line) => {
    const draft = drafts.get(line._id)
    return draft ? applyDraft(line, draft) : line
  })
  const isSorted = drafted.every(
    (line, index) => index === 0 || line.startTime >= drafted[index - 1]!.startTime,
  )
  return renumber(isSorted ? drafted : drafted.toSorted(compareStart))
}

/** Drafts of lines that somebody else removed. */
export const orphanedDrafts = ({ drafts }: EditedTrack): EditorLineDraft[] =>
  [...drafts.values()].filter(({ removed }) => removed)

const indexById = (lines: readonly EditorLine[]) => new Map(lines.map((line) => [line._id, line]))
const renumber = (lines: readonly EditorLine[]): readonly EditorLine[] =>
  lines.every(({ number }, index) => number === index + 1)
    ? lines
    : lines.map((line, index) =>
        line.number === index + 1 ? line : { ...line, number: index + 1 },
      )
const compareStart = (a: EditorLine, b: EditorLine) => compare(a.startTime, b.startTime)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Lines with the same start are in the server's order: by the numbers it sent with `newer`. */
function sortLines(lines: readonly EditorLine[], newer: readonly EditorLine[]): EditorLine[] {
  const serverNumbers = new Map(newer.map(({ _id, number }) => [_id, number]))
  const numberOf = ({ _id, number }: EditorLine) => serverNumbers.get(_id) ?? number
  return lines.toSorted(
    (a, b) => compareStart(a, b) || numberOf(a) - numberOf(b) || compare(a._id, b._id),
  )
}

function rebaseDrafts(
  drafts: EditedTrack['drafts'],
  newer: ReadonlyMap<string, EditorLine>,
  removedIds: ReadonlySet<string>,
): EditedTrack['drafts'] {
  const next = new Map(drafts)
  for (const [id, draft] of drafts) {
    const line = newer.get(id)
    if (removedIds.has(id)) {
      next.set(id, { ...draft, removed: true })
    } else if (line) {
      const rebased = rebase(draft, line)
      if (rebased) next.set(id, rebased)
      else next.delete(id)
    }
  }
  return next
}

function mapDraft(
  track: EditedTrack,
  id: string,
  map: (draft: EditorLineDraft) => EditorLineDraft | undefined,
): EditedTrack {
  const draft = track.drafts.get(id)
  return draft ? withDraft(track, id, map(draft)) : track
}

function withDraft(
  track: EditedTrack,
  id: string,
  draft: EditorLineDraft | undefined,
): EditedTrack {
  const drafts = new Map(track.drafts)
  if (draft) drafts.set(id, draft)
  else drafts.delete(id)
  return { ...track, drafts }
}
