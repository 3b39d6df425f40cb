import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { JsonReply } from '../../kernel/http/json-reply.ts'
import { loadEditResult, type StoredEditResult } from '../../lines/commands/edit.ts'
import { openTextTrackAt, rejectOutdatedPlan } from '../../lines/commands/outdated.ts'
import { saveEncodedLines } from '../../lines/commands/save.ts'
import { loadLineTexts, loadLineTextsAt } from '../../lines/queries/line-texts.ts'
import type { Resolutions } from '../../lines/rules/merge-script.ts'
import { findScript, getTranslation, resolveTranslationTrack } from '../queries.ts'
import { mergeLines, previewMerge } from './tasks/merge.ts'

const MERGE = new URL('./tasks/merge.ts', import.meta.url)
const previewTask = task(MERGE, previewMerge)
const mergeTask = task(MERGE, mergeLines)

type Context = { db: Db; compute: Compute }
type MergePlan = Awaited<ReturnType<typeof planMerge>>

/** Previews the merge. */
export async function getMerge(
  { db, compute }: Context,
  { id, by }: { id: string; by: Caller },
): Promise<JsonReply> {
  const { input, size } = await loadMergeInput(db, { id, by })
  return new JsonReply(await compute.run(previewTask, input, { client: by._id, size }))
}

/** Decides what the merge changes. No transaction is open meanwhile. */
export async function planMerge(
  { db, compute }: Context,
  { id, by, settle }: { id: string; by: Caller; settle: Resolutions },
) {
  const { locked } = await resolveTranslationTrack(db, viewerOf(by), id)
  if (locked) throw locked
  const { input, size, revision } = await loadMergeInput(db, { id, by })
  const { from, to } = input
  const plan = await compute.run(mergeTask, { ...input, settle }, { client: by._id, size })
  return { ...plan, from, to, revision }
}

async function loadMergeInput(db: Db, { id, by }: { id: string; by: Caller }) {
  const translation = await getTranslation(db, viewerOf(by), id)
  const { scriptRevision: from, textTrack } = translation
  const scriptRecord = await findScript(db, translation)
  const ours = await loadLineTexts(db, textTrack)
  const script = scriptRecord
    ? await loadLineTexts(db, scriptRecord.textTrack)
    : { lines: [], size: 0, revision: from }
  const base = scriptRecord
    ? await loadLineTextsAt(db, scriptRecord.textTrack, from)
    : { lines: [], size: 0 }
  return {
    input: {
      from,
      to: script.revision,
      base: base.lines,
      script: script.lines,
      translation: ours.lines,
    },
    size: base.size + script.size + ours.size,
    revision: ours.revision,
  }
}

export async function mergeScript(
  tx: Tx,
  { id, plan, by }: { id: string; plan: MergePlan; by: Caller },
): Promise<StoredEditResult> {
  const textTrack = await openTextTrackAt(tx, {
    resolve: resolveTranslationTrack,
    id,
    by,
    revision: plan.revision,
  })
  const translation = await getTranslation(tx, viewerOf(by), id)
  const script = await findScript(tx, translation)
  rejectOutdatedPlan(plan.from, translation.scriptRevision)
  rejectOutdatedPlan(plan.to, script?.revision ?? translation.scriptRevision)
  await sql`update translation set script_revision = ${plan.to} where id = ${id}`.execute(tx)
  const saved = await saveEncodedLines(tx, {
    ...plan,
    textTrack,
    by: by._id,
    action: 'followed',
  })
  return loadEditResult(tx, { textTrack, ...saved, removedIds: plan.removedIds })
}
