import type { Readable } from 'node:stream'
import { viewerOf } from '../access/queries/visibility.ts'
import type { Compute } from '../kernel/compute/compute.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { dryRun } from '../kernel/db/transaction.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { App } from '../kernel/http/app.ts'
import { sendAttachment } from '../kernel/http/attachment.ts'
import { JsonReply } from '../kernel/http/json-reply.ts'
import { readBytes } from '../kernel/http/read-json.ts'
import { serve } from '../kernel/http/serve.ts'
import { malformed } from '../kernel/http/contract/problem.ts'
import { presentSummary } from '../users/rules/user.ts'
import { findChangesSince } from './commands/changes.ts'
import {
  checkExport,
  exportLines,
  importLines,
  planImport,
  presentImport,
} from './commands/import-export.ts'
import { editLines, type StoredEditResult } from './commands/edit.ts'
import { exportList } from './commands/lists.ts'
import { retryOutdated } from './commands/outdated.ts'
import { compareLinesTask, presentEditedTask, presentLinesTask } from './commands/tasks/tasks.ts'
import { addLine, changeLine, planPut, putLines, removeLine } from './commands/write.ts'
import type { textTrackEndpoints } from './contract.ts'
import { loadLineTextsAt, type LineTexts } from './queries/line-texts.ts'
import type { NumberedLine, ResolveTextTrack } from './queries/lines.ts'
import { loadPresentedLines } from './queries/presented-lines.ts'
import { listRevisions, getRevision, type StoredRevision } from './queries/revisions.ts'
import { presentLine } from './rules/line.ts'

type Endpoints = ReturnType<typeof textTrackEndpoints>
type FindTextTrack = (db: Db, person: Caller, id: string) => Promise<string>

/** Serves the lines of scripts and translations under their own paths. */
export function textTrackRoutes(app: App, endpoints: Endpoints, resolve: ResolveTextTrack) {
  readRoutes(app, endpoints, async (db, person, id) => {
    const { textTrack } = await resolve(db, viewerOf(person), id)
    return textTrack
  })
  writeRoutes(app, endpoints, resolve)
  fileRoutes(app, endpoints, resolve)
}

function readRoutes(app: App, endpoints: Endpoints, textTrackOf: FindTextTrack) {
  const { compute } = app
  serve(app, endpoints.list, async ({ person, params, query, db }) => {
    const textTrack = await textTrackOf(db, person, params.id)
    return query.revision === undefined
      ? new JsonReply(await loadPresentedLines(db, textTrack))
      : presentTexts(compute, person, await loadLineTextsAt(db, textTrack, Number(query.revision)))
  })
  serve(app, endpoints.changes, async ({ person, params, query, db }) => {
    const textTrack = await textTrackOf(db, person, params.id)
    return presentEdit(compute, person, await findChangesSince(db, textTrack, Number(query.since)))
  })
  serve(
    app,
    endpoints.revisions,
    async ({ person, params, range, db }) =>
      listRevisions(db, await textTrackOf(db, person, params.id), range),
    presentRevision,
  )
  serve(app, endpoints.differences, async ({ person, params, query, db }) => {
    const textTrack = await textTrackOf(db, person, params.id)
    const to = query.to === undefined ? await getRevision(db, textTrack) : Number(query.to)
    const [before, after] = await Promise.all(
      [Number(query.from), to].map(
        async (revision) => (await loadLineTextsAt(db, textTrack, revision)).lines,
      ),
    )
    return new JsonReply(
      await compute.run(
        compareLinesTask,
        { before: before!, after: after! },
        { client: person._id },
      ),
    )
  })
}

function writeRoutes(app: App, endpoints: Endpoints, resolve: ResolveTextTrack) {
  serve(
    app,
    endpoints.put,
    async ({ params, body, person, checkPreconditions, db, transaction }) => {
      const input = { resolve, id: params.id, by: person }
      const saved = await retryOutdated(async () => {
        const plan = await planPut(
          { db, compute: app.compute },
          { ...input, bytes: body, checkPreconditions },
        )
        return transaction((tx) => putLines(tx, { ...input, plan }))
      })
      return presentTexts(app.compute, person, saved)
    },
  )
  serve(
    app,
    endpoints.add,
    ({ params, body, person, transaction }) =>
      transaction((tx) => addLine(tx, { resolve, id: params.id, line: body, by: person })),
    presentNumbered,
  )
  serve(
    app,
    endpoints.change,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        changeLine(tx, {
          resolve,
          id: params.id,
          line: params.line,
          body,
          by: person,
          checkPreconditions,
        }),
      ),
    presentNumbered,
  )
  serve(app, endpoints.remove, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) =>
      removeLine(tx, { resolve, id: params.id, line: params.line, by: person, checkPreconditions }),
    ),
  )
  serve(app, endpoints.edit, async ({ params, body, person, transaction }) =>
    presentEdit(
      app.compute,
      person,
      await transaction((tx) => editLines(tx, { resolve, id: params.id, edit: body, by: person })),
    ),
  )
}

function fileRoutes(app: App, endpoints: Endpoints, resolve: ResolveTextTrack) {
  const { compute } = app
  serve(app, endpoints.export, async ({ person, params, query, db, reply }) =>
    sendAttachment(
      reply,
      await exportLines({ db, compute }, { resolve, id: params.id, by: person, ...query }),
    ),
  )
  serve(app, endpoints.exportList, async ({ person, params, query, db, reply }) =>
    sendAttachment(
      reply,
      await exportList({ db, compute }, { resolve, id: params.id, by: person, ...query }),
    ),
  )
  serve(app, endpoints.checkExport, ({ person, params, query, db }) =>
    checkExport({ db, compute }, { resolve, id: params.id, by: person, ...query }),
  )
  serve(app, endpoints.import, async ({ person, params, query, request, db, transaction }) => {
    await resolve(db, viewerOf(person), params.id)
    if (!request.body) throw malformed('body.required', 'Send the file as the body.')
    const bytes = await readBytes(request.body as Readable, endpoints.import.limit)
    const input = { resolve, id: params.id, by: person }
    return retryOutdated(async () => {
      const plan = await planImport({ db, compute }, { ...input, bytes, query })
      const work = (tx: Tx) => importLines(tx, { ...input, plan })
      const changes = await (query.dry === 'true' ? dryRun(db, work) : transaction(work))
      return presentImport(compute, person._id, plan, changes)
    })
  })
}

async function presentTexts(
  compute: Compute,
  person: Caller,
  { lines, size, etag }: Pick<LineTexts, 'lines' | 'size'> & { etag?: string },
): Promise<JsonReply> {
  const reply = await compute.run(presentLinesTask, lines, { client: person._id, size })
  return new JsonReply({ ...reply, ...(etag && { etag }) })
}

const presentNumbered = ({ line, index }: NumberedLine) => presentLine(line, index)
export async function presentEdit(
  compute: Compute,
  person: Caller,
  { size, ...result }: StoredEditResult,
): Promise<JsonReply> {
  return new JsonReply(await compute.run(presentEditedTask, result, { client: person._id, size }))
}
const presentRevision = (
  { user, ...revision }: StoredRevision,
  view: Parameters<typeof presentSummary>[1],
) => ({ ...revision, user: presentSummary(user, view) })
