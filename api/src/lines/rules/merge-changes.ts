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
  const taken = matchLines(current, lines)
  const drafts = lines.map((line, index) => {
    const replaced = taken[index]
    return { ...toDraft(line, replaced), ...(replaced && { _id: replaced._id }), position: index }
  })
  const keptIds = new Set(taken.flatMap((line) => (line ? [line._id] : [])))
  const order = new Map(current.map((line, index) => [line._id, index]))
  const stays = ({ position, ...draft }: (typeof drafts)[number]) =>
    taken[position] !== undefined && hasSameContent(draft, taken[position])
  // If one of several lines with the same start changes, all of them get a new position: only their
  // relative order matters.
  const put = [...Map.groupBy(drafts, ({ start }) => start).values()].filter(
    (together) =>
      !together.every(stays) || !isAscending(together.map(({ _id }) => order.get(_id!)!)),
  )
  return {
    drafts: put.flatMap((together) =>
      together.length === 1 ? together.filter((draft) => !stays(draft)) : together,
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
  const named = new Set(lines.flatMap(({ _id }) => (_id ? [_id] : [])))
  const byTime = Map.groupBy(
    current.filter(({ _id }) => !named.has(_id)),
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
export function mergeLine(base: StoredLine, now: StoredLine, requestedLine: LineDraft): MergedLine {
  const [was, is, requested]: Record<string, unknown>[] = [
    { ...base },
    { ...now },
    { ...requestedLine },
  ]
  const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  const names = [...new Set([...Object.keys(now), ...Object.keys(requestedLine)])].filter(
    (name) => name !== 'version' && name !== '_id',
  )
  const requestedChanges = names.filter((name) => differ(requested![name], was![name]))
  const clash = requestedChanges.filter(
    (name) =>
      differ(is![name], was![name]) && differ(is![name], requested![name]) && !PROVENANCE.has(name),
  )
  if (clash.length) return { ok: false, fields: clash }
  return {
    ok: true,
    draft: {
      ...now,
      ...Object.fromEntries(requestedChanges.map((name) => [name, requested![name]])),
    },
  }
}

/** These fields follow the text. */
const PROVENANCE = new Set(['auto', 'custom', 'machine', 'stale'])
