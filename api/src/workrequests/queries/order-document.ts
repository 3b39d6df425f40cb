// What new requests take from their asset, prepared for the next one: assembling it takes most of the
// time that PostgreSQL needs for a new request (docs/decisions/0114).
import { sql } from 'kysely'
import { serviceViewer } from '../../access/queries/visibility.ts'
import { assetViewFacts } from '../../assets/queries.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { SINGLE_SHAPE, param, prepared } from '../../kernel/db/prepared.ts'
import { mayBuildDocument, storeDocument } from '../../kernel/http/documents.ts'
import { projectSummaryJson } from '../../projects/queries.ts'
import type { OrderFacts, OrderedAsset } from '../rules/order.ts'
import { assetJson } from './columns.ts'
import {
  assetsOfUsedFiles,
  nextEmbargoEnd,
  usesEmbargoedFile,
  usesOneStudio,
} from './used-files.ts'

export const ORDER_DOCUMENT = { kind: 'order', variant: '' }
/** No person of a vendor may read the document. */
const NO_VENDORS = ['']

type BuiltOrder = {
  snapshot: string
  validUntil: Date
  dependencies: string[]
  isOfOneStudio: boolean
  facts: OrderFacts
  order: OrderedAsset
}

const assembleOrder = prepared(
  () => sql<BuiltOrder>`
  select pg_current_snapshot()::text as snapshot,
    least(now() + interval '12 hours', ${nextEmbargoEnd}) as "validUntil",
    array_remove(
      array[a.id, 'view ' || a.id, a.project_id, a.studio_id, a.type_id, a.workflow_id]
      || ${assetsOfUsedFiles}, null) as dependencies,
    ${usesOneStudio} as "isOfOneStudio",
    json_build_object(
      'studio', a.studio_id, 'embargoed', ${usesEmbargoedFile}, 'view', ${assetViewFacts}) as facts,
    json_build_object(
      'studio', a.studio_id, 'project', ${projectSummaryJson(serviceViewer, sql`a.project_id`)},
      'asset', ${assetJson(serviceViewer)}, 'assetType', ty.slug, 'assetCategory', ty.category)
      as "order"
  from asset a
  join asset_type ty on ty.id = a.type_id
  join project p on p.id = a.project_id
  cross join lateral (
    select array[a.thumbnail_id, p.logo_id]
      || array(select file_id from preview where asset_id = a.id) as files) used
  where a.id = ${param('asset')} and a.archived_at is null and ${mayBuildDocument}`,
)

/** Prepares what the next request of the asset needs. A failure must not fail the request before. */
export async function prepareOrder(db: Db, asset: string): Promise<void> {
  const [built] = await assembleOrder(db, SINGLE_SHAPE, { asset }).catch(() => [])
  if (!built?.isOfOneStudio) return
  const { snapshot, validUntil, dependencies, facts, order } = built
  await storeDocument(
    db,
    { ...ORDER_DOCUMENT, id: asset },
    {
      studio: facts.studio,
      vendors: NO_VENDORS,
      snapshot,
      validUntil,
      dependencies,
      etag: '',
      facts,
      reply: () => order,
    },
  )
}
