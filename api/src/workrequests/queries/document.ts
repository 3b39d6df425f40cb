// The prepared reply of a work request. Reading it takes a tenth of the time of assembling it.
import { sql } from 'kysely'
import { serviceViewer, type Viewer } from '../../access/queries/visibility.ts'
import { assetViewFacts, vendorsOfSources } from '../../assets/queries.ts'
import { assetViewOf, type AssetViewFacts } from '../../assets/rules.ts'
import { vendorsOfFile } from '../../files/queries.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { recordStatement } from '../../kernel/db/page.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import { callerIn } from '../../kernel/http/contract/caller.ts'
import type { View } from '../../kernel/http/contract/view.ts'
import {
  mayBuildDocument,
  type BuiltDocument,
  type DocumentKind,
} from '../../kernel/http/documents.ts'
import { etagWithView } from '../../kernel/http/etag.ts'
import {
  factsOf,
  fillGaps,
  seesWhole,
  withGaps,
  type WorkRequestFactsOfDocument,
} from '../rules/document.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { workRequestColumns, workRequestFrom } from './columns.ts'
import {
  assetsOfUsedFiles,
  nextEmbargoEnd,
  usesEmbargoedFile,
  usesOneStudio,
} from './used-files.ts'
import { workRequestEtag } from './work-requests.ts'

export const workRequestDocument: DocumentKind<WorkRequestFactsOfDocument> = {
  kind: 'workrequest',
  build: buildDocument,
  seesWhole,
  fill: fillGaps,
  etagFor: (etag, { view, studio }, caller) =>
    etagWithView(etag, assetViewOf(view, callerIn(caller, studio))),
}

type BuiltRequest = BuiltDocument<WorkRequestFactsOfDocument>
type Built = {
  snapshot: string
  validUntil: Date
  dependencies: string[]
  vendors: string[]
  submitted: boolean
  embargoed: boolean
  isOfOneStudio: boolean
  view: AssetViewFacts
  document: StoredWorkRequest
}

async function buildDocument(db: Db, id: string, view: View): Promise<BuiltRequest | undefined> {
  const [built] = await assemble(db, serviceViewer.shape, { ids: [id] })
  return built && documentOf(built, view)
}

function documentOf(built: Built, view: View): BuiltRequest | undefined {
  if (!built.isOfOneStudio) return undefined
  const { snapshot, validUntil, dependencies, document, ...known } = built
  // Very many lines are added by a worker thread.
  if (document.translation.manyLines || document.graphicsTranslation.manyLines) return undefined
  return {
    studio: document.studio,
    vendors: known.vendors,
    snapshot,
    validUntil,
    dependencies,
    etag: workRequestEtag(document),
    facts: factsOf(document, known),
    reply: (gap) => withGaps(document, view, gap),
  }
}

/**
 * Whether the due date is at least the lead time away and whether an embargo has ended depend on
 * the clock, so a document is valid until one of these changes, and for 12 hours at most.
 */
const assembleWith = (withLines: boolean) =>
  prepared(
    (viewer: Viewer) => sql<Built>`
  select pg_current_snapshot()::text as snapshot,
    least(
      now() + interval '12 hours',
      case when lead_time.starts > now() then lead_time.starts end,
      ${nextEmbargoEnd}) as "validUntil",
    array_remove(
      array[w.id, w.asset_id, 'view ' || w.asset_id, w.project_id, w.studio_id, w.territory,
        w.owner_id, w.reviewer_id, w.approver_id, a.type_id, a.workflow_id]
      || array(select person_id from work_request_history where work_request_id = w.id)
      || array(select translator_id from translation where work_request_id = w.id)
      || ${assetsOfUsedFiles}, null) as dependencies,
    array(
      select vendor_id from work_request_history
      where work_request_id = w.id and vendor_id is not null
      union select vendor_id from offline
      where work_request_id = w.id and vendor_id is not null
      union select ${vendorsOfFile} from file f where f.id = any (used.files)
      union ${vendorsOfSources}) as vendors,
    w.submitted_at is not null as submitted,
    ${usesEmbargoedFile} as embargoed, ${usesOneStudio} as "isOfOneStudio",
    ${assetViewFacts} as view,
    (${recordStatement({
      columns: workRequestColumns(viewer, withLines),
      from: workRequestFrom,
      where: sql`w.id = wanted.id`,
    })}) as document
  from unnest(${param('ids')}::text[]) wanted (id)
  join work_request w on w.id = wanted.id
  join asset a on a.id = w.asset_id
  join project p on p.id = w.project_id
  join studio s on s.id = w.studio_id
  cross join lateral (
    select w.due_at - make_interval(hours => (s.settings -> 'leadTimeHours')::int) as starts
  ) lead_time
  cross join lateral (
    select array[w.audio_file_id, a.thumbnail_id, p.logo_id]
      || array(select unnest(m.files) from material m where m.work_request_id = w.id)
      || array(select file_id from work_request_file where work_request_id = w.id)
      || array(select file_id from offline where work_request_id = w.id)
      || array(select file_id from preview where asset_id = a.id)
      || array(select file_id from encode where work_request_id = w.id) as files) used
  where ${mayBuildDocument}`,
  )

const assemble = assembleWith(true)
const assembleRows = assembleWith(false)

/**
 * A work request inside another record, without its lines: reading many of them takes a tenth of the
 * time of assembling them.
 */
export const workRequestRow = {
  kind: 'workrequest-row',
  seesWhole,
  fill: fillGaps,
  async build(db: Db, ids: readonly string[], view: View): Promise<Map<string, BuiltRequest>> {
    const rows = await assembleRows(db, serviceViewer.shape, { ids })
    return new Map(
      rows.flatMap((built) => {
        const document = documentOf(built, view)
        return document ? [[built.document._id, document]] : []
      }),
    )
  },
}
