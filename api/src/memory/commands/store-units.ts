import { sql } from 'kysely'
import { canonicalMarkup } from '@reelay/subtitles'
import { createPause } from '../../kernel/compute/pause.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { markupKey } from '../rules/key.ts'
import { minhashSignature } from '../rules/minhash.ts'

export type ApprovedTranslation = {
  studio: string
  project: string
  asset: string
  translation: string
  sourceLanguage: string
  language: string
  approvedBy: string
  /** All lines in order, because each unit stores its neighbours. Empty lines are not stored. */
  lines: { id: string; source: string; target: string }[]
}

/**
 * Stores the lines of an approved translation and replaces its earlier ones. Unchanged lines keep
 * their approver.
 */
export async function storeUnits(tx: Tx, { lines, ...of }: ApprovedTranslation): Promise<void> {
  // Serializes approvals of one translation: the second must see which units the first stored.
  await sql`select from translation where id = ${of.translation} for no key update`.execute(tx)
  const units = await buildUnits(of, lines)
  const column = <K extends keyof (typeof units)[number]>(name: K) =>
    units.map((unit) => unit[name])
  await sql`
    with given as (
      select * from unnest(
        ${column('id')}::text[], ${column('source')}::text[], ${column('target')}::text[],
        ${column('key')}::text[], ${column('before')}::text[], ${column('after')}::text[],
        ${column('minhashes')}::text[]
      ) as line (id, source, target, key, before, after, minhashes)
    ), removed as (
      delete from memory_unit
      where studio_id = ${of.studio} and translation_id = ${of.translation}
        and line_id <> all (${column('id')}::text[])
    )
    insert into memory_unit as old (
      studio_id, source_language, language, source, target,
      source_key, before_key, after_key, minhashes, origin,
      project_id, asset_id, translation_id, line_id, approved_by
    )
    select ${of.studio}, ${of.sourceLanguage}, ${of.language}, source, target,
      key, before, after, minhashes::int[], 'approved',
      ${of.project}, ${of.asset}, ${of.translation}, id, ${of.approvedBy}
    from given
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

/** Takes 30 µs for a line of usual length, and much more for a long one. */
async function buildUnits(
  of: Omit<ApprovedTranslation, 'lines'>,
  lines: ApprovedTranslation['lines'],
) {
  const pause = createPause()
  const keys: string[] = []
  for (const { source } of lines) {
    keys.push(markupKey(source))
    await pause()
  }
  const units = []
  for (const [at, { id, source, target }] of lines.entries()) {
    const key = keys[at]!
    if (key && markupKey(target))
      units.push({
        id,
        source: canonicalMarkup(source),
        target: canonicalMarkup(target),
        key,
        before: keys[at - 1] ?? '',
        after: keys[at + 1] ?? '',
        minhashes: `{${minhashSignature(of, key).join()}}`,
      })
    await pause()
  }
  return units
}
