// The prepared reply of an asset.
import { sql } from 'kysely'
import { serviceViewer, type Viewer } from '../../access/queries/visibility.ts'
import { seesEveryPart } from '../../access/rules.ts'
import { vendorsOfFile } from '../../files/queries.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { recordStatement } from '../../kernel/db/page.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { mayBuildDocument, type DocumentKind } from '../../kernel/http/documents.ts'
import { etagOf, etagWithView } from '../../kernel/http/etag.ts'
import { assetColumns, assetFrom, assetViewFacts, vendorsOfSources } from '../queries.ts'
import {
  assetViewOf,
  assetWithGaps,
  fillAsset,
  inCurrentPhase,
  type AssetFacts,
  type AssetViewFacts,
  type StoredAsset,
} from '../rules.ts'

type BuiltAsset = {
  snapshot: string
  validUntil: Date
  dependencies: string[]
  vendors: string[]
  embargoed: boolean
  phaseChanged: string
  isOwnThumbnail: boolean
  view: AssetViewFacts
  document: StoredAsset
}

/** For one app, because it remembers whose views are recorded. */
export const createAssetDocument = (): DocumentKind<AssetFacts> => ({
  kind: 'asset',
  async build(db, id, view) {
    const [built] = await assemble(db, serviceViewer.shape, { id })
    if (!built?.isOwnThumbnail) return undefined
    const { snapshot, validUntil, dependencies, document, isOwnThumbnail: _one, ...known } = built
    const { archived: _archived, embargo: _embargo, sources: _sources, ...others } = document
    const { feedback: _feedback, ...asset } = others
    const { _id, studio, category, usage, workflow, poster } = asset
    return {
      studio,
      vendors: known.vendors,
      snapshot,
      validUntil,
      dependencies,
      etag: etagOf(asset),
      facts: { ...known, _id, studio, category, usage, poster, workflow: inCurrentPhase(workflow) },
      reply: (gap) => assetWithGaps(document, view, gap),
    }
  },
  seesWhole: seesEveryPart,
  fill: fillAsset,
  etagFor: (etag, { studio, view }, caller) =>
    etagWithView(etag, assetViewOf(view, callerIn(caller, studio))),
  afterRead: createViewRecorder(),
})

const MAX_RECORDED = 10_000

/** Records that a person viewed the current phase of an asset, once. */
function createViewRecorder() {
  const recorded = new Set<string>()
  return async (db: Db, { _id, phaseChanged }: AssetFacts, caller: Caller): Promise<void> => {
    const key = `${caller._id} ${_id} ${phaseChanged}`
    if (recorded.has(key)) return
    await sql`
      insert into asset_view (asset_id, person_id) values (${_id}, ${caller._id})
      on conflict (asset_id, person_id) do update set viewed_at = now()
      where asset_view.viewed_at < ${phaseChanged}::timestamptz`.execute(db)
    if (recorded.size >= MAX_RECORDED) recorded.clear()
    recorded.add(key)
  }
}

const assemble = prepared(
  (viewer: Viewer) => sql<BuiltAsset>`
  select pg_current_snapshot()::text as snapshot,
    least(
      now() + interval '12 hours',
      (select min(f.embargo_end) from file f
        where f.asset_id = a.id and f.removed_at is null and f.embargo_end > now()),
      (select min(f.embargo_end) from file f
        where f.id = any (used.files) and f.embargo_end > now())
    ) as "validUntil",
    array_remove(
      array[a.id, 'view ' || a.id, a.studio_id, a.type_id, a.workflow_id]
      || array(
        select distinct f.asset_id from file f
        where f.id = any (used.files) and f.asset_id <> a.id), null) as dependencies,
    array(
      select ${vendorsOfFile} from file f where f.id = any (used.files)
      union ${vendorsOfSources}) as vendors,
    exists (
      select from file f
      where (f.id = any (used.files) or f.asset_id = a.id and f.removed_at is null)
        and embargoed(f.embargo_end, f.embargo_event, a.terminal)) as embargoed,
    a.phase_changed_at::text as "phaseChanged",
    coalesce((select f.asset_id = a.id from file f where f.id = a.thumbnail_id), true)
      as "isOwnThumbnail",
    ${assetViewFacts} as view,
    (${recordStatement({
      columns: assetColumns(viewer),
      from: assetFrom,
      where: sql`a.id = ${param('id')}`,
    })}) as document
  from asset a
  cross join lateral (
    select a.thumbnail_id || array(select file_id from preview where asset_id = a.id) as files) used
  where a.id = ${param('id')} and ${mayBuildDocument}`,
)
