// What a new work request is checked and priced with.
import { seesAsset, viewerOf } from '../../access/queries/visibility.ts'
import { definitionOf } from '../../access/queries/phases.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { studioOfRow } from '../../kernel/db/lock-row.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { EstimateMeasurements, Pricing } from '../rules/estimate.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { filmSeconds, isTranslated, pricingOfStudio, workingDays } from './measurements.ts'

type Input = {
  /** Null for an unknown address. */
  asset: string | null
  language: string
  due: { date: number; tz: string } | null
}
export type OrderContext = {
  studio: string
  project: string
  workflow: StoredWorkRequest['asset']['workflow']
  pricing: Pricing
  measurements: EstimateMeasurements
  scripts: { part: ScriptPart; textTrack: string; revision: number; hasLines: boolean }[]
  /** New ids. */
  trackIds: string[]
}

/** Throws 404 for an asset that is unknown, archived or not visible. */
export async function getOrderContext(
  tx: Tx,
  by: Caller,
  { asset, language, due }: Input,
): Promise<OrderContext> {
  const studio = sql`${asset && (await studioOfRow(tx, 'asset', asset))}::text`
  const { rows } = await sql<OrderContext>`
    select a.studio_id as studio, a.project_id as project,
      json_build_object(
        'id', a.workflow_id, 'phase', a.phase, 'definition', ${definitionOf}) as workflow,
      ${pricingOfStudio} as pricing,
      json_build_object('seconds', ${filmSeconds(studio)}, 'items', coalesce((
          select count(*) from script sc, lines_of_text_track(sc.studio_id, sc.text_track_id)
          where sc.studio_id = ${studio} and sc.asset_id = a.id and sc.part = 'graphics'), 0),
        'workingDays', ${workingDays}, 'translated', ${isTranslated(studio)}) as measurements,
      coalesce((
        select json_agg(json_build_object(
          'part', sc.part, 'textTrack', t.id, 'revision', t.revision,
          'hasLines', exists (select from lines_of_text_track(t.studio_id, t.id))))
        from script sc join text_track t on t.studio_id = sc.studio_id and t.id = sc.text_track_id
        where sc.studio_id = ${studio} and sc.asset_id = a.id), '[]') as scripts,
      array[new_id(), new_id()] as "trackIds"
    from asset a
    join studio s on s.id = a.studio_id
    cross join lateral (
      select a.studio_id, null::text as id, a.id as asset_id, ${language}::text as language,
        ${due && new Date(due.date * 1000)}::timestamptz as due_at,
        ${due?.tz ?? null}::text as due_tz) w
    where a.studio_id = ${studio} and a.id = ${asset} and a.archived_at is null and ${seesAsset(viewerOf(by))}`.execute(
    tx,
  )
  if (!rows[0]) throw notFound('asset')
  return rows[0]
}
