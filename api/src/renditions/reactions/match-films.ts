// Compares two cuts of a film. Each film is decoded once, in the media engine; the comparison of
// the fingerprints runs in a worker thread.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_HEIGHT, PICTURE_WIDTH, SOUND_RATE } from '@reelay/subtitles/conform'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { JobContext, LongJob } from '../../kernel/jobs/worker.ts'
import { MediaError } from '@reelay/media/media-error'
import {
  copyFingerprint,
  finishFilmMatch,
  saveFingerprint,
  saveMatchProgress,
} from '../commands/film-matches.ts'
import { findFingerprint, type FilmFiles, type StoredFingerprint } from '../queries/film-matches.ts'
import { findSource, type SourceFile } from '../queries/source.ts'
import type { MediaTools } from './run-step.ts'
import { matchFingerprints } from './tasks/match-films.ts'
import { fetchOriginal, withWorkFolder } from './work-folder.ts'

const matchTask = task(new URL('./tasks/match-films.ts', import.meta.url), matchFingerprints)

const MAX_ATTEMPTS = 3
const SAVE_PROGRESS_MS = 1_000
/** CPU time. Two films of two hours take less than 30 seconds. */
const MATCH_SECONDS = 180
const REMOVED = { code: 'film.removed', message: 'One of the films has been removed.' }

type Tools = MediaTools & { compute: Compute }

export const matchFilmsJob = (tools: Tools): LongJob => ({
  maxAttempts: MAX_ATTEMPTS,
  async work(files: FilmFiles, context) {
    try {
      const films = {
        old: await getFingerprint(tools, context, files, 'old'),
        new: await getFingerprint(tools, context, files, 'new'),
      }
      if (!films.old || !films.new) return (tx) => finishFilmMatch(tx, files, { reason: REMOVED })
      const mapping = await tools.compute.run(
        matchTask,
        { old: films.old, new: films.new },
        { client: 'match-films', seconds: MATCH_SECONDS },
      )
      return (tx) => finishFilmMatch(tx, files, { mapping })
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      const { code, message } = error
      return (tx) => finishFilmMatch(tx, files, { reason: { code, message } })
    }
  },
  onExhausted: (tx, files: FilmFiles) =>
    finishFilmMatch(tx, files, {
      reason: { code: 'media.not-made', message: 'The two films could not be compared.' },
    }),
})

/** Undefined when the file has been removed. */
async function getFingerprint(
  tools: Tools,
  context: JobContext,
  files: FilmFiles,
  side: 'old' | 'new',
): Promise<StoredFingerprint | undefined> {
  const file = files[side]
  const source = await findSource(context.db, file)
  if (!source) return undefined
  if (!(await copyFingerprint(context.db, file))) {
    const onProgress = progressSaver(context, files, side === 'old' ? 0 : 0.5)
    await saveFingerprint(context.db, file, await measure(tools, context, source, onProgress))
  }
  return findFingerprint(context.db, file)
}

function measure(
  { engine, storage, dataDir }: Tools,
  context: JobContext,
  source: SourceFile,
  onProgress: (fraction: number) => void,
): Promise<StoredFingerprint> {
  return withWorkFolder(dataDir, context, async (folder) => {
    const input = await fetchOriginal(storage, dataDir, source, folder, context.signal)
    const { picture, sound, frameRate } = await engine.run(
      { do: 'fingerprint', width: PICTURE_WIDTH, height: PICTURE_HEIGHT, soundRate: SOUND_RATE },
      { input, folder: folder.output, signal: context.signal, onProgress },
    )
    const read = (name: string) => readFile(join(folder.output, name))
    return {
      frameRate,
      picture: await read(picture.name),
      sound: sound && (await read(sound.name)),
    }
  })
}

function progressSaver({ db }: JobContext, files: FilmFiles, from: number) {
  let last = 0
  return (fraction: number) => {
    const now = performance.now()
    if (now - last < SAVE_PROGRESS_MS) return
    last = now
    // A lost update does not matter: the next one follows in a second.
    void saveMatchProgress(db, files, from + fraction / 2).catch(() => {})
  }
}
