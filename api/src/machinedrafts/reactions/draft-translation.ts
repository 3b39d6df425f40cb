// Drafts the empty lines of a translation in batches. Each batch is saved on its own, so a run that
// stops keeps what it has, and one that is repeated goes on with the lines that are still empty.
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { Problem, conflict, notFound } from '../../kernel/http/contract/problem.ts'
import { createGuardedFetch } from '../../kernel/http/outbound/guarded-fetch.ts'
import { createTargetResolver } from '../../kernel/http/outbound/resolve-target.ts'
import type { JobContext, LongJob } from '../../kernel/jobs/worker.ts'
import { openTextTrack } from '../../lines/commands/edit.ts'
import { saveLines } from '../../lines/commands/save.ts'
import { findLines } from '../../lines/queries/lines.ts'
import { loadCheckTerms } from '../../memory/queries/terms.ts'
import { findScript, getTranslation, resolveTranslationTrack } from '../../translations/queries.ts'
import type { StoredTranslation } from '../../translations/rules/translation.ts'
import { ANSWER_SECONDS, DraftError, maxTextsOf, type Usage } from '../commands/ask.ts'
import { draftBatch, type DraftScope, type DraftedLine } from '../commands/draft-batch.ts'
import type { DraftServer } from '../commands/protocols/protocol.ts'
import { getActiveProvider, openDraftServer } from '../commands/providers.ts'
import { NOTHING, addToRun, finishRun, markRunning, requireAllowed } from '../commands/runs.ts'
import { loadEmptyLines } from '../queries/empty-lines.ts'
import { findCaller, findRun } from '../queries/runs.ts'
import { hostOf } from '../rules/present.ts'
import { draftTerms } from '../rules/terms.ts'

const MAX_ATTEMPTS = 3

type Tools = { draftsPrivate: boolean; masterKeys: MasterKeys }
type Payload = { run: string }

export const draftTranslationJob = ({ draftsPrivate, masterKeys }: Tools): LongJob => {
  const fetch = createGuardedFetch(createTargetResolver(draftsPrivate), {
    timeoutSeconds: ANSWER_SECONDS,
  })
  return {
    maxAttempts: MAX_ATTEMPTS,
    async work({ run: id }: Payload, context) {
      if (!(await markRunning(context.db, id))) return async () => {}
      try {
        await draftAll({ ...context, fetch, masterKeys }, id)
        return (tx) => finishRun(tx, id, { status: 'done' })
      } catch (error) {
        const reason = toReason(error)
        if (!reason) throw error
        return (tx) => finishRun(tx, id, { status: 'failed', reason })
      }
    },
    onExhausted: (tx, { run }: Payload) =>
      finishRun(tx, run, {
        status: 'failed',
        reason: { code: 'draft.failed', message: 'The draft could not be made.' },
      }),
  }
}

/** Undefined for errors of our own, after which the job is tried again. */
function toReason(error: unknown): { code: string; message: string } | undefined {
  if (error instanceof DraftError) return { code: error.code, message: error.message }
  return error instanceof Problem ? { code: error.code, message: error.message } : undefined
}

type RunContext = JobContext & {
  fetch: ReturnType<typeof createGuardedFetch>
  masterKeys: MasterKeys
}

async function draftAll(context: RunContext, id: string): Promise<void> {
  const { db, signal } = context
  const start = await loadState(context, id)
  const lines = await loadEmptyLines(db, start.translation.textTrack)
  const size = maxTextsOf(start.server.kind)
  const terms = draftTerms(await loadCheckTerms(db, start.scope))
  for (let index = 0; index < lines.length; index += size) {
    signal.throwIfAborted()
    // Whoever asked may have lost access, and an embargo may have started.
    const state = index === 0 ? start : await loadState(context, id)
    if (!(await markRunning(db, id))) return
    const batch = lines.slice(index, index + size)
    const { drafts, usage, error } = await draftBatch(
      { db, fetch: context.fetch, signal },
      { ...state, terms, lines: batch },
    )
    const lineCount = error ? drafts.length : batch.length
    await inTransaction(db, (tx) => saveBatch(tx, id, state, { drafts, usage, lineCount }))
    if (error) throw new DraftError(error.code, `${state.server.host} ${error.message}.`)
  }
}

type RunState = {
  caller: Caller
  translation: StoredTranslation
  scope: DraftScope
  server: DraftServer & { host: string }
}

/** Throws a problem if the run may not go on. */
async function loadState({ db, masterKeys }: RunContext, id: string): Promise<RunState> {
  const { user, translation: translationId, studio, kind, host } = (await findRun(db, id))!
  const caller = await findCaller(db, user._id)
  if (!caller || !translationId || !callerIn(caller, studio).permissions.has('translation.write'))
    throw notFound('translation')
  const translation = await getTranslation(db, viewerOf(caller), translationId)
  const provider = await getActiveProvider(db, { studio, task: 'translation' })
  if (!provider || provider.kind !== kind || hostOf(provider.url) !== host)
    throw conflict('draft.disabled', 'The provider of the studio was changed or turned off.')
  await requireAllowed(db, provider, translation.asset)
  const { asset, language } = translation
  return {
    caller,
    translation,
    scope: {
      studio,
      project: await getProjectOf(db, asset),
      asset,
      sourceLanguage: (await findScript(db, translation))?.language ?? 'und',
      language,
    },
    server: await openDraftServer(db, provider, masterKeys),
  }
}

async function getProjectOf(db: Db, asset: string): Promise<string> {
  const { rows } = await sql<{ project: string }>`
    select project_id as project from asset where id = ${asset}`.execute(db)
  return rows[0]!.project
}

type Batch = { drafts: readonly DraftedLine[]; usage: Usage; lineCount: number }

/** Lines that somebody wrote meanwhile stay as they are. */
async function saveBatch(
  tx: Tx,
  run: string,
  { caller, translation }: RunState,
  { drafts, usage, lineCount }: Batch,
): Promise<void> {
  const textTrack = await openTextTrack(tx, {
    resolve: resolveTranslationTrack,
    id: translation._id,
    by: caller,
  })
  const currentLines = await findLines(
    tx,
    textTrack,
    drafts.map(({ id }) => id),
  )
  const current = new Map(currentLines.map(({ line }) => [line._id, line]))
  const taken = drafts.filter(({ id, source }) => {
    const line = current.get(id)
    return line?.text === '' && line.source === source
  })
  await saveLines(tx, {
    textTrack,
    drafts: taken.map(({ id, text }) => ({
      ...current.get(id)!,
      text,
      machine: true,
      custom: false,
      auto: false,
      stale: false,
    })),
    by: caller._id,
    action: 'drafted',
  })
  const count = (from: DraftedLine['from']) => taken.filter((draft) => draft.from === from).length
  await addToRun(tx, run, {
    ...NOTHING,
    ...usage,
    fromMemory: count('fromMemory'),
    fromGlossary: count('fromGlossary'),
    fromProvider: count('fromProvider'),
    skipped: lineCount - taken.length,
  })
}
