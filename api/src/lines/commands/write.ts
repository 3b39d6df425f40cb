import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { withEtag } from '../../kernel/http/etag.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import type { PreconditionCheck } from '../../kernel/http/serve.ts'
import type { LineChange, LineInput } from '../contract.ts'
import { loadLineTexts, type LineTexts } from '../queries/line-texts.ts'
import { findVersion, getLine, type NumberedLine } from '../queries/lines.ts'
import { presentLine, toDraft } from '../rules/line.ts'
import { mergeLine } from '../rules/merge-changes.ts'
import { validateLine } from '../rules/validate.ts'
import { isMoved, openTextTrack, unknownVersion, type TextTrackInput } from './edit.ts'
import { openTextTrackAt } from './outdated.ts'
import { applyChange, rejectInvalid } from './reject.ts'
import { saveEncodedLines, saveFewLines, saveLines } from './save.ts'
import { planPutTask } from './tasks/tasks.ts'

type LinesPlan = Awaited<ReturnType<typeof planPut>>

/** Validates the body and decides what changes. No transaction is open meanwhile. */
export async function planPut(
  { db, compute }: { db: Db; compute: Compute },
  {
    resolve,
    id,
    by,
    bytes,
    checkPreconditions,
  }: TextTrackInput & { bytes: Uint8Array; checkPreconditions: PreconditionCheck },
) {
  const { textTrack, locked } = await resolve(db, viewerOf(by), id)
  if (locked) throw locked
  const { revision, etag, lines, size } = await loadLineTexts(db, textTrack)
  checkPreconditions(withEtag({}, etag))
  const plan = await compute.run(
    planPutTask,
    { bytes, current: lines },
    { client: by._id, size: size + bytes.length },
  )
  return { ...plan, revision }
}

export async function putLines(
  tx: Tx,
  { plan, ...input }: TextTrackInput & { plan: LinesPlan },
): Promise<LineTexts> {
  const textTrack = await openTextTrackAt(tx, { ...input, revision: plan.revision })
  await saveEncodedLines(tx, { ...plan, textTrack, by: input.by._id, action: 'written' })
  return loadLineTexts(tx, textTrack)
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
  if (JSON.stringify(merged.draft) === JSON.stringify(current)) return { line: current, index }
  const { lines } = await saveFewLines(tx, {
    textTrack,
    drafts: [merged.draft],
    by: input.by._id,
    action: 'changed',
  })
  const line = lines.get(id)!
  return isMoved(current, line) ? getLine(tx, textTrack, id) : { line, index }
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
