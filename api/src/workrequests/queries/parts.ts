// The two statements of `assembleWorkRequests`, as parts that each return an array of rows.
import { assetParts, type AssetParts } from '../../assets/queries/assemble.ts'
import {
  seesFile,
  seesTranslation,
  seesVendor,
  seesWorkRequest,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { readingByKey } from '../../access/queries/viewers.ts'
import { columnArraysJson } from '../../kernel/db/column-json.ts'
import { partColumns, selectParts, type PartSources } from '../../kernel/db/parts.ts'
import { sql } from '../../kernel/db/sql.ts'
import { embeddableLines } from '../../lines/queries/lines.ts'
import type { StoredLine } from '../../lines/rules/line.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { EmbeddedTranslation } from '../../translations/rules/translation.ts'
import type { Deliverable, StoredWorkRequest } from '../rules/stored.ts'
import { assignmentFields, requestFields, type RequestRow } from './columns.ts'

type OfRequest<T> = T & { request: string }
export type HistoryRow = Omit<StoredWorkRequest['history'][number], 'user' | 'cause'> & {
  person: string
  /** With microseconds. */
  time: number
  cause: StoredWorkRequest['history'][number]['cause'] | null
}
export type OfflineRow = StoredWorkRequest['offlines'][number] & {
  vendor: string | null
  time: number
}
type Translation = Omit<EmbeddedTranslation, 'translator' | 'lines' | 'manyLines'> & {
  part: ScriptPart
  translator: string | null
  textTrack: string
  seesLines: boolean
}
export type RequestParts = {
  requests: RequestRow[]
  assignments: OfRequest<NonNullable<StoredWorkRequest['assignment']>>[]
  history: OfRequest<HistoryRow>[]
  materials: OfRequest<StoredWorkRequest['materials'][number]>[]
  deliverables: OfRequest<Deliverable & { file: string }>[]
  offlines: OfRequest<OfflineRow>[]
  encodes: OfRequest<StoredWorkRequest['encodes'][number]>[]
  translations: OfRequest<Translation>[]
}

export const selectRequests = (caller: Viewer, ids: readonly string[], withLines: boolean) =>
  selectParts<RequestParts>(requestParts(readingByKey(caller), ids, withLines))

const REQUEST_COLUMNS = partColumns<Omit<RequestParts, 'translations'>>({
  requests: requestFields,
  assignments: { request: sql`x.work_request_id`, ...assignmentFields },
  history: {
    request: sql`h.work_request_id`,
    date: sql`seconds(h.at)`,
    person: sql`h.person_id`,
    status: sql`h.status`,
    reason: sql`h.reason`,
    code: sql`h.code`,
    automatic: sql`h.automatic`,
    cause: sql`h.cause`,
    time: sql`extract(epoch from h.at)::float8`,
  },
  materials: {
    request: sql`m.work_request_id`,
    name: sql`m.name`,
    complete: sql`m.complete`,
    approved: sql`m.approved`,
    files: sql`to_json(m.files)`,
  },
  deliverables: {
    request: sql`wf.work_request_id`,
    use: sql`wf.name`,
    file: sql`wf.file_id`,
    state: sql`wf.state`,
    companion: sql`wf.companion`,
  },
  offlines: {
    request: sql`o.work_request_id`,
    _id: sql`o.id`,
    file: sql`o.file_id`,
    from: sql`o.from_id`,
    decision: sql`o.decision`,
    reason: sql`o.reason`,
    code: sql`o.code`,
    created: sql`seconds(o.created_at)`,
    vendor: sql`o.vendor_id`,
    time: sql`extract(epoch from o.created_at)::float8`,
  },
  encodes: {
    request: sql`e.work_request_id`,
    _id: sql`e.id`,
    kind: sql`e.kind`,
    use: sql`e.use`,
    value: sql`e.value`,
    status: sql`e.status`,
    progress: sql`e.progress`,
    file: sql`e.file_id`,
    error: sql`e.error`,
    created: sql`seconds(e.created_at)`,
  },
})

function requestParts(
  viewer: Viewer,
  ids: readonly string[],
  withLines: boolean,
): PartSources<RequestParts> {
  const ofRequests = (
    table: string,
  ) => sql`${sql.ref(`${table}.work_request_id`)} = any (${ids}::text[])
    and ${viewer.isIn(sql.ref(`${table}.studio_id`))}`
  return {
    requests: {
      columns: REQUEST_COLUMNS.requests,
      from: sql`work_request w
      join studio s on s.id = w.studio_id
      join project p on p.studio_id = w.studio_id and p.id = w.project_id
      left join territory t on t.code = w.territory
      where w.id = any (${ids}::text[]) and ${viewer.isIn(sql`w.studio_id`)}
        and ${seesWorkRequest(viewer)}`,
    },
    assignments: {
      columns: REQUEST_COLUMNS.assignments,
      from: sql`work_request_assignment x where ${ofRequests('x')} and x.ended_at is null`,
    },
    // A vendor sees neither what happened in the time of another vendor nor their offlines.
    history: {
      columns: REQUEST_COLUMNS.history,
      from: sql`(
      select * from work_request_history h
      where ${ofRequests('h')} and ${seesVendor(viewer, sql`h.studio_id`, sql`h.vendor_id`)}
      order by h.id) h`,
    },
    materials: {
      columns: REQUEST_COLUMNS.materials,
      from: sql`(select * from material where ${ofRequests('material')} order by name) m`,
    },
    deliverables: {
      columns: REQUEST_COLUMNS.deliverables,
      from: sql`(
      select * from work_request_file where ${ofRequests('work_request_file')} order by name, position, file_id) wf`,
    },
    offlines: {
      columns: REQUEST_COLUMNS.offlines,
      from: sql`(
      select * from offline o
      where ${ofRequests('o')} and ${seesVendor(viewer, sql`o.studio_id`, sql`o.vendor_id`)}
      order by o.created_at desc, o.id desc) o`,
    },
    encodes: {
      columns: REQUEST_COLUMNS.encodes,
      from: sql`(select * from encode where ${ofRequests('encode')} order by created_at desc, id desc) e`,
    },
    translations: {
      columns: columnArraysJson<OfRequest<Translation>>({
        request: sql`tr.work_request_id`,
        _id: sql`tr.id`,
        part: sql`tr.part`,
        asset: sql`tr.asset_id`,
        workRequest: sql`tr.work_request_id`,
        language: sql`tr.language`,
        status: sql`tr.status`,
        translator: sql`tr.translator_id`,
        created: sql`seconds(tr.created_at)`,
        textTrack: sql`tr.text_track_id`,
        seesLines: withLines ? seesTranslation(viewer) : sql`false`,
      }),
      from: sql`translation tr
      ${
        withLines
          ? sql`join work_request w
        on w.studio_id = tr.studio_id and w.id = tr.work_request_id`
          : sql``
      }
      where ${ofRequests('tr')} and tr.part is not null`,
    },
  }
}

export type Mentioned = AssetParts & {
  people: { _id: string; name: string; emailNormal: string }[]
  groups: { person: string; studio: string; _id: string; name: string }[]
  files: { id: string }[]
  /** Null instead of very many lines. */
  lines: { textTrack: string; revision: number; line: StoredLine | null }[]
}

export type MentionedIds = Record<'studios' | 'assets' | 'people' | 'files' | 'tracks', string[]>

const MENTIONED_COLUMNS = partColumns<Omit<Mentioned, keyof AssetParts>>({
  people: { _id: sql`p.id`, name: sql`p.name`, emailNormal: sql`p.email` },
  groups: {
    person: sql`gp.person_id`,
    studio: sql`gs.studio_id`,
    _id: sql`gp.group_id`,
    name: sql`gp.name`,
  },
  files: { id: sql`f.id` },
  lines: {
    textTrack: sql`track.id`,
    revision: sql`track.revision`,
    line: sql`l.line`,
  },
})

export function selectMentioned(caller: Viewer, ids: MentionedIds) {
  const viewer = readingByKey(caller)
  const people = sql`${ids.people}::text[]`
  return selectParts<Mentioned>({
    ...assetParts(viewer, sql`${ids.assets}::text[]`),
    people: {
      columns: MENTIONED_COLUMNS.people,
      from: sql`person_summary p where p.id = any (${people})`,
    },
    groups: {
      columns: MENTIONED_COLUMNS.groups,
      from: sql`person_group gp join group_studio gs on gs.group_id = gp.group_id
        where gp.person_id = any (${people}) and gs.studio_id = any (${ids.studios}::text[])`,
    },
    files: {
      columns: MENTIONED_COLUMNS.files,
      from: sql`file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
        where f.id = any (${ids.files}::text[]) and ${viewer.isIn(sql`f.studio_id`)}
          and ${seesFile(viewer)}`,
    },
    lines: {
      columns: MENTIONED_COLUMNS.lines,
      // Revision 0 has no lines.
      from: sql`text_track track cross join lateral
        ${embeddableLines(sql`track.studio_id`, sql`track.id`)} l
        where track.id = any (${ids.tracks}::text[]) and ${viewer.isIn(sql`track.studio_id`)}
          and track.revision > 0`,
    },
  })
}
