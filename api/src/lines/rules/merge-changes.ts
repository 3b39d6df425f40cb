import { toDraft, hasSameContent, type LineDraft, type StoredLine } from './line.ts'
import type { NewLine } from '../contract.ts'

/** What to save so that the text track reads as requested. */
export type TrackChanges = { drafts: (LineDraft & { position: number })[]; removedIds: string[] }

/**
 * Replaces all lines. Lines are matched by id, or else by their times, so that clients without ids
 * change only what they changed.
 */
export function planRewrite(
  current: readonly StoredLine[],
  lines: readonly NewLine[],
): TrackChanges {
  const matches = matchLines(current, lines)
  const drafts = lines.map((line, index) => {
    const replaced = matches[index]
    return { ...toDraft(line, replaced), ...(replaced && { _id: replaced._id }), position: index }
  })
  const keptIds = new Set(matches.flatMap((line) => (line ? [line._id] : [])))
  const order = new Map(current.map((line, index) => [line._id, index]))
  const isUnchanged = ({ position, ...draft }: (typeof drafts)[number]) =>
    matches[position] !== undefined && hasSameContent(draft, matches[position])
  // If one of several lines with the same start changes, all of them get a new position: only their
  // relative order matters.
  const changedGroups = [...Map.groupBy(drafts, ({ start }) => start).values()].filter(
    (group) => !group.every(isUnchanged) || !isAscending(group.map(({ _id }) => order.get(_id!)!)),
  )
  return {
    drafts: changedGroups.flatMap((group) =>
      group.length === 1 ? group.filter((draft) => !isUnchanged(draft)) : group,
    ),
    removedIds: current.filter(({ _id }) => !keptIds.has(_id)).map(({ _id }) => _id),
  }
}

const isAscending = (places: number[]) =>
  places.every((place, index) => index === 0 || places[index - 1]! < place)

/** The current line that each new line replaces, if any. No line is used twice. */
function matchLines(
  current: readonly StoredLine[],
  lines: readonly NewLine[],
): (StoredLine | undefined)[] {
  const byId = new Map(current.map((line) => [line._id, line]))
  const requestedIds = new Set(lines.flatMap(({ _id }) => (_id ? [_id] : [])))
  const byTime = Map.groupBy(
    current.filter(({ _id }) => !requestedIds.has(_id)),
    ({ start, stop }) => `${start} ${stop}`,
  )
  return lines.map((line) => {
    if (line._id) return byId.get(line._id)
    const { start, stop } = toDraft(line)
    return byTime.get(`${start} ${stop}`)?.shift()
  })
}

export type MergedLine = { ok: true; draft: LineDraft } | { ok: false; fields: string[] }

/**
 * Merges a change of the line as it was in `base` into the current line. Fields that only one side
 * changed are taken from that side. If both changed a field differently, the change is rejected.
 */
export function mergeLine(base: StoredLine, now: StoredLine, requested: LineDraft): MergedLine {
  const names = [...new Set([...Object.keys(now), ...Object.keys(requested)])].filter(
    (name) => name !== 'version' && name !== '_id',
  )
  const changes = names.filter((name) => differs(name, base, requested))
  const conflicts = changes.filter(
    (name) => differs(name, base, now) && differs(name, now, requested) && !PROVENANCE.has(name),
  )
  if (conflicts.length) return { ok: false, fields: conflicts }
  return {
    ok: true,
    draft: {
      ...now,
      ...Object.fromEntries(changes.map((name) => [name, fieldOf(requested, name)])),
    },
  }
}

const fieldOf = (line: LineDraft, name: string) => (line as Record<string, unknown>)[name]
const differs = (name: string, a: LineDraft, b: LineDraft) =>
  JSON.stringify(fieldOf(a, name)) !== JSON.stringify(fieldOf(b, name))

/** These fields follow the text. */
const PROVENANCE = new Set(['auto', 'custom', 'machine', 'stale'])
