import type { Readable } from 'node:stream'
import { viewerOf } from '../access/queries/visibility.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { dryRun } from '../kernel/db/transaction.ts'
import type { App } from '../kernel/http/app.ts'
import { sendAttachment } from '../kernel/http/attachment.ts'
import { readBytes } from '../kernel/http/read-json.ts'
import { serve } from '../kernel/http/serve.ts'
import { malformed } from '../kernel/http/contract/problem.ts'
import { presentSummary } from '../users/rules.ts'
import { findChangesSince } from './commands/changes.ts'
import { exportLines, importLines, readImport } from './commands/import-export.ts'
import {
  addLine,
  changeLine,
  editLines,
  putLines,
  removeLine,
  type StoredEditResult,
} from './commands/write.ts'
import type { EditResult, textTrackEndpoints } from './contract.ts'
import { loadLinesAt, loadLines, type ResolveTextTrack } from './queries/lines.ts'
import { listRevisions, getRevision, type StoredRevision } from './queries/revisions.ts'
import { diffLines } from './rules/diff.ts'
import { presentLine, presentLines, type StoredLine } from './rules/line.ts'

export function textTrackRoutes(
  app: App,
  sheet: ReturnType<typeof textTrackEndpoints>,
  holder: ResolveTextTrack,
) {
  const { db } = app
  const held = async (person: Parameters<typeof viewerOf>[0], id: string) =>
    (await holder(db, viewerOf(person), id)).sheet

  serve(
    app,
    sheet.list,
    async ({ person, params, query }) => {
      const of = await held(person, params.id)
      return query.revision === undefined
        ? loadLines(db, of)
        : loadLinesAt(db, of, Number(query.revision))
    },
    presentLines,
  )
  serve(
    app,
    sheet.put,
    ({ params, body, person, accept, transaction }) =>
      transaction((tx) => putLines(tx, { holder, id: params.id, lines: body, by: person, accept })),
    presentLines,
  )
  serve(
    app,
    sheet.add,
    ({ params, body, person, transaction }) =>
      transaction((tx) => addLine(tx, { holder, id: params.id, line: body, by: person })),
    presentNumbered,
  )
  serve(
    app,
    sheet.change,
    ({ params, body, person, accept, transaction }) =>
      transaction((tx) =>
        changeLine(tx, { holder, id: params.id, line: params.line, body, by: person, accept }),
      ),
    presentNumbered,
  )
  serve(app, sheet.remove, ({ params, person, accept, transaction }) =>
    transaction((tx) =>
      removeLine(tx, { holder, id: params.id, line: params.line, by: person, accept }),
    ),
  )
  serve(
    app,
    sheet.edit,
    ({ params, body, person, transaction }) =>
      transaction((tx) => editLines(tx, { holder, id: params.id, edit: body, by: person })),
    presentEditResult,
  )
  serve(
    app,
    sheet.changes,
    async ({ person, params, query }) =>
      findChangesSince(db, await held(person, params.id), Number(query.since)),
    presentEditResult,
  )
  serve(
    app,
    sheet.revisions,
    async ({ person, params, range }) => listRevisions(db, await held(person, params.id), range),
    presentRevision,
  )
  serve(app, sheet.differences, async ({ person, params, query }) => {
    const of = await held(person, params.id)
    const to = query.to === undefined ? await getRevision(db, of) : Number(query.to)
    return diffLines(await loadLinesAt(db, of, Number(query.from)), await loadLinesAt(db, of, to))
  })
  serve(app, sheet.export, async ({ person, params, query, reply }) =>
    sendAttachment(reply, await exportLines(db, { holder, id: params.id, by: person, ...query })),
  )
  serve(
    app,
    sheet.import,
    async ({ person, params, query, request, transaction }) => {
      await held(person, params.id)
      if (!request.body) throw malformed('body.missing', 'Send the file as the body.')
      const bytes = await readBytes(request.body as Readable, sheet.import.limit)
      const cues = await readImport(db, {
        holder,
        id: params.id,
        by: person,
        bytes,
        format: query.format,
      })
      const work = (tx: Tx) => importLines(tx, { holder, id: params.id, by: person, cues, query })
      return query.dry === 'true' ? dryRun(db, work) : transaction(work)
    },
    ({ added, left, ...brought }) => ({
      ...brought,
      added: added.map(presentNumbered),
      left: left.map(presentNumbered),
    }),
  )
}

const presentNumbered = ({ line, index }: { line: StoredLine; index: number }) =>
  presentLine(line, index)
export const presentEditResult = ({ lines, ...left }: StoredEditResult): EditResult => ({
  ...left,
  lines: lines.map(presentNumbered),
})
const presentRevision = (
  { user, ...revision }: StoredRevision,
  view: Parameters<typeof presentSummary>[1],
) => ({ ...revision, user: presentSummary(user, view) })
