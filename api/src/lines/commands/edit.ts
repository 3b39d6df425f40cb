import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { conflict, invalid } from '../../kernel/http/contract/problem.ts'
import type { LineEdit } from '../contract.ts'
import { findLineTexts } from '../queries/line-texts.ts'
import {
  findLines,
  findVersions,
  loadLines,
  lockTextTrackOf,
  type NumberedLine,
  type ResolveTextTrack,
} from '../queries/lines.ts'
import { planEdit } from '../rules/edits.ts'
import { presentLine, type StoredLine } from '../rules/line.ts'
import { mergeLine, type MergedLine } from '../rules/merge-changes.ts'
import { applyChange, rejectOutdated } from './reject.ts'
import { MAX_RETURNED, saveFewLines, saveLines, type SaveLinesInput } from './save.ts'

export type TextTrackInput = { resolve: ResolveTextTrack; id: string; by: Caller }
/** `lines` are JSON texts of `NumberedLine`, `size` is their length. */
export type StoredEditResult = {
  revision: number
  lines: string[]
  size: number
  removed: string[]
}

/** Locks the text track before it checks: the lines may have been submitted in the meantime. */
export async function openTextTrack(tx: Tx, { resolve, id, by }: TextTrackInput): Promise<string> {
  await lockTextTrackOf(tx, id)
  const { textTrack, locked } = await resolve(tx, viewerOf(by), id)
  if (locked) throw locked
  return textTrack
}

export async function editLines(
  tx: Tx,
  { edit, ...input }: TextTrackInput & { edit: LineEdit },
): Promise<StoredEditResult> {
  const textTrack = await openTextTrack(tx, input)
  if (edit.kind === 'write')
    return writeLines(tx, { textTrack, writes: edit.lines, by: input.by._id })
  const current = await loadLines(tx, textTrack)
  if ('version' in edit && edit.version !== undefined)
    rejectOutdated([{ _id: edit.line, version: edit.version }], current)
  const plan = planEdit(current, edit)
  if (!plan.ok) throw conflict('edit.not-allowed', plan.detail)
  const { drafts, removedIds, action } = plan
  return saveEdit(tx, { textTrack, drafts, removedIds, by: input.by._id, action })
}

/** Saves, and returns the lines that changed. */
export async function saveEdit(tx: Tx, input: SaveLinesInput): Promise<StoredEditResult> {
  const { revision, ids } = await saveLines(tx, input)
  return loadEditResult(tx, { ...input, revision, ids })
}

/** The lines that a revision has changed. */
export async function loadEditResult(
  tx: Tx,
  {
    textTrack,
    revision,
    ids,
    removedIds = [],
  }: {
    textTrack: string
    revision: number
    ids: readonly string[]
    removedIds?: readonly string[]
  },
): Promise<StoredEditResult> {
  const { lines, size } = await findLineTexts(tx, textTrack, ids)
  return { revision, lines, size, removed: [...removedIds] }
}

type LineWrites = Extract<LineEdit, { kind: 'write' }>['lines']

/** Changes each line as `changeLine` does: all of them or none. */
async function writeLines(
  tx: Tx,
  { textTrack, writes, by }: { textTrack: string; writes: LineWrites; by: string },
): Promise<StoredEditResult> {
  rejectDuplicates(writes)
  const ids = writes.map(({ _id }) => _id)
  const merges = await mergeWrites(tx, textTrack, writes)
  const mergedIds = new Set(merges.map(({ current }) => current.line._id))
  rejectConflicts(
    merges,
    ids.filter((id) => !mergedIds.has(id)),
  )
  const drafts = merges.flatMap(({ current, merged }) =>
    merged.ok && JSON.stringify(merged.draft) !== JSON.stringify(current.line)
      ? [merged.draft]
      : [],
  )
  const changes = { textTrack, drafts, by, action: 'changed' } as const
  if (writes.length > MAX_RETURNED) {
    const { revision } = await saveLines(tx, changes)
    return loadEditResult(tx, { textTrack, revision, ids })
  }
  const { revision, lines } = await saveFewLines(tx, changes)
  const hasMoved = merges.some(({ current: { line } }) => isMoved(line, lines.get(line._id)))
  return hasMoved
    ? loadEditResult(tx, { textTrack, revision, ids })
    : { revision, ...writeTexts(merges, lines), removed: [] }
}

/** Lines are in the order of their start. */
export const isMoved = (before: StoredLine, after: StoredLine = before): boolean =>
  before.start !== after.start

/** As `loadEditResult`, with the lines that were just saved. Their numbers are the same as before. */
function writeTexts(
  merges: readonly LineMerge[],
  saved: ReadonlyMap<string, StoredLine>,
): Pick<StoredEditResult, 'lines' | 'size'> {
  const lines = merges
    .toSorted((a, b) => a.current.index - b.current.index)
    .map(({ current: { line, index } }) =>
      JSON.stringify({ line: saved.get(line._id) ?? line, index } satisfies NumberedLine),
    )
  return { lines, size: lines.reduce((sum, { length }) => sum + length, 0) }
}

type LineMerge = { current: NumberedLine; merged: MergedLine }

/** Merges each write into the line as it is now. Lines that no longer exist are left out. */
async function mergeWrites(tx: Tx, textTrack: string, writes: LineWrites): Promise<LineMerge[]> {
  const lines = await findLines(
    tx,
    textTrack,
    writes.map(({ _id }) => _id),
  )
  const currentById = new Map(lines.map((numbered) => [numbered.line._id, numbered]))
  const versions = await findVersions(
    tx,
    textTrack,
    writes.flatMap(({ _id, version }) =>
      version === undefined || version === currentById.get(_id)?.line.version
        ? []
        : [{ _id, version }],
    ),
  )
  return writes.flatMap((body, index) => {
    const current = currentById.get(body._id)
    if (!current) return []
    const base =
      body.version === undefined || body.version === current.line.version
        ? current.line
        : versions.get(`${body._id} ${body.version}`)
    if (!base) throw unknownVersion(body.version, `/lines/${index}/version`)
    const draft = applyChange(base, body, `/lines/${index}`)
    return [{ current, merged: mergeLine(base, current.line, draft) }]
  })
}

/** The response lists every line that is in conflict, with its current text. */
function rejectConflicts(merges: readonly LineMerge[], removed: readonly string[]) {
  const conflicts = merges.flatMap(({ current: { line, index }, merged }) =>
    merged.ok ? [] : [{ fields: merged.fields, line: presentLine(line, index) }],
  )
  const count = conflicts.length + removed.length
  if (count === 0) return
  const detail =
    count === 1
      ? 'Somebody changed a line since you read it.'
      : `Somebody changed ${count} lines since you read them.`
  throw conflict('line.changed', detail, { conflicts, removed })
}

function rejectDuplicates(writes: LineWrites) {
  const seen = new Set<string>()
  for (const [index, { _id }] of writes.entries()) {
    if (seen.has(_id))
      throw invalid('lines.invalid', 'A line is listed twice.', [
        { pointer: `/lines/${index}/_id`, message: 'is listed twice' },
      ])
    seen.add(_id)
  }
}

export const unknownVersion = (version: number | undefined, pointer: string) =>
  invalid('line.version-not-found', `This line has no version ${version}. Read it again.`, [
    { pointer, message: 'is unknown' },
  ])
