import { sql, type RawBuilder } from 'kysely'
import {
  definitionOf,
  notEmbargoed,
  seesFile,
  seesTranslation,
  seesWorkRequest,
  serviceViewer,
  type PreparedViewer,
  type Viewer,
} from '../access/queries/visibility.ts'
import { namedFile } from '../files/queries.ts'
import { between } from '../kernel/db/between.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { orderBy } from '../kernel/db/order.ts'
import { allOf, matchesIdOrSlug, matches, listPage, recordStatement } from '../kernel/db/page.ts'
import { param, prepared } from '../kernel/db/prepared.ts'
import { etagOf, withEtag } from '../kernel/http/etag.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { previewsOfAsset } from '../previews/queries.ts'
import { projectSummaryJson } from '../projects/queries.ts'
import { translationJson } from '../translations/queries.ts'
import { summaryJson } from '../users/queries.ts'
import type { StoredWorkRequest } from './rules/stored.ts'

const from = sql`work_request w join asset a on a.id = w.asset_id join asset_type ty on ty.id = a.type_id join studio s on s.id = w.studio_id`

/**
 * The whole record in one statement. Files that are not in the reader's sight are left out wherever
 * they are named.
 */
const columns = (viewer: Viewer, withLines: boolean) => sql`
  w.id as "_id", w.studio_id as studio, ${projectSummaryJson(viewer, sql`w.project_id`)} as project, ${assetJson(viewer)} as asset,
  ty.slug as "assetType", ty.category as "assetCategory", w.auto, w.autosubs, w.dual_languages as "dualLanguages", w.auto_mode as "autoMode", w.aspect_ratio as "aspectRatio",
  ${summaryJson(sql`w.owner_id`, sql`w.studio_id`)} as from,
  case when w.due_at is not null then json_build_object('date', seconds(w.due_at), 'tz', w.due_tz) end as due,
  case when w.deadline_at is not null then json_build_object('date', seconds(w.deadline_at), 'tz', w.deadline_tz) end as "deliveryDeadline",
  w.language, w.territory, w.dng, w.uses, w.dcp, w.instructions, w.status, w.recipients, w.shipping as "shippingAddresses", w.tags, w.reason, seconds(w.created_at) as created,
  json_build_object('base', w.estimate_base::text, 'applied', w.estimate_applied::text) as estimate,
  (select f.id from ${namedFile(viewer, sql`w.audio_file_id`)}) as "audioFile",
  coalesce((select json_agg(json_build_object('date', seconds(h.at), 'user', ${summaryJson(sql`h.person_id`, sql`w.studio_id`)}, 'status', h.status, 'reason', h.reason, 'code', h.code, 'automatic', h.automatic) order by h.id)
    from work_request_history h where h.work_request_id = w.id), '[]') as history,
  coalesce((select json_agg(json_build_object('name', m.name, 'complete', m.complete, 'approved', m.approved, 'files', array(
      select f.id from unnest(m.files) with ordinality given (id, place) join file f on f.id = given.id where ${seesFile(viewer)} order by given.place)) order by m.name)
    from material m where m.work_request_id = w.id), '[]') as materials,
  coalesce((select json_agg(bundle) from (
      select wf.name, json_agg(f.id order by wf.position, f.id) as files from work_request_file wf join file f on f.id = wf.file_id
      where wf.work_request_id = w.id and ${seesFile(viewer)} group by wf.name order by wf.name) bundle), '[]') as files,
  coalesce((select json_agg(json_build_object('_id', o.id, 'file', (select f.id from file f where f.id = o.file_id and ${seesFile(viewer)}), 'from', o.from_id,
      'decision', o.decision, 'reason', o.reason, 'code', o.code, 'created', seconds(o.created_at)) order by o.created_at desc, o.id desc)
    from offline o where o.work_request_id = w.id), '[]') as offlines,
  coalesce((select json_agg(json_build_object('_id', e.id, 'kind', e.kind, 'use', e.use, 'value', e.value, 'status', e.status, 'progress', e.progress,
      'file', (select f.id from file f where f.id = e.file_id and ${seesFile(viewer)}), 'error', e.error, 'created', seconds(e.created_at)) order by e.created_at desc, e.id desc)
    from encode e where e.work_request_id = w.id), '[]') as encodes,
  ${translationJson(viewer, 'dialogue', withLines)} as translation, ${translationJson(viewer, 'graphics', withLines)} as "graphicsTranslation",
  ${factsJson(viewer)} as facts`

const assetJson = (viewer: Viewer) => sql`json_build_object(
  '_id', a.id, 'studio', a.studio_id, 'project', a.project_id, 'name', a.name, 'importName', a.import_name, 'slug', a.slug, 'type', ty.slug, 'mediaType', a.media_type, 'usage', a.usage,
  'verified', a.verified, 'creative', a.creative, 'created', seconds(a.created_at), 'aspectRatio', a.aspect_ratio, 'previews', ${previewsOfAsset(notEmbargoed(viewer))},
  'workflow', json_build_object('id', a.workflow_id, 'phase', a.phase, 'definition', ${definitionOf}),
  'thumbnail', (select json_build_object('_id', f.id, 'verified', f.verified_at is not null, 'embargo', json_build_object('event', f.embargo_event), 'warnings', jsonb_path_query_array(f.warnings, '$[*] ? (!exists (@.compared))'), 'mime', f.mime,
      'tags', f.tags, 'length', coalesce(f.length, 0), 'md5', coalesce(f.md5, ''), 'uploadDate', seconds(coalesce(f.received_at, f.created_at)))
    from ${namedFile(viewer, sql`a.thumbnail_id`)}))`

/** What is wrong with a file is told to who may see it; the service sees every one. */
const factsJson = (viewer: Viewer) => sql`json_build_object(
  'leadTimeHours', s.settings -> 'leadTimeHours', 'dueInTime', coalesce(w.due_at >= now() + make_interval(hours => (s.settings -> 'leadTimeHours')::int), false), 'rateCard', s.settings -> 'rateCard',
  'languages', (select array(select spoken ->> 'code' from jsonb_array_elements(t.languages) spoken) from territory t where t.code = w.territory),
  'freshOffline', exists (select from offline o where o.work_request_id = w.id
    and o.created_at > coalesce((select max(h.at) from work_request_history h where h.work_request_id = w.id and h.status = 'rejected'), '-infinity')),
  'delivered', array(select distinct wf.name from work_request_file wf join file f on f.id = wf.file_id where wf.work_request_id = w.id and f.verified_at is not null and f.removed_at is null),
  'faulty', array(select distinct wf.name from work_request_file wf join file f on f.id = wf.file_id
    where wf.work_request_id = w.id and ${seesFile(viewer)} and jsonb_path_exists(f.warnings, '$[*] ? (@.severity == "error" && @.code like_regex "^delivery[.]")')))`

export type WorkRequestFilter = {
  q?: string
  status?: string
  project?: string
  asset?: string
  territory?: string
  language?: string
  from?: string
  due?: string
  created?: string
  order?: string
}

export function listWorkRequests(
  db: Db,
  viewer: Viewer,
  range: Range,
  asked: WorkRequestFilter,
): Promise<Page<StoredWorkRequest>> {
  return listPage(db, range, {
    columns: columns(viewer, false),
    from,
    key: sql`w.id`,
    where: allOf(
      seesWorkRequest(viewer),
      asked.q
        ? sql`${matches(sql`a.name_folded`, asked.q)} or ${matches(sql`fold(w.instructions)`, asked.q)} or w.project_id in (select id from project where ${matches(sql`name_folded`, asked.q)}) or ${matchesIdOrSlug(asked.q, sql`w.id`)}`
        : sql`true`,
      asked.status
        ? sql`w.status = any (${asked.status.replaceAll('_', '-').split(',')})`
        : sql`true`,
      asked.project
        ? sql`w.project_id in (select id from project where ${asked.project} in (id, slug))`
        : sql`true`,
      asked.asset ? sql`${asked.asset} in (a.id, a.slug)` : sql`true`,
      asked.territory ? sql`w.territory = any (${asked.territory.split(',')})` : sql`true`,
      asked.language ? sql`w.language = any (${asked.language.split(',')})` : sql`true`,
      asked.from
        ? sql`w.owner_id in (select id from person where ${asked.from === 'me' ? viewer.id : sql`${asked.from.toLowerCase()}`} in (id, email))`
        : sql`true`,
      asked.due ? between(sql`w.due_at`, asked.due) : sql`true`,
      asked.created ? between(sql`w.created_at`, asked.created) : sql`true`,
    ),
    order: orderBy(
      asked.order,
      {
        created: sql`w.created_at`,
        due: sql`coalesce(w.due_at, 'infinity')`,
        status: sql`w.status`,
        territory: sql`w.territory`,
        asset: sql`a.name`,
      },
      '-created',
      sql`w.id`,
    ),
  })
}

const selectWorkRequest = prepared((viewer: Viewer) =>
  recordStatement<StoredWorkRequest>({
    columns: columns(viewer, true),
    from,
    where: sql`w.id = ${param('id')} and ${seesWorkRequest(viewer)}`,
  }),
)

export async function getWorkRequest(
  db: Db,
  { shape }: PreparedViewer,
  id: string,
): Promise<StoredWorkRequest> {
  const [found] = await selectWorkRequest(db, shape, { id })
  if (!found) throw notFound('work request')
  return found.record.encodes.length
    ? withEtag(found.record, etagOfRequest(found.record))
    : found.record
}

/** How far something has come is no change that anybody could write over. */
const etagOfRequest = (request: StoredWorkRequest) =>
  etagOf({
    ...request,
    encodes: request.encodes.map(({ progress: _progress, ...encode }) => encode),
  })

/**
 * The same, from the document that is kept of it (0006_documents.sql), for readers who see all that
 * is in it: a tenth of the work.
 * Others, and the first after a change, have it put together. Inside a transaction use
 * getWorkRequest: there it is always in the making.
 */
export async function readWorkRequest(
  db: Db,
  reader: PreparedViewer,
  id: string,
): Promise<StoredWorkRequest> {
  const [kept] = await readDocument(db, reader.shape, { id })
  if (kept?.document) return withEtag(kept.document, kept.etag)
  // A disk that is full keeps nobody from reading.
  if (kept && !kept.fresh) await storeDocument(db, id).catch(() => {})
  return getWorkRequest(db, reader, id)
}

const readDocument = prepared(
  (viewer: Viewer) => sql<{ fresh: boolean; etag: string; document: StoredWorkRequest | null }>`
  select state.fresh, d.etag, case when state.fresh and ${seesWholeDocument(viewer)} then d.document end as document
  from work_request w left join work_request_document d on d.work_request_id = w.id
  cross join lateral (select coalesce(d.valid_until > now() and not exists (
    select from cache_invalidation c
    where c.dependency = any (d.dependencies) and c.transaction_id >= pg_snapshot_xmin(d.snapshot)
      and changed_after(c.transaction_id, d.snapshot)), false) as fresh offset 0) state
  where w.id = ${param('id')} and ${seesWorkRequest(viewer)}`,
)

/** Over a document `d`: nothing that `columns` leaves out for some is left out for this viewer. */
const seesWholeDocument = (viewer: Viewer) => sql`(
  not exists (select from file f join asset a on a.id = f.asset_id where f.id = any (d.files) and not ${seesFile(viewer)})
  and not exists (select from translation tr where tr.work_request_id = w.id and tr.part is not null and not ${seesTranslation(viewer)}))`

async function storeDocument(db: Db, id: string): Promise<void> {
  const [made] = await buildDocument(db, serviceViewer.shape, { id })
  if (!made) return
  const kept = {
    snapshot: made.madeIn,
    valid_until: made.goodUntil,
    dependencies: made.parts,
    files: made.files,
    document: JSON.stringify(made.document),
    etag: etagOfRequest(made.document),
  }
  await db
    .insertInto('work_request_document')
    .values({ work_request_id: id, ...kept })
    .onConflict((known) => known.column('work_request_id').doUpdateSet(kept))
    .execute()
}

type BuiltDocument = {
  madeIn: string
  goodUntil: Date
  parts: string[]
  files: string[]
  document: StoredWorkRequest
}

/**
 * Nothing is kept in a transaction that has written: its own touches look as if they had been seen,
 * also those still to come.
 * What is shown depends on the clock in one place alone: whether the due date still lies the lead
 * time ahead.
 */
const buildDocument = prepared(
  (viewer: Viewer) => sql<BuiltDocument>`
  select pg_current_snapshot()::text as "madeIn", least(now() + interval '12 hours', case when last_call.at > now() then last_call.at end) as "goodUntil",
    array_remove(array[w.id, w.asset_id, w.project_id, w.studio_id, w.territory, w.owner_id, a.type_id, a.workflow_id]
      || array(select person_id from work_request_history where work_request_id = w.id) || array(select translator_id from translation where work_request_id = w.id)
      || array(select f.asset_id from file f where f.id = any (named.files)), null) as parts,
    array(select f.id from file f where f.id = any (named.files) and f.removed_at is null) as files,
    (${recordStatement({ columns: columns(viewer, true), from, where: sql`w.id = ${param('id')}` })}) as document
  from work_request w join asset a on a.id = w.asset_id join project p on p.id = w.project_id join studio s on s.id = w.studio_id
  cross join lateral (select w.due_at - make_interval(hours => (s.settings -> 'leadTimeHours')::int) as at) last_call
  cross join lateral (select array[w.audio_file_id, a.thumbnail_id, p.logo_id] || array(select unnest(m.files) from material m where m.work_request_id = w.id)
    || array(select file_id from work_request_file where work_request_id = w.id) || array(select file_id from offline where work_request_id = w.id)
    || array(select file_id from preview where asset_id = a.id) || array(select file_id from encode where work_request_id = w.id) as files) named
  where w.id = ${param('id')} and pg_current_xact_id_if_assigned() is null`,
)

/**
 * Documents that were restored with a backup speak of another database's snapshots, so none is
 * believed from before the start.
 */
export const clearDocuments = (db: Db) => sql`delete from work_request_document`.execute(db)

/**
 * A touch is older than every document once it is a day old: none is good for longer than half of
 * one.
 */
export async function pruneInvalidations(tx: Tx): Promise<void> {
  await sql`delete from cache_invalidation where created_at < now() - interval '1 day'`.execute(tx)
  await sql`delete from work_request_document where valid_until < now()`.execute(tx)
}

/**
 * A work request inside another record, or null where it is not in sight. `id` must not be a column
 * of a table called w, a, ty or s.
 */
export const workRequestJson = (viewer: Viewer, id: RawBuilder<unknown>) => sql`(
  select to_json(embedded) from (select ${columns(viewer, false)} from ${from} where w.id = ${id} and ${seesWorkRequest(viewer)}) embedded)`

export const lockWorkRequest = (tx: Tx, id: string) =>
  sql`select from work_request where id = ${id} for update`.execute(tx)
