// What the next step of a request depends on. Many requests are read at once, so only the parts are
// read that the rule of this step looks at (`rules/moves.ts`).
import { definitionOf } from '../../access/queries/phases.ts'
import { serviceViewer } from '../../access/queries/viewers.ts'
import { columnArraysJson, type ColumnArrays } from '../../kernel/db/column-json.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { OpenStatus } from '../rules/status.ts'
import type { MovableRequest } from '../rules/stored.ts'
import { deliverablesJson, isDueInTime, hasFreshOffline, languagesOfTerritory } from './columns.ts'

export async function getMovableRequests(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, NamedRequest>> {
  const { rows } = await selectMovable(ids).execute(db)
  const { id: movableIds, ...columns } = rows[0]!.requests
  return new Map((movableIds ?? []).map((id, index) => [id, movableAt(columns, index)]))
}

type Named = { _id: string; name: string }
/** With the names of its asset and project, for lists. */
export type NamedRequest = MovableRequest & { names: { asset: Named; project: Named } }

type MovableRow = Omit<MovableRequest, 'assignment' | 'from' | 'asset' | 'conditions'> &
  MovableRequest['conditions'] & {
    id: string
    owner: string
    assetId: string
    assetName: string
    projectId: string
    projectName: string
    definition: MovableRequest['asset']['workflow']['definition']
  }

const movableAt = (columns: ColumnArrays<Omit<MovableRow, 'id'>>, index: number): NamedRequest => ({
  names: {
    asset: { _id: columns.assetId![index]!, name: columns.assetName![index]! },
    project: { _id: columns.projectId![index]!, name: columns.projectName![index]! },
  },
  status: columns.status![index]!,
  vendor: columns.vendor![index]!,
  assignment: null,
  language: columns.language![index]!,
  dng: columns.dng![index]!,
  uses: columns.uses![index]!,
  dcp: columns.dcp![index]!,
  auto: columns.auto![index]!,
  autosubs: columns.autosubs![index]!,
  autoMode: columns.autoMode![index]!,
  from: { _id: columns.owner![index]! },
  reviewer: columns.reviewer![index]!,
  approver: columns.approver![index]!,
  asset: { workflow: { definition: columns.definition![index]! } },
  materials: columns.materials![index]!,
  offlines: columns.offlines![index]!,
  encodes: columns.encodes![index]!,
  translation: columns.translation![index]!,
  graphicsTranslation: columns.graphicsTranslation![index]!,
  conditions: {
    leadTimeHours: columns.leadTimeHours![index]!,
    isDueInTime: columns.isDueInTime![index]!,
    languages: columns.languages![index]!,
    hasFreshOffline: columns.hasFreshOffline![index]!,
    deliverables: columns.deliverables![index]!,
  },
})

const translationOf = (part: 'dialogue' | 'graphics'): Sql => sql`(
  select json_build_object('language', tr.language, 'status', tr.status, 'translator', (
    select json_build_object('name', p.name) from person_summary p where p.id = tr.translator_id))
  from translation tr
    where tr.studio_id = w.studio_id and tr.work_request_id = w.id and tr.part = ${sql.lit(part)})`

/** A part that only the next step from these statuses depends on. */
const from = (statuses: readonly OpenStatus[], part: Sql, otherwise: Sql): Sql =>
  sql`case when w.status in (${sql.join(statuses.map((status) => sql.lit(status)))})
    then ${part} else ${otherwise} end`
const NONE = sql`'[]'::json`
const NOTHING = sql`null::json`
const BEFORE_WORK = ['submitted', 'awaiting-materials'] as const

const approvalSettings = sql`(
  select json_build_object(
    'requireGraphicsApproval', d.definition -> 'requireGraphicsApproval',
    'requireOfflineApproval', d.definition -> 'requireOfflineApproval')
  from (select ${definitionOf} as definition offset 0) d)`

const materials = sql`coalesce((
  select json_agg(json_build_object(
      'name', m.name, 'complete', m.complete, 'approved', m.approved) order by m.name)
  from material m where m.studio_id = w.studio_id and m.work_request_id = w.id), '[]')`

const offlines = sql`coalesce((
  select json_agg(json_build_object('decision', o.decision) order by o.created_at desc, o.id desc)
  from offline o where o.studio_id = w.studio_id and o.work_request_id = w.id), '[]')`

const encodes = sql`coalesce((
  select json_agg(json_build_object(
      'kind', e.kind, 'use', e.use, 'value', e.value, 'status', e.status)
    order by e.created_at desc, e.id desc)
  from encode e where e.studio_id = w.studio_id and e.work_request_id = w.id), '[]')`

const nameOf = (person: Sql): Sql => sql`(
  select json_build_object('name', p.name) from person_summary p where p.id = ${person})`

/** The service sees everything that a move depends on. */
const selectMovable = (ids: readonly string[]) => sql<{ requests: ColumnArrays<MovableRow> }>`
    select ${columnArraysJson({
      id: sql`w.id`,
      assetId: sql`a.id`,
      assetName: sql`a.name`,
      projectId: sql`p.id`,
      projectName: sql`p.name`,
      status: sql`w.status`,
      vendor: sql`w.vendor_id`,
      language: sql`w.language`,
      dng: from(['incomplete', ...BEFORE_WORK, 'for-review'], sql`w.dng`, sql`null`),
      uses: from(['incomplete', 'approved'], sql`w.uses`, sql`null`),
      dcp: from(['incomplete', 'approved'], sql`w.dcp`, sql`null`),
      auto: sql`w.auto`,
      autosubs: sql`w.autosubs`,
      autoMode: sql`w.auto_mode`,
      owner: sql`w.owner_id`,
      reviewer: nameOf(sql`w.reviewer_id`),
      approver: nameOf(sql`w.approver_id`),
      definition: from([...BEFORE_WORK, 'for-review'], approvalSettings, NOTHING),
      materials: from(BEFORE_WORK, materials, NONE),
      offlines: from(['in-progress', 'for-review'], offlines, NONE),
      encodes: from(['in-progress', 'approved'], encodes, NONE),
      translation: from([...BEFORE_WORK, 'for-review'], translationOf('dialogue'), NOTHING),
      graphicsTranslation: from([...BEFORE_WORK, 'for-review'], translationOf('graphics'), NOTHING),
      leadTimeHours: sql`s.settings -> 'leadTimeHours'`,
      isDueInTime,
      languages: from(['incomplete'], sql`array_to_json(${languagesOfTerritory})`, NOTHING),
      hasFreshOffline: from(['in-progress'], hasFreshOffline, sql`false`),
      deliverables: from(['approved'], deliverablesJson(serviceViewer), NONE),
    })} as requests
    from unnest(${ids}::text[]) requested (id)
    cross join lateral (select * from work_request where id = requested.id offset 0) w
    join asset a on a.studio_id = w.studio_id and a.id = w.asset_id
    join project p on p.studio_id = w.studio_id and p.id = w.project_id
    join studio s on s.id = w.studio_id`
