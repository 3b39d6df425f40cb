import type { Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { sql } from '../../kernel/db/sql.ts'
import { buildUnits, type ApprovedLine } from './tasks/units.ts'

export type ApprovedTranslation = {
  studio: string
  project: string
  asset: string
  translation: string
  sourceLanguage: string
  language: string
  approvedBy: string
}
type ApprovedUnits = ReturnType<typeof buildUnits>

/** As `storeBuiltUnits`, for few lines. */
export const storeUnits = (
  tx: Tx,
  { lines, ...of }: ApprovedTranslation & { lines: readonly ApprovedLine[] },
): Promise<void> =>
  storeBuiltUnits(tx, {
    ...of,
    units: buildUnits({ scope: of, lines: lines.map((line) => JSON.stringify(line)) }),
  })

/**
 * Stores the lines of an approved translation and replaces its earlier ones. Unchanged lines keep
 * their approver.
 */
export async function storeBuiltUnits(
  tx: Tx,
  { units: { ids, batches }, ...of }: ApprovedTranslation & { units: ApprovedUnits },
): Promise<void> {
  // Serializes approvals of one translation: the second must see which units the first stored.
  await lockRow(tx, 'translation', of.translation, 'no key update')
  await sql`
    delete from memory_unit
    where studio_id = ${of.studio} and translation_id = ${of.translation}
      and line_id <> all (${ids}::text[])`.execute(tx)
  for (const batch of batches) await upsertUnits(tx, of, batch)
}

async function upsertUnits(tx: Tx, of: ApprovedTranslation, batch: Uint8Array): Promise<void> {
  await sql`
    insert into memory_unit as old (
      studio_id, source_language, language, source, target,
      source_key, before_key, after_key, minhashes, origin,
      project_id, asset_id, translation_id, line_id, approved_by
    )
    select ${of.studio}, ${of.sourceLanguage}, ${of.language}, input.source, input.target,
      input.key, input.before, input.after, input.minhashes, 'approved',
      ${of.project}, ${of.asset}, ${of.translation}, input.id, ${of.approvedBy}
    from jsonb_to_recordset(convert_from(${batch}::bytea, 'UTF8')::jsonb) as input (
      id text, source text, target text, key text, before text, after text, minhashes int[]
    )
    on conflict (studio_id, translation_id, line_id) do update set
      source_language = excluded.source_language, language = excluded.language,
      source = excluded.source, target = excluded.target,
      source_key = excluded.source_key, before_key = excluded.before_key,
      after_key = excluded.after_key, minhashes = excluded.minhashes,
      project_id = excluded.project_id, asset_id = excluded.asset_id,
      approved_by = excluded.approved_by, approved_at = excluded.approved_at
    where (
      old.source_language, old.language, old.source, old.target, old.before_key, old.after_key
    ) is distinct from (
      excluded.source_language, excluded.language, excluded.source, excluded.target,
      excluded.before_key, excluded.after_key
    )`.execute(tx)
}

/** Called when a translation is no longer approved. */
export async function removeUnits(tx: Tx, translation: string): Promise<void> {
  await sql`delete from memory_unit where translation_id = ${translation}`.execute(tx)
}
