import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { openTextTrack } from '../../lines/commands/edit.ts'
import { getScript, resolveScriptTrack } from '../../scripts/queries.ts'
import { findActiveRun, findNewestRuns, findRun } from '../queries/runs.ts'
import { findSpeechSource } from '../queries/speech-source.ts'
import { hostOf, type StoredDraftRun, type StoredDrafts } from '../rules/present.ts'
import { getActiveProvider } from './providers.ts'
import { cancelRun, insertRun, requireAllowed } from './runs.ts'

const task = 'transcription'

/** Half a transcript beside other lines would look like a whole one. */
export function requireEmpty({ lines }: { lines: number }) {
  if (lines > 0)
    throw conflict(
      'draft.not-empty',
      'The script has lines already. A transcript is written only into an empty script.',
    )
}

export async function getScriptDrafts(
  db: Db,
  { id, by }: { id: string; by: Caller },
): Promise<StoredDrafts> {
  const { textTrack, studio } = await getScript(db, viewerOf(by), id)
  const provider = await getActiveProvider(db, { studio, task })
  return {
    provider: provider ? { kind: provider.kind, host: hostOf(provider.url) } : null,
    runs: await findNewestRuns(db, textTrack),
  }
}

/** `system` sees the files that the caller does not see. */
export async function startTranscription(
  tx: Tx,
  { id, by, system }: { id: string; by: Caller; system: Db },
): Promise<StoredDraftRun> {
  const textTrack = await openTextTrack(tx, { resolve: resolveScriptTrack, id, by })
  const script = await getScript(tx, viewerOf(by), id)
  const { studio, asset } = script
  const provider = await getActiveProvider(tx, { studio, task })
  if (!provider) throw conflict('draft.disabled', 'The studio has no provider of transcripts.')
  await requireAllowed(system, provider, asset)
  if (await findActiveRun(tx, textTrack))
    throw conflict('draft.running', 'This script is being drafted already.')
  requireEmpty(script)
  const film = await findSpeechSource(tx, viewerOf(by), asset)
  if (!film) throw conflict('draft.no-sound', 'There is no film with sound to transcribe.')
  const run = await insertRun(tx, { studio, textTrack, by, task, provider, total: film.seconds })
  await enqueue(tx, 'transcribe-script', { run, script: id, file: film.file })
  return (await findRun(tx, run))!
}

export async function cancelTranscription(
  tx: Tx,
  { id, by }: { id: string; by: Caller },
): Promise<StoredDraftRun> {
  const textTrack = await openTextTrack(tx, { resolve: resolveScriptTrack, id, by })
  return cancelRun(tx, textTrack)
}
