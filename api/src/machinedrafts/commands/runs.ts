import { viewerOf } from '../../access/queries/visibility.ts'
import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { openTextTrack } from '../../lines/commands/edit.ts'
import { getTranslation, resolveTranslationTrack } from '../../translations/queries.ts'
import type { DraftRun, DraftTask } from '../contract.ts'
import { countEmptyLines } from '../queries/empty-lines.ts'
import { findActiveRun, findNewestRuns, findRun, hasEmbargoedFile } from '../queries/runs.ts'
import {
  hostOf,
  type StoredDraftProvider,
  type StoredDraftRun,
  type StoredDrafts,
} from '../rules/present.ts'
import { getActiveProvider } from './providers.ts'
import type { Usage } from './ask.ts'

const task = 'translation'

export async function getTranslationDrafts(
  db: Db,
  { id, by }: { id: string; by: Caller },
): Promise<StoredDrafts> {
  const { studio, textTrack } = await getTranslation(db, viewerOf(by), id)
  const provider = await getActiveProvider(db, { studio, task })
  return {
    provider: provider ? { kind: provider.kind, host: hostOf(provider.url) } : null,
    runs: await findNewestRuns(db, textTrack),
  }
}

/** `system` sees the files that the caller does not see. */
export async function startTranslationDraft(
  tx: Tx,
  { id, by, system }: { id: string; by: Caller; system: Db },
): Promise<StoredDraftRun> {
  const textTrack = await openTextTrack(tx, { resolve: resolveTranslationTrack, id, by })
  const { studio, asset } = await getTranslation(tx, viewerOf(by), id)
  const provider = await getActiveProvider(tx, { studio, task })
  if (!provider)
    throw conflict('draft.disabled', 'The studio has no provider of machine translations.')
  await requireAllowed(system, provider, asset)
  if (await findActiveRun(tx, textTrack))
    throw conflict('draft.running', 'This translation is being drafted already.')
  const total = await countEmptyLines(tx, textTrack)
  if (total === 0)
    throw conflict('draft.no-empty-lines', 'Every line with a source has a translation.')
  const run = await insertRun(tx, { studio, textTrack, by, task, provider, total })
  await enqueue(tx, 'draft-translation', { run })
  return (await findRun(tx, run))!
}

/** `system` sees the files that the caller does not see. */
export async function requireAllowed(
  system: Db,
  { allowsEmbargoed }: Pick<StoredDraftProvider, 'allowsEmbargoed'>,
  asset: string,
): Promise<void> {
  if (!allowsEmbargoed && (await hasEmbargoedFile(system, asset)))
    throw conflict('draft.not-allowed', 'The studio does not allow machine drafts for this film.')
}

export async function insertRun(
  tx: Tx,
  {
    studio,
    textTrack,
    by,
    task: of,
    provider,
    total,
  }: {
    studio: string
    textTrack: string
    by: Caller
    task: DraftTask
    provider: StoredDraftProvider
    total: number
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into draft_run ${sql.values({
    studio_id: studio,
    text_track_id: textTrack,
    person_id: by._id,
    task: of,
    kind: provider.kind,
    host: hostOf(provider.url),
    total,
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  return id
}

export async function cancelTranslationDraft(
  tx: Tx,
  { id, by }: { id: string; by: Caller },
): Promise<StoredDraftRun> {
  const textTrack = await openTextTrack(tx, { resolve: resolveTranslationTrack, id, by })
  return cancelRun(tx, textTrack)
}

export async function cancelRun(tx: Tx, textTrack: string): Promise<StoredDraftRun> {
  const run = await findActiveRun(tx, textTrack)
  if (!run) throw conflict('draft.not-running', 'Nothing is being drafted.')
  await finishRun(tx, run._id, { status: 'cancelled' })
  return (await findRun(tx, run._id))!
}

/** False if the run was cancelled meanwhile. */
export async function markRunning(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    update draft_run set status = 'running'
    where id = ${id} and status in ('waiting', 'running')`.execute(db)
  return rowCount === 1
}

/** What a part of a run did. */
type BatchResult = Usage & {
  fromMemory: number
  fromGlossary: number
  fromProvider: number
  skipped: number
  seconds: number
}
export const NOTHING: BatchResult = {
  requests: 0,
  characters: 0,
  tokens: 0,
  fromMemory: 0,
  fromGlossary: 0,
  fromProvider: 0,
  skipped: 0,
  seconds: 0,
}

/** Also of a cancelled run: what was sent was sent. */
export async function addToRun(db: Db, id: string, batch: BatchResult): Promise<void> {
  await sql`
    update draft_run set
      from_memory = from_memory + ${batch.fromMemory},
      from_glossary = from_glossary + ${batch.fromGlossary},
      from_provider = from_provider + ${batch.fromProvider},
      skipped = skipped + ${batch.skipped}, requests = requests + ${batch.requests},
      characters = characters + ${batch.characters}, tokens = tokens + ${batch.tokens},
      seconds = seconds + ${batch.seconds}
    where id = ${id}`.execute(db)
}

type Outcome = { status: DraftRun['status']; reason?: DraftRun['reason'] }

/** Ends a run that has not ended, and records who sent how much to whom. */
export async function finishRun(
  tx: Tx,
  id: string,
  { status, reason = null }: Outcome,
): Promise<void> {
  const { rowCount } = await sql`
    update draft_run set status = ${status}, finished_at = now(),
      reason = ${reason && JSON.stringify(reason)}
    where id = ${id} and status in ('waiting', 'running')`.execute(tx)
  if (rowCount === 0) return
  const run = (await findRun(tx, id))!
  const { kind, host, characters, requests, fromMemory, fromGlossary, fromProvider, skipped } = run
  const isScript = run.task === 'transcription'
  await recordAudit(tx, {
    by: { _id: run.user._id, name: run.user.name },
    action: isScript ? 'job transcribe-script' : 'job draft-translation',
    about: isScript
      ? { kind: 'scripts', id: run.script, name: '' }
      : { kind: 'translations', id: run.translation, name: '' },
    studios: [run.studio],
    input: {
      status,
      provider: kind,
      host,
      ...(isScript ? { seconds: run.seconds } : { characters }),
      requests,
      fromMemory,
      fromGlossary,
      fromProvider,
      skipped,
    },
    request: null,
    address: null,
  })
}
