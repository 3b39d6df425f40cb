// Approved lines are suggested for similar lines.
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { requireCurrentPlan } from '../../lines/commands/outdated.ts'
import { loadLineTexts } from '../../lines/queries/line-texts.ts'
import { getRevision } from '../../lines/queries/revisions.ts'
import { storeBuiltUnits } from '../../memory/commands/store-units.ts'
import { buildUnits } from '../../memory/commands/tasks/units.ts'
import { findScript, getTranslation } from '../queries.ts'
import type { StoredTranslation } from '../rules/translation.ts'

const buildUnitsTask = task(
  new URL('../../memory/commands/tasks/units.ts', import.meta.url),
  buildUnits,
)

export type ApprovedUnits = Awaited<ReturnType<typeof planUnits>>

/** Builds the units before the transaction. An approved translation is not approved again. */
export async function planUnits(
  { db, compute }: { db: Db; compute: Compute },
  { id, by }: { id: string; by: Caller },
) {
  const translation = await getTranslation(db, viewerOf(by), id)
  if (translation.status === 'approved') return undefined
  const { studio, language, textTrack } = translation
  const sourceLanguage = (await findScript(db, translation))?.language ?? 'und'
  const { lines, size, revision } = await loadLineTexts(db, textTrack)
  const units = await compute.run(
    buildUnitsTask,
    { scope: { studio, sourceLanguage, language }, lines },
    { client: by._id, size },
  )
  return { units, sourceLanguage, revision }
}

export async function storeApproved(
  tx: Tx,
  {
    translation,
    units: planned,
    by,
  }: { translation: StoredTranslation; units: ApprovedUnits; by: Caller },
): Promise<void> {
  requireCurrentPlan(planned, await getRevision(tx, translation.textTrack))
  const { units, sourceLanguage } = planned
  const { rows } = await sql<{ project: string }>`
    select project_id as project from asset where id = ${translation.asset}`.execute(tx)
  const { studio, asset, _id, language } = translation
  await storeBuiltUnits(tx, {
    studio,
    project: rows[0]!.project,
    asset,
    translation: _id,
    sourceLanguage,
    language,
    approvedBy: by._id,
    units,
  })
}
