// Writes the original script of a film: its sound is extracted in the media engine, sent in parts,
// and what was heard becomes lines. They are saved at once, into a script that is still empty.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tagFromLanguage } from '@reelay/subtitles'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { Problem, conflict, notFound } from '../../kernel/http/contract/problem.ts'
import { createGuardedFetch } from '../../kernel/http/outbound/guarded-fetch.ts'
import { createTargetResolver } from '../../kernel/http/outbound/resolve-target.ts'
import type { JobContext, LongJob } from '../../kernel/jobs/worker.ts'
import { openTextTrack } from '../../lines/commands/edit.ts'
import { saveLines } from '../../lines/commands/save.ts'
import { MediaError } from '@reelay/media/media-error'
import type { SpeechFile } from '@reelay/media/types'
import { findSource } from '../../renditions/queries/source.ts'
import type { MediaTools } from '../../renditions/reactions/run-step.ts'
import { fetchOriginal, withWorkFolder } from '../../renditions/reactions/work-folder.ts'
import { getScript, resolveScriptTrack } from '../../scripts/queries.ts'
import { DraftError, transcribe, type Usage } from '../commands/ask.ts'
import { MAX_SPEECH_SECONDS } from '../commands/protocols/transcription.ts'
import type { DraftServer } from '../commands/protocols/protocol.ts'
import { getActiveProvider, openDraftServer } from '../commands/providers.ts'
import { NOTHING, addToRun, finishRun, markRunning, requireAllowed } from '../commands/runs.ts'
import { requireEmpty } from '../commands/transcriptions.ts'
import { findCaller, findRun } from '../queries/runs.ts'
import { hostOf } from '../rules/present.ts'
import { toSpeechCues, type SpeechCue, type SpeechSegment } from '../rules/speech-cues.ts'

/** Recognizers on a CPU take about as long as the sound. */
const ANSWER_SECONDS = 900
const MAX_ATTEMPTS = 3

type Tools = MediaTools & { draftsPrivate: boolean; masterKeys: MasterKeys }
type Payload = { run: string; script: string; file: string }

export const transcribeScriptJob = (tools: Tools): LongJob => {
  const fetch = createGuardedFetch(createTargetResolver(tools.draftsPrivate), {
    timeoutSeconds: ANSWER_SECONDS,
  })
  return {
    maxAttempts: MAX_ATTEMPTS,
    async work(payload: Payload, context) {
      if (!(await markRunning(context.db, payload.run))) return async () => {}
      try {
        const cues = await transcribeFilm({ ...context, ...tools, fetch }, payload)
        return async (tx) => {
          if (!cues) return
          try {
            await saveTranscript(tx, payload, cues)
          } catch (error) {
            await finishFailed(tx, payload.run, error)
          }
        }
      } catch (error) {
        if (!toReason(error)) throw error
        return (tx) => finishFailed(tx, payload.run, error)
      }
    },
    onExhausted: (tx, { run }: Payload) =>
      finishRun(tx, run, {
        status: 'failed',
        reason: { code: 'draft.failed', message: 'The transcript could not be made.' },
      }),
  }
}

/** Undefined for errors of our own, after which the job is tried again. */
function toReason(error: unknown): { code: string; message: string } | undefined {
  return error instanceof DraftError || error instanceof Problem || error instanceof MediaError
    ? { code: error.code, message: error.message }
    : undefined
}

async function finishFailed(tx: Tx, run: string, error: unknown): Promise<void> {
  const reason = toReason(error)
  if (!reason) throw error
  await finishRun(tx, run, { status: 'failed', reason })
}

type RunContext = JobContext & Tools & { fetch: ReturnType<typeof createGuardedFetch> }

/** Undefined if the run was cancelled. */
async function transcribeFilm(
  context: RunContext,
  payload: Payload,
): Promise<SpeechCue[] | undefined> {
  const { db, engine, storage, dataDir, signal } = context
  await loadState(context, payload)
  const source = await findSource(db, payload.file)
  if (!source) throw conflict('draft.no-sound', 'The film has been removed.')
  return withWorkFolder(dataDir, context, async (folder) => {
    const input = await fetchOriginal(storage, dataDir, source, folder, signal)
    const files = await engine.run(
      { do: 'speech', maxSeconds: MAX_SPEECH_SECONDS },
      { input, folder: folder.output, signal, onProgress: () => {} },
    )
    const segments: SpeechSegment[] = []
    for (const file of files) {
      signal.throwIfAborted()
      const heard = await transcribePart(context, payload, join(folder.output, file.name), file)
      if (!heard) return undefined
      segments.push(...heard)
    }
    const last = files.at(-1)
    return toSpeechCues(segments, last ? (last.start + last.seconds) * 1000 : 0)
  })
}

async function transcribePart(
  context: RunContext,
  payload: Payload,
  path: string,
  { start, seconds }: SpeechFile,
): Promise<SpeechSegment[] | undefined> {
  const { db, fetch, signal } = context
  // Whoever asked may have lost access, and an embargo may have started.
  const { server, language } = await loadState(context, payload)
  if (!(await markRunning(db, payload.run))) return undefined
  const usage: Usage = { requests: 0, characters: 0, tokens: 0 }
  try {
    const bytes = await readFile(path)
    const heard = await transcribe({ fetch, signal }, server, { bytes, language }, usage)
    return heard.map((segment) => ({
      text: segment.text,
      start: start + Math.min(segment.start, seconds),
      end: start + Math.min(segment.end, seconds),
    }))
  } catch (error) {
    if (!(error instanceof DraftError)) throw error
    throw new DraftError(error.code, `${server.host} ${error.message}.`)
  } finally {
    await addToRun(db, payload.run, { ...NOTHING, ...usage, seconds: Math.ceil(seconds) })
  }
}

type RunState = {
  caller: Caller
  language: string | undefined
  server: DraftServer & { host: string }
}

/** Throws a problem if the run may not go on. */
async function loadState(
  { db, masterKeys }: { db: Db; masterKeys: MasterKeys },
  { run, script: id }: Pick<Payload, 'run' | 'script'>,
): Promise<RunState> {
  const { user, studio, kind, host } = (await findRun(db, run))!
  const caller = await findCaller(db, user._id)
  if (!caller || !callerIn(caller, studio).permissions.has('asset.write')) throw notFound('script')
  const script = await getScript(db, viewerOf(caller), id)
  const provider = await getActiveProvider(db, { studio, task: 'transcription' })
  if (!provider || provider.kind !== kind || hostOf(provider.url) !== host)
    throw conflict('draft.disabled', 'The provider of the studio was changed or turned off.')
  await requireAllowed(db, provider, script.asset)
  const tag = tagFromLanguage(script.language)
  return {
    caller,
    language: tag === 'und' ? undefined : tag,
    server: await openDraftServer(db, provider, masterKeys),
  }
}

async function saveTranscript(
  tx: Tx,
  { run, script: id }: Payload,
  cues: readonly SpeechCue[],
): Promise<void> {
  const caller = (await findCaller(tx, (await findRun(tx, run))!.user._id))!
  const textTrack = await openTextTrack(tx, { resolve: resolveScriptTrack, id, by: caller })
  requireEmpty(await getScript(tx, viewerOf(caller), id))
  if (!(await markRunning(tx, run))) return
  await saveLines(tx, {
    textTrack,
    drafts: cues.map((cue) => ({
      ...cue,
      source: '',
      origin: null,
      stale: false,
      auto: false,
      custom: false,
      machine: true,
    })),
    by: caller._id,
    action: 'drafted',
  })
  await addToRun(tx, run, { ...NOTHING, fromProvider: cues.length })
  await finishRun(tx, run, { status: 'done' })
}
