// Work requests as a viewer sees them, in two statements for any number of them: the requests with
// their own rows, and then the assets, people, files and lines that these refer to.
import { assembleAssets } from '../../assets/queries/assemble.ts'
import { inStudio } from '../../access/queries/viewers.ts'
import type { Viewer } from '../../access/queries/visibility.ts'
import { readByStudio } from '../../kernel/db/by-studio.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { groupRows, partsOf } from '../../kernel/db/parts.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { EmbeddedTranslation } from '../../translations/rules/translation.ts'
import type { StoredSummary } from '../../users/rules/user.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import type { RequestRow } from './columns.ts'
import {
  selectMentioned,
  selectRequests,
  type HistoryRow,
  type Mentioned,
  type MentionedIds,
  type OfflineRow,
  type RequestParts,
} from './parts.ts'

/** The requests that the viewer sees, in the order of their ids. */
export async function assembleWorkRequests(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  { withLines = false } = {},
): Promise<StoredWorkRequest[]> {
  const records = await readByStudio(db, 'work_request', ids, async (studio, ownIds) =>
    assembleInStudio(db, inStudio(viewer, studio), ownIds, withLines),
  )
  const byId = new Map(records.map((record) => [record._id, record]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function assembleInStudio(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  withLines: boolean,
): Promise<StoredWorkRequest[]> {
  const requests = await selectRequests(viewer, ids, withLines).execute(db)
  const own = partsOf(requests.rows[0]!)
  if (own.requests.length === 0) return []
  const mentioned = await selectMentioned(viewer, mentionedIn(own)).execute(db)
  return assemble(own, partsOf(mentioned.rows[0]!))
}

function mentionedIn(own: RequestParts): MentionedIds {
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
      ...requests.flatMap(({ audioFile, logo }) => [audioFile, logo]),
      ...materials.flatMap(({ files }) => files),
      ...[...deliverables, ...offlines, ...encodes].map(({ file }) => file),
    ]),
    tracks: tracks.map(({ textTrack }) => textTrack),
  }
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

function assemble(own: RequestParts, mentioned: Mentioned): StoredWorkRequest[] {
  const assets = assembleAssets(mentioned)
  const files = new Set(mentioned.files.map(({ id }) => id))
  const visibleFile = (file: string | null) => (file !== null && files.has(file) ? file : null)
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
  const assignments = new Map(own.assignments.map((assignment) => [assignment.request, assignment]))

  const assembleOne = (row: RequestRow): StoredWorkRequest => {
    const { leadTimeHours, isDueInTime, languages, base, applied, currency, ...others } = row
    const { projectName, projectSlug, logo, ...request } = others
    const { _id, studio } = request
    const person = (id: string | null) => (id === null ? null : personIn(studio, id))
    const { category, poster, archived, embargo, sources, feedback, ...asset } = assets.get(
      request.asset,
    )!
    const deliverables = ofRequest.deliverables(_id).filter(({ file }) => files.has(file))
    const translation = (part: ScriptPart): EmbeddedTranslation => {
      const translationRow = ofRequest.translations(_id).find((entry) => entry.part === part)!
      const {
        part: _part,
        request: _request,
        seesLines: _sees,
        textTrack,
        ...embedded
      } = translationRow
      const lines = linesOf(textTrack)
      const [first] = lines
      return {
        ...embedded,
        translator: person(embedded.translator),
        lines: lines.flatMap(({ line }) => line ?? []),
        manyLines: first?.line === null ? { textTrack, revision: first.revision } : null,
      }
    }
    return {
      ...request,
      audioFile: visibleFile(request.audioFile),
      estimate: { base, applied, currency },
      project: {
        _id: request.project,
        name: projectName,
        slug: projectSlug,
        studio,
        logo: visibleFile(logo),
      },
      asset,
      assetType: asset.type,
      assetCategory: category,
      from: personIn(studio, request.from)!,
      reviewer: person(request.reviewer),
      approver: person(request.approver),
      assignment: withoutRequest(assignments.get(_id)),
      history: ofRequest
        .history(_id)
        .map(({ request: _request, time: _time, person: by, cause, ...entry }) => ({
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
        .map(({ request: _request, vendor: _vendor, time: _time, ...offline }) => ({
          ...offline,
          file: visibleFile(offline.file),
        })),
      encodes: ofRequest.encodes(_id).map(({ request: _request, ...encode }) => ({
        ...encode,
        file: visibleFile(encode.file),
      })),
      translation: translation('dialogue'),
      graphicsTranslation: translation('graphics'),
      conditions: {
        leadTimeHours,
        isDueInTime,
        languages,
        hasFreshOffline: hasFreshOffline(row, ofRequest.history(_id), ofRequest.offlines(_id)),
        deliverables: deliverables.map(({ use, state, companion }) => ({ use, state, companion })),
      },
      assetView: { archived, embargo, sources, feedback },
      poster,
    }
  }
  return own.requests.map(assembleOne)
}

/** Whether the newest offline of the vendor is newer than the last rejection. */
function hasFreshOffline(
  { vendor }: RequestRow,
  history: readonly HistoryRow[],
  offlines: readonly OfflineRow[],
): boolean {
  const rejections = history.filter(({ status }) => status === 'rejected')
  const last = Math.max(...rejections.map(({ time }) => time), -Infinity)
  return offlines.some((offline) => offline.vendor === vendor && offline.time > last)
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
function summaries({ people, groups }: Mentioned) {
  const byId = new Map(people.map((person) => [person._id, person]))
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
