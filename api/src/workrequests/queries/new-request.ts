// Everything that a new work request is checked and answered with, in one statement.
import { sql } from 'kysely'
import { assetViewJson } from '../../assets/queries.ts'
import type { StoredAssetView } from '../../assets/rules.ts'
import {
  seesAsset,
  seesWorkRequest,
  type PreparedViewer,
  type Viewer,
} from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { projectSummaryJson } from '../../projects/queries.ts'
import type { AssignmentSettings } from '../../studios/contract.ts'
import { summaryJson } from '../../users/queries.ts'
import type { EstimateMeasurements } from '../rules/estimate.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { assetJson, factsJson } from './columns.ts'
import { filmSeconds, isTranslated, workingDays } from './measurements.ts'

export type NewRequestInput = {
  /** Null for an unknown address. */
  asset: string | null
  owner: string
  language: string
  /** Without one, the territory of the caller in the studio of the asset. */
  territory: string | null
  territories: Record<string, string | null>
  due: { date: number; tz: string } | null
}

type Script = { part: string; textTrack: string; lineCount: number }
export type NewRequestContext = {
  territory: string
  created: number
  record: Pick<
    StoredWorkRequest,
    'studio' | 'project' | 'asset' | 'assetType' | 'assetCategory' | 'from' | 'facts'
  >
  assetView: StoredAssetView
  assignment: AssignmentSettings | null
  measurements: EstimateMeasurements
  scripts: Script[]
}

/** Throws 404 for an asset that is unknown, archived or not visible. */
export async function getNewRequestContext(
  tx: Tx,
  { shape }: PreparedViewer,
  { due, territories, ...input }: NewRequestInput,
): Promise<NewRequestContext> {
  const [found] = await selectContext(tx, shape, {
    ...input,
    territoryOfStudio: JSON.stringify(territories),
    dueAt: due && new Date(due.date * 1000),
    dueTz: due?.tz ?? null,
  })
  if (!found) throw notFound('asset')
  return found.context
}

/** The request as it will be inserted, under the alias of the table. */
const newRequest = sql`(
  select null::text as id, a.studio_id, a.project_id, a.id as asset_id,
    ${param('owner')}::text as owner_id, ${param('language')}::text as language,
    coalesce(${param('territory')}::text, ${param('territoryOfStudio')}::jsonb ->> a.studio_id, '')
      as territory,
    null::text as vendor_id, null::text as vendor_answer, null::timestamptz as submitted_at,
    ${param('dueAt')}::timestamptz as due_at, ${param('dueTz')}::text as due_tz
  offset 0)`

const scriptsJson = sql`coalesce((
  select json_agg(json_build_object(
    'part', sc.part, 'textTrack', sc.text_track_id,
    'lineCount', (
      select count(*) from text_track_line l where l.text_track_id = sc.text_track_id)))
  from script sc where sc.asset_id = a.id), '[]')`

const selectContext = prepared(
  (viewer: Viewer) => sql<{ context: NewRequestContext }>`
  select json_build_object(
    'territory', w.territory, 'created', seconds(now()),
    'record', json_build_object(
      'studio', w.studio_id, 'project', ${projectSummaryJson(viewer, sql`w.project_id`)},
      'asset', ${assetJson(viewer)}, 'assetType', ty.slug, 'assetCategory', ty.category,
      'from', ${summaryJson(sql`w.owner_id`, sql`w.studio_id`)}, 'facts', ${factsJson(viewer)}),
    'assetView', ${assetViewJson(viewer)},
    'assignment', s.settings -> 'assignment',
    'measurements', json_build_object(
      'seconds', ${filmSeconds}, 'items', 0, 'workingDays', ${workingDays},
      'translated', ${isTranslated}),
    'scripts', ${scriptsJson}) as context
  from asset a
  join asset_type ty on ty.id = a.type_id
  join studio s on s.id = a.studio_id
  cross join lateral ${newRequest} w
  where a.id = ${param('asset')} and a.archived_at is null
    and ${seesAsset(viewer)} and ${seesWorkRequest(viewer)}`,
)
