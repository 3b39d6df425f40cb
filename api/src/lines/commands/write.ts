import type { Tx } from '../../kernel/db/connect.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import type { PreconditionCheck } from '../../kernel/http/serve.ts'
import type { LineChange, LineInput, NewLine } from '../contract.ts'
import { findVersion, getLine, loadLines, type NumberedLine } from '../queries/lines.ts'
import { presentLine, toDraft, type StoredLine } from '../rules/line.ts'
import { mergeLine, planRewrite } from '../rules/merge-changes.ts'
import { validateLine, validateLines } from '../rules/validate.ts'
import { openTextTrack, unknownVersion, type TextTrackInput } from './edit.ts'
import { applyChange, rejectInvalid, rejectOutdated } from './reject.ts'
import { saveLines } from './save.ts'

export async function putLines(
  tx: Tx,
  {
    lines,
    checkPreconditions,
    ...input
  }: TextTrackInput & { lines: NewLine[]; checkPreconditions: PreconditionCheck },
): Promise<StoredLine[]> {
  const textTrack = await openTextTrack(tx, input)
  const current = await loadLines(tx, textTrack)
  checkPreconditions(current)
  rejectInvalid(validateLines(lines))
  rejectOutdated(lines, current)
  const changes = planRewrite(current, lines)
  await saveLines(tx, { textTrack, ...changes, by: input.by._id, action: 'written' })
  return loadLines(tx, textTrack)
}

export async function addLine(
  tx: Tx,
  { line, ...input }: TextTrackInput & { line: LineInput },
): Promise<NumberedLine> {
  const textTrack = await openTextTrack(tx, input)
  rejectInvalid(validateLine(line))
  const { ids } = await saveLines(tx, {
    textTrack,
    drafts: [toDraft(line)],
    by: input.by._id,
    action: 'added',
  })
  return getLine(tx, textTrack, ids[0]!)
}

/** Concurrent changes to different fields are merged. The second change of a field is rejected. */
export async function changeLine(
  tx: Tx,
  {
    line: id,
    body,
    checkPreconditions,
    ...input
  }: TextTrackInput & { line: string; body: LineChange; checkPreconditions: PreconditionCheck },
): Promise<NumberedLine> {
  const textTrack = await openTextTrack(tx, input)
  const { line: current, index } = await getLine(tx, textTrack, id)
  checkPreconditions({ line: current, index })
  const base =
    body.version === undefined || body.version === current.version
      ? current
      : await findVersion(tx, id, body.version)
  if (!base) throw unknownVersion(body.version, '/version')
  const merged = mergeLine(base, current, applyChange(base, body))
  if (!merged.ok)
    throw conflict(
      'line.changed',
      `Somebody changed ${merged.fields.join(' and ')} of this line since you read it.`,
      { fields: merged.fields, line: presentLine(current, index) },
    )
  const isSame = JSON.stringify(merged.draft) === JSON.stringify(current)
  await saveLines(tx, {
    textTrack,
    drafts: isSame ? [] : [merged.draft],
    by: input.by._id,
    action: 'changed',
  })
  return getLine(tx, textTrack, id)
}

export async function removeLine(
  tx: Tx,
  {
    line: id,
    checkPreconditions,
    ...input
  }: TextTrackInput & { line: string; checkPreconditions: PreconditionCheck },
) {
  const textTrack = await openTextTrack(tx, input)
  checkPreconditions(await getLine(tx, textTrack, id))
  await saveLines(tx, {
    textTrack,
    drafts: [],
    removedIds: [id],
    by: input.by._id,
    action: 'removed',
  })
  return { _id: id, removed: true as const }
}
