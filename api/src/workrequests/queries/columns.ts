// A work request as one SQL record. Files that the viewer cannot see are left out everywhere.
import { sql, type RawBuilder } from 'kysely'
import { definitionOf, seesFile, seesVendor, type Viewer } from '../../access/queries/visibility.ts'
import { namedFile } from '../../files/queries.ts'
import { previewsOfAsset } from '../../previews/queries.ts'
import { projectSummaryJson } from '../../projects/queries.ts'
import { translationJson } from '../../translations/queries.ts'
import { summaryJson } from '../../users/queries.ts'

type Sql = RawBuilder<unknown>

/** Over `work_request_assignment x`. */
export const assignmentColumns = sql`
  x.id as "_id", x.vendor_id as vendor, x.automatic, x.rule, seconds(x.respond_by) as "respondBy",
  x.decision, x.reason, seconds(x.decided_at) as decided, seconds(x.created_at) as created,
  seconds(x.ended_at) as ended`

export const workRequestFrom = sql`
  work_request w
  join asset a on a.id = w.asset_id
  join asset_type ty on ty.id = a.type_id
  join studio s on s.id = w.studio_id`

export const workRequestColumns = (viewer: Viewer, withLines: boolean): Sql => sql`
  w.id as "_id", w.studio_id as studio, w.vendor_id as vendor, w.language, w.territory, w.dng, w.uses, w.dcp,
  w.instructions, w.status, w.recipients, w.shipping as "shippingAddresses", w.tags, w.reason,
  w.auto, w.autosubs, w.dual_languages as "dualLanguages", w.auto_mode as "autoMode",
  w.aspect_ratio as "aspectRatio", seconds(w.created_at) as created,
  ${dueJson(sql`w.due_at`, sql`w.due_tz`)} as due,
  ${dueJson(sql`w.deadline_at`, sql`w.deadline_tz`)} as "deliveryDeadline",
  json_build_object(
    'base', w.estimate_base::text, 'applied', w.estimate_applied::text,
    'currency', w.estimate_currency) as estimate,
  (select f.id from ${namedFile(viewer, sql`w.audio_file_id`)}) as "audioFile",
  ${projectSummaryJson(viewer, sql`w.project_id`)} as project,
  ${assetJson(viewer)} as asset, ty.slug as "assetType", ty.category as "assetCategory",
  ${summaryJson(sql`w.owner_id`, sql`w.studio_id`)} as from,
  ${summaryJson(sql`w.reviewer_id`, sql`w.studio_id`)} as reviewer,
  ${summaryJson(sql`w.approver_id`, sql`w.studio_id`)} as approver,
  ${assignmentJson} as assignment,
  ${historyJson(viewer)} as history,
  ${materialsJson(viewer)} as materials,
  ${bundlesJson(viewer)} as files,
  ${offlinesJson(viewer)} as offlines,
  ${encodesJson(viewer)} as encodes,
  ${translationJson(viewer, 'dialogue', withLines)} as translation,
  ${translationJson(viewer, 'graphics', withLines)} as "graphicsTranslation",
  ${factsJson(viewer)} as facts`

const dueJson = (date: Sql, zone: Sql): Sql => sql`
  case when ${date} is not null
    then json_build_object('date', seconds(${date}), 'tz', ${zone}) end`

const assignmentJson = sql`(
  select to_json(current) from (
    select ${assignmentColumns} from work_request_assignment x
    where x.work_request_id = w.id and x.ended_at is null) current)`

/** A vendor sees neither what happened in the time of another vendor nor their offlines. */
const historyJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_agg(jsonb_build_object(
      'date', seconds(h.at), 'user', ${summaryJson(sql`h.person_id`, sql`w.studio_id`)},
      'status', h.status, 'reason', h.reason, 'code', h.code, 'automatic', h.automatic)
      || case when h.cause is null then '{}' else jsonb_build_object('cause', h.cause) end
    order by h.id)
  from work_request_history h where h.work_request_id = w.id
    and ${seesVendor(viewer, sql`w.studio_id`, sql`h.vendor_id`)}), '[]')`

const materialsJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_agg(json_build_object(
      'name', m.name, 'complete', m.complete, 'approved', m.approved,
      'files', array(
        select f.id
        from unnest(m.files) with ordinality attached (id, position)
        join file f on f.id = attached.id
        where ${seesFile(viewer)} order by attached.position))
    order by m.name)
  from material m where m.work_request_id = w.id), '[]')`

const bundlesJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_agg(bundle) from (
    select wf.name, json_agg(f.id order by wf.position, f.id) as files
    from work_request_file wf join file f on f.id = wf.file_id
    where wf.work_request_id = w.id and ${seesFile(viewer)}
    group by wf.name order by wf.name) bundle), '[]')`

const offlinesJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_agg(json_build_object(
      '_id', o.id,
      'file', (select f.id from file f where f.id = o.file_id and ${seesFile(viewer)}),
      'from', o.from_id, 'decision', o.decision, 'reason', o.reason, 'code', o.code,
      'created', seconds(o.created_at))
    order by o.created_at desc, o.id desc)
  from offline o where o.work_request_id = w.id
    and ${seesVendor(viewer, sql`w.studio_id`, sql`o.vendor_id`)}), '[]')`

const encodesJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_agg(json_build_object(
      '_id', e.id, 'kind', e.kind, 'use', e.use, 'value', e.value, 'status', e.status,
      'progress', e.progress,
      'file', (select f.id from file f where f.id = e.file_id and ${seesFile(viewer)}),
      'error', e.error, 'created', seconds(e.created_at))
    order by e.created_at desc, e.id desc)
  from encode e where e.work_request_id = w.id), '[]')`

export const assetJson = (viewer: Viewer): Sql => sql`json_build_object(
  '_id', a.id, 'studio', a.studio_id, 'project', a.project_id, 'name', a.name,
  'importName', a.import_name, 'slug', a.slug, 'type', ty.slug, 'mediaType', a.media_type,
  'usage', a.usage, 'verified', a.verified, 'creative', a.creative,
  'created', seconds(a.created_at), 'aspectRatio', a.aspect_ratio,
  'previews', ${previewsOfAsset(viewer)},
  'workflow', json_build_object(
    'id', a.workflow_id, 'phase', a.phase, 'definition', ${definitionOf}),
  'thumbnail', (
    select json_build_object(
      '_id', f.id, 'verified', f.verified_at is not null,
      'embargo', json_build_object('event', f.embargo_event),
      'warnings', jsonb_path_query_array(f.warnings, '$[*] ? (!exists (@.compared))'),
      'mime', f.mime, 'tags', f.tags, 'length', coalesce(f.length, 0),
      'md5', coalesce(f.md5, ''), 'uploadDate', seconds(coalesce(f.received_at, f.created_at)))
    from ${namedFile(viewer, sql`a.thumbnail_id`)}))`

/** `WorkRequestFacts`. Files count only if the viewer can see them. */
export const factsJson = (viewer: Viewer): Sql =>
  factsWith(sql`
    'freshOffline', ${hasFreshOffline}, 'deliverables', ${deliverablesJson(viewer)}`)

/** Null if there is no such territory. */
export const languagesOfTerritory = sql`(
  select array(select entry ->> 'code' from jsonb_array_elements(t.languages) entry)
  from territory t where t.code = w.territory)`

export const dueInTime = sql`coalesce(
  w.due_at >= now() + make_interval(hours => (s.settings -> 'leadTimeHours')::int), false)`

const factsWith = (
  ofWork: Sql,
  languages: Sql = languagesOfTerritory,
): Sql => sql`json_build_object(
  'leadTimeHours', s.settings -> 'leadTimeHours', 'dueInTime', ${dueInTime},
  'rateCard', s.settings -> 'rateCard', 'currency', s.settings ->> 'currency',
  'languages', ${languages}, ${ofWork})`

export const hasFreshOffline = sql`exists (
  select from offline o where o.work_request_id = w.id
    and o.vendor_id is not distinct from w.vendor_id
    and o.created_at > coalesce((
      select max(h.at) from work_request_history h
      where h.work_request_id = w.id and h.status = 'rejected'), '-infinity'))`

export const deliverablesJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_agg(json_build_object('use', wf.name, 'state', wf.state, 'companion', wf.companion))
  from work_request_file wf join file f on f.id = wf.file_id
  where wf.work_request_id = w.id and f.removed_at is null and ${seesFile(viewer)}), '[]')`

/** Of a request that nobody has worked on. */
export const newFactsJson = (languages?: Sql): Sql =>
  factsWith(sql`'freshOffline', false, 'deliverables', '[]'::json`, languages)
