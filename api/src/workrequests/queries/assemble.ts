// Work requests as a viewer sees them, in two statements for any number of them: the requests with
// their own rows, and then the assets, people, files and lines that these refer to.
import { sql, type RawBuilder } from 'kysely'
import { assembleAssets, assetParts, type AssetParts } from '../../assets/queries/assemble.ts'
import {
  seesFile,
  seesTranslation,
  seesVendor,
  seesWorkRequest,
  type PreparedViewer,
  type Viewer,
} from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { groupRows, partsOf, selectParts, type PartSources } from '../../kernel/db/parts.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import { embeddableLines } from '../../lines/queries/lines.ts'
import type { StoredLine } from '../../lines/rules/line.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { EmbeddedTranslation } from '../../translations/rules/translation.ts'
import type { StoredSummary } from '../../users/rules/user.ts'
import type { Deliverable, StoredWorkRequest } from '../rules/stored.ts'
import { assignmentFields, requestFields, type RequestRow } from './columns.ts'

type OfRequest<T> = T & { request: string }
type History = Omit<StoredWorkRequest['history'][number], 'user' | 'cause'> & {
  person: string
  /** With microseconds. */
  at: number
  cause: StoredWorkRequest['history'][number]['cause'] | null
}
type Offline = StoredWorkRequest['offlines'][number] & { vendor: string | null; at: number }
type Translation = Omit<EmbeddedTranslation, 'translator' | 'lines' | 'manyLines'> & {
  part: ScriptPart
  translator: string | null
  textTrack: string
  revision: number
  seesLines: boolean
}
type RequestParts = {
  requests: RequestRow[]
  assignments: OfRequest<NonNullable<StoredWorkRequest['assignment']>>[]
  history: OfRequest<History>[]
  materials: OfRequest<StoredWorkRequest['materials'][number]>[]
  deliverables: OfRequest<Deliverable & { file: string }>[]
  offlines: OfRequest<Offline>[]
  encodes: OfRequest<StoredWorkRequest['encodes'][number]>[]
  translations: OfRequest<Translation>[]
}

const ids = sql`${param('ids')}::text[]`
const ofRequests = sql`work_request_id = any (${ids})`

const selectRequests = (withLines: boolean) =>
  prepared((viewer: Viewer) => selectParts<RequestParts>(requestParts(viewer, withLines)))

const requestParts = (viewer: Viewer, withLines: boolean): PartSources<RequestParts> => ({
  requests: {
    columns: requestFields,
    from: sql`work_request w
      join studio s on s.id = w.studio_id
      join project p on p.id = w.project_id
      left join territory t on t.code = w.territory
      where w.id = any (${ids}) and ${seesWorkRequest(viewer)}`,
  },
  assignments: {
    columns: { request: sql`x.work_request_id`, ...assignmentFields },
    from: sql`work_request_assignment x where x.${ofRequests} and x.ended_at is null`,
  },
  // A vendor sees neither what happened in the time of another vendor nor their offlines.
  history: {
    columns: {
      request: sql`h.work_request_id`,
      date: sql`seconds(h.at)`,
      person: sql`h.person_id`,
      status: sql`h.status`,
      reason: sql`h.reason`,
      code: sql`h.code`,
      automatic: sql`h.automatic`,
      cause: sql`h.cause`,
      at: sql`extract(epoch from h.at)::float8`,
    },
    from: sql`(
      select * from work_request_history h
      where h.${ofRequests} and ${seesVendor(viewer, sql`h.studio_id`, sql`h.vendor_id`)}
      order by h.id) h`,
  },
  materials: {
    columns: {
      request: sql`m.work_request_id`,
      name: sql`m.name`,
      complete: sql`m.complete`,
      approved: sql`m.approved`,
      files: sql`to_json(m.files)`,
    },
    from: sql`(select * from material where ${ofRequests} order by name) m`,
  },
  deliverables: {
    columns: {
      request: sql`wf.work_request_id`,
      use: sql`wf.name`,
      file: sql`wf.file_id`,
      state: sql`wf.state`,
      companion: sql`wf.companion`,
    },
    from: sql`(
      select * from work_request_file where ${ofRequests} order by name, position, file_id) wf`,
  },
  offlines: {
    columns: {
      request: sql`o.work_request_id`,
      _id: sql`o.id`,
      file: sql`o.file_id`,
      from: sql`o.from_id`,
      decision: sql`o.decision`,
      reason: sql`o.reason`,
      code: sql`o.code`,
      created: sql`seconds(o.created_at)`,
      vendor: sql`o.vendor_id`,
      at: sql`extract(epoch from o.created_at)::float8`,
    },
    from: sql`(
      select * from offline o
      where o.${ofRequests} and ${seesVendor(viewer, sql`o.studio_id`, sql`o.vendor_id`)}
      order by o.created_at desc, o.id desc) o`,
  },
  encodes: {
    columns: {
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
    from: sql`(select * from encode where ${ofRequests} order by created_at desc, id desc) e`,
  },
  translations: {
    columns: {
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
      revision: sql`track.revision`,
      seesLines: withLines ? seesTranslation(viewer) : sql`false`,
    },
    from: sql`translation tr
      join text_track track on track.id = tr.text_track_id
      join work_request w on w.id = tr.work_request_id
      where tr.${ofRequests} and tr.part is not null`,
  },
})

const selectWithLines = selectRequests(true)
const selectWithoutLines = selectRequests(false)

type Mentioned = AssetParts & {
  people: { _id: string; name: string; emailNormal: string }[]
  groups: { person: string; studio: string; _id: string; name: string }[]
  files: { id: string }[]
  /** Null instead of very many lines. */
  lines: { textTrack: string; line: StoredLine | null }[]
}

const people = sql`${param('people')}::text[]`

const selectMentioned = prepared((viewer: Viewer) =>
  selectParts<Mentioned>({
    ...assetParts(viewer, sql`${param('assets')}::text[]`),
    people: {
      columns: { _id: sql`p.id`, name: sql`p.name`, emailNormal: sql`p.email` },
      from: sql`person_summary p where p.id = any (${people})`,
    },
    groups: {
      columns: {
        person: sql`gp.person_id`,
        studio: sql`gs.studio_id`,
        _id: sql`gp.group_id`,
        name: sql`gp.name`,
      },
      from: sql`person_group gp join group_studio gs on gs.group_id = gp.group_id
        where gp.person_id = any (${people}) and gs.studio_id = any (${param('studios')}::text[])`,
    },
    files: {
      columns: { id: sql`f.id` },
      from: sql`file f join asset a on a.id = f.asset_id
        where f.id = any (${param('files')}::text[]) and ${seesFile(viewer)}`,
    },
    lines: {
      columns: { textTrack: sql`track.id`, line: sql`l.line` },
      from: sql`unnest(${param('tracks')}::text[]) track (id)
        cross join lateral ${embeddableLines(sql`track.id`)} l`,
    },
  }),
)

/** The requests that the viewer sees, in the order of their ids. */
export async function assembleWorkRequests(
  db: Db,
  { shape }: Pick<PreparedViewer, 'shape'>,
  wanted: readonly string[],
  { withLines = false } = {},
): Promise<StoredWorkRequest[]> {
  const select = withLines ? selectWithLines : selectWithoutLines
  const own = partsOf((await select(db, shape, { ids: wanted }))[0]!)
  if (own.requests.length === 0) return []
  const mentioned = partsOf((await selectMentioned(db, shape, mentionedIn(own)))[0]!)
  const records = assemble(own, mentioned)
  return wanted.flatMap((id) => records.get(id) ?? [])
}

function mentionedIn(own: RequestParts) {
  const { requests, history, materials, deliverables, offlines, encodes, translations } = own
  const tracks = translations.filter(({ seesLines }) => seesLines)
  return {
    studios: distinct(requests.map(({ studio }) => studio)),
    assets: distinct(requests.map(({ asset }) => asset)),
    people: distinct([
      ...requests.flatMap(({ from, reviewer, approver }) => [from, reviewer, approver]),
      ...history.map(({ person }) => person),
      ...translations.map(({ translator }) => translator),
    ]),
    files: distinct([
      ...requests.flatMap(({ audioFile, project }) => [audioFile, project.logo]),
      ...materials.flatMap(({ files }) => files),
      ...[...deliverables, ...offlines, ...encodes].map(({ file }) => file),
    ]),
    tracks: tracks.map(({ textTrack }) => textTrack),
  }
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

function assemble(own: RequestParts, mentioned: Mentioned): Map<string, StoredWorkRequest> {
  const assets = assembleAssets(mentioned)
  const files = new Set(mentioned.files.map(({ id }) => id))
  const shown = (file: string | null) => (file !== null && files.has(file) ? file : null)
  const personIn = summaries(mentioned)
  const linesOf = groupRows(mentioned.lines, ({ textTrack }) => textTrack)
  const ofRequest = {
    history: groupRows(own.history, requestOf),
    materials: groupRows(own.materials, requestOf),
    deliverables: groupRows(own.deliverables, requestOf),
    offlines: groupRows(own.offlines, requestOf),
    encodes: groupRows(own.encodes, requestOf),
    translations: groupRows(own.translations, requestOf),
  }
  const assignments = new Map(own.assignments.map((one) => [one.request, one]))

  const assembleOne = (row: RequestRow): StoredWorkRequest => {
    const { leadTimeHours, dueInTime, rateCard, currency, languages, ...request } = row
    const { _id, studio } = request
    const person = (id: string | null) => (id === null ? null : personIn(studio, id))
    const { category, poster, archived, embargo, sources, feedback, ...asset } = assets.get(
      request.asset,
    )!
    const deliverables = ofRequest.deliverables(_id).filter(({ file }) => files.has(file))
    const translation = (part: ScriptPart): EmbeddedTranslation => {
      const found = ofRequest.translations(_id).find((one) => one.part === part)!
      const { part: _part, request: _request, seesLines: _sees, ...fields } = found
      const { textTrack, revision, ...embedded } = fields
      const lines = linesOf(textTrack).map(({ line }) => line)
      return {
        ...embedded,
        translator: person(embedded.translator),
        lines: lines.filter((line) => line !== null),
        manyLines: lines[0] === null ? { textTrack, revision } : null,
      }
    }
    return {
      ...request,
      audioFile: shown(request.audioFile),
      project: { ...request.project, logo: shown(request.project.logo) },
      asset,
      assetType: asset.type,
      assetCategory: category,
      from: personIn(studio, request.from)!,
      reviewer: person(request.reviewer),
      approver: person(request.approver),
      assignment: withoutRequest(assignments.get(_id)),
      history: ofRequest
        .history(_id)
        .map(({ request: _request, at: _at, person: by, cause, ...entry }) => ({
          ...entry,
          user: personIn(studio, by)!,
          ...(cause && { cause }),
        })),
      materials: ofRequest.materials(_id).map(({ request: _request, ...material }) => ({
        ...material,
        files: material.files.filter((file) => files.has(file)),
      })),
      files: bundlesOf(deliverables),
      offlines: ofRequest
        .offlines(_id)
        .map(({ request: _request, vendor: _vendor, at: _at, ...offline }) => ({
          ...offline,
          file: shown(offline.file),
        })),
      encodes: ofRequest.encodes(_id).map(({ request: _request, ...encode }) => ({
        ...encode,
        file: shown(encode.file),
      })),
      translation: translation('dialogue'),
      graphicsTranslation: translation('graphics'),
      facts: {
        leadTimeHours,
        dueInTime,
        rateCard,
        currency,
        languages,
        freshOffline: hasFreshOffline(row, ofRequest.history(_id), ofRequest.offlines(_id)),
        deliverables: deliverables.map(({ use, state, companion }) => ({ use, state, companion })),
      },
      assetView: { archived, embargo, sources, feedback },
      poster,
    }
  }
  return new Map(
    own.requests.map((row) => {
      const record = assembleOne(row)
      return [row._id, record]
    }),
  )
}

/** Whether the newest offline of the vendor is newer than the last rejection. */
function hasFreshOffline(
  { vendor }: RequestRow,
  history: readonly History[],
  offlines: readonly Offline[],
): boolean {
  const rejections = history.filter(({ status }) => status === 'rejected')
  const last = Math.max(...rejections.map(({ at }) => at), -Infinity)
  return offlines.some((offline) => offline.vendor === vendor && offline.at > last)
}

const requestOf = ({ request }: { request: string }) => request

function withoutRequest<T extends { request: string }>(
  row: T | undefined,
): Omit<T, 'request'> | null {
  if (!row) return null
  const { request: _request, ...others } = row
  return others
}

function bundlesOf(deliverables: RequestParts['deliverables']): StoredWorkRequest['files'] {
  const filesOf = groupRows(deliverables, ({ use }) => use)
  return [...new Set(deliverables.map(({ use }) => use))].map((name) => ({
    name,
    files: filesOf(name).map(({ file }) => file),
  }))
}

/** People with their groups in the studio of a record. */
function summaries({ people: found, groups }: Mentioned) {
  const byId = new Map(found.map((one) => [one._id, one]))
  const groupsOf = groupRows(groups, ({ person, studio }) => `${studio} ${person}`)
  return (studio: string, id: string): StoredSummary | null => {
    const person = byId.get(id)
    if (!person) return null
    const own = groupsOf(`${studio} ${id}`).map(({ _id, name }) => ({ _id, name }))
    return { ...person, groups: own.toSorted(byName) }
  }
}

const byName = (a: { name: string; _id: string }, b: { name: string; _id: string }) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a._id < b._id ? -1 : 1
