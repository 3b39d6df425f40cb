// The lines of a translation as they are here: those of the service, with what was typed since laid
// over them. Pure: every change gives another sheet.
import type { lines } from '@reelay/api/contract'
import {
  isSendable,
  keepMine,
  laidOver,
  rebase,
  takeTheirs,
  typeOver,
  type Draft,
  type Fields,
  type Line,
} from './draft.ts'

export type Sheet = {
  /** As the service has them, in order. */
  lines: readonly Line[]
  byId: ReadonlyMap<string, Line>
  revision: number
  drafts: ReadonlyMap<string, Draft>
}

export const sheetOf = (lines: readonly Line[], revision: number): Sheet => ({
  lines,
  byId: index(lines),
  revision,
  drafts: new Map(),
})

export function type(sheet: Sheet, id: string, fields: Fields): Sheet {
  const line = sheet.byId.get(id)
  return line ? withDraft(sheet, id, typeOver(sheet.drafts.get(id), line, fields)) : sheet
}

/**
 * What came from the service. `since`: it is all that happened since the sheet's revision; else it
 * is the answer to a change of ours, between
 * which and our revision others may have written: then the revision stays, and the next question
 * brings theirs.
 */
export function arrive(
  sheet: Sheet,
  { revision, lines, removed }: lines.EditResult,
  { since }: { since: boolean },
): Sheet {
  const gone = new Set(removed.filter((id) => sheet.byId.has(id)))
  const news = lines.filter((line) => (sheet.byId.get(line._id)?.version ?? 0) < line.version)
  const next: Sheet = {
    ...sheet,
    revision:
      since || revision <= sheet.revision + 1 ? Math.max(revision, sheet.revision) : sheet.revision,
  }
  if (!gone.size && !news.length) return next
  const fresh = index(news)
  const kept = sheet.lines
    .filter(({ _id }) => !gone.has(_id))
    .map((line) => fresh.get(line._id) ?? line)
  const all = inOrder([...kept, ...news.filter(({ _id }) => !sheet.byId.has(_id))], news)
  return { ...next, lines: all, byId: index(all), drafts: rebased(sheet.drafts, fresh, gone) }
}

/** What was kept from another day, laid over the lines as they are now. */
export function restore(sheet: Sheet, drafts: readonly Draft[]): Sheet {
  return drafts.reduce((now, { sending, theirs: _then, refused: _why, gone: _gone, ...kept }) => {
    if (now.drafts.has(kept.line)) return now
    const draft: Draft = sending ? { ...kept, tried: sending } : kept
    const line = now.byId.get(draft.line)
    return withDraft(now, draft.line, line ? rebase(draft, line) : { ...draft, gone: true })
  }, sheet)
}

/** Those that can go now, and the sheet in which they are on their way. */
export function depart(sheet: Sheet, most: number): { sheet: Sheet; going: Draft[] } {
  const going = [...sheet.drafts.values()].filter(isSendable).slice(0, most)
  const drafts = new Map(sheet.drafts)
  for (const draft of going) drafts.set(draft.line, { ...draft, sending: draft.fields })
  return { sheet: going.length ? { ...sheet, drafts } : sheet, going }
}

/** They are no longer on their way. `answered`: whether the service said what became of them. */
export function land(
  sheet: Sheet,
  ids: readonly string[],
  { answered }: { answered: boolean },
): Sheet {
  return ids.reduce((now, id) => {
    const draft = now.drafts.get(id)
    if (!draft?.sending) return now
    const { sending, ...rest } = draft
    const line = now.byId.get(id)
    if (!answered) return withDraft(now, id, { ...rest, tried: sending })
    return withDraft(now, id, line && !rest.theirs ? rebase(rest, line) : rest)
  }, sheet)
}

export const refuse = (sheet: Sheet, id: string, why: string): Sheet =>
  change(sheet, id, (draft) => ({ ...draft, refused: why }))
export const settle = (sheet: Sheet, id: string, whose: 'mine' | 'theirs'): Sheet =>
  change(sheet, id, whose === 'mine' ? keepMine : takeTheirs)
export const discard = (sheet: Sheet, id: string): Sheet => change(sheet, id, () => undefined)

/**
 * As the person reads them: in order of time, numbered. A line that nothing was typed over stays
 * the very object it was.
 */
export function shown({ lines, drafts }: Sheet): readonly Line[] {
  if (drafts.size === 0) return numbered(lines)
  const laid = lines.map((line) => {
    const draft = drafts.get(line._id)
    return draft ? laidOver(line, draft) : line
  })
  return numbered(
    laid.some((line, at) => at > 0 && line.startTime < laid[at - 1]!.startTime)
      ? laid.toSorted(byTime)
      : laid,
  )
}

/** What was typed over lines that are not there any more. */
export const orphans = ({ drafts }: Sheet): Draft[] =>
  [...drafts.values()].filter(({ gone }) => gone)

const index = (lines: readonly Line[]) => new Map(lines.map((line) => [line._id, line]))
const numbered = (lines: readonly Line[]): readonly Line[] =>
  lines.every(({ number }, at) => number === at + 1)
    ? lines
    : lines.map((line, at) => (line.number === at + 1 ? line : { ...line, number: at + 1 }))
const byTime = (one: Line, other: Line) => compare(one.startTime, other.startTime)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Of lines that begin together the service knows the order: by the numbers it gave with the news.
 */
function inOrder(lines: readonly Line[], news: readonly Line[]): Line[] {
  const place = new Map(news.map(({ _id, number }) => [_id, number]))
  return lines.toSorted(
    (one, other) =>
      byTime(one, other) ||
      (place.get(one._id) ?? one.number) - (place.get(other._id) ?? other.number) ||
      compare(one._id, other._id),
  )
}

function rebased(
  drafts: Sheet['drafts'],
  fresh: ReadonlyMap<string, Line>,
  gone: ReadonlySet<string>,
): Sheet['drafts'] {
  const next = new Map(drafts)
  for (const [id, draft] of drafts) {
    const line = fresh.get(id)
    const now = gone.has(id)
      ? { ...draft, gone: true as const }
      : line
        ? rebase(draft, line)
        : draft
    if (now) next.set(id, now)
    else next.delete(id)
  }
  return next
}

const change = (sheet: Sheet, id: string, by: (draft: Draft) => Draft | undefined): Sheet => {
  const draft = sheet.drafts.get(id)
  return draft ? withDraft(sheet, id, by(draft)) : sheet
}

function withDraft(sheet: Sheet, id: string, draft: Draft | undefined): Sheet {
  const drafts = new Map(sheet.drafts)
  if (draft) drafts.set(id, draft)
  else drafts.delete(id)
  return { ...sheet, drafts }
}
