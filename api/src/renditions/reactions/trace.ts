// Finds the viewer of a leaked copy. Everything that decodes runs in the media engine; what it
// returns are grey pixels.
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../kernel/db/connect.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { MediaEngine } from '@reelay/media'
import { matchFilm, readMarks, type GreyFilm } from '@reelay/media/trace'
import {
  listCodeOwners,
  listTraceableFilms,
  listTraceCodes,
  type StoredPart,
  type TraceableFilm,
} from '../queries/traceable.ts'
import { countReadable, findViewers } from '@reelay/media/viewer-codes'
import type { Trace } from '../rules/trace-report.ts'

export type TraceTools = { db: Db; storage: Storage; engine: Pick<MediaEngine, 'run'> }
const SIZE = { width: 96, height: 54 }
/** Enough to read a mark; the film needs all frames, so that one of them matches exactly. */
const COPY_RATE = { maxRate: 8, maxFrames: 9000 }
const FILM_RATE = { maxRate: 30, maxFrames: 9000 }

export async function traceCopy(
  tools: TraceTools,
  { path, film }: { path: string; film?: string },
): Promise<Trace> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-trace-'))
  try {
    const copy = await readGrey(tools, path, { folder: join(folder, 'copy'), ...COPY_RATE })
    const matches: { films: TraceableFilm[]; marks: number[] }[] = []
    for (const films of groupIdentical(await listTraceableFilms(tools.db, { film }))) {
      const marks = await compareFilm(tools, copy, films[0]!, folder)
      if (marks) matches.push({ films, marks })
    }
    return await nameViewers(tools.db, matches)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Files with the same bytes share their renditions. */
const groupIdentical = (films: TraceableFilm[]): TraceableFilm[][] =>
  Object.values(Object.groupBy(films, ({ a }) => a.map(({ key }) => key).join())).map(
    (group) => group!,
  )

async function compareFilm(
  tools: TraceTools,
  copy: GreyFilm,
  film: TraceableFilm,
  folder: string,
): Promise<number[] | undefined> {
  const load = async (side: 'a' | 'b') => {
    const path = join(folder, `${film.file}-${side}.mp4`)
    await joinParts(tools.storage, film[side], path)
    const grey = await readGrey(tools, path, {
      folder: join(folder, `${film.file}-${side}`),
      ...FILM_RATE,
    })
    await rm(path)
    return grey
  }
  const a = await load('a')
  const match = matchFilm(copy, a)
  if (!match) return undefined
  const segments = film.a.slice(1).map(({ duration }) => duration ?? 0)
  return readMarks({ a, b: await load('b'), segments }, match)
}

/** Initialization segment and segments together are a film. */
async function joinParts(storage: Storage, parts: StoredPart[], path: string): Promise<void> {
  await pipeline(async function* () {
    for (const { key, length } of parts) yield* storage.read(key, { start: 0, end: length - 1 })
  }, createWriteStream(path))
}

async function readGrey(
  { engine }: TraceTools,
  input: string,
  { folder, ...limits }: { folder: string; maxRate: number; maxFrames: number },
): Promise<GreyFilm> {
  await mkdir(folder)
  const { frames, rate, count } = await engine.run(
    { do: 'thumbnails', ...SIZE, ...limits },
    { input, folder },
  )
  const bytes = await readFile(join(folder, frames.name))
  await rm(folder, { recursive: true })
  const pixels = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  if (pixels.length !== count * SIZE.width * SIZE.height || !(rate >= 0.5 && rate <= 60))
    throw new Error('The media process returned unexpected pixels')
  return { ...SIZE, rate, count, pixels }
}

async function nameViewers(
  db: Db,
  matches: { films: TraceableFilm[]; marks: number[] }[],
): Promise<Trace> {
  const compared = await Promise.all(
    matches.map(async ({ films, marks }) => ({
      marks,
      codes: await listTraceCodes(
        db,
        films.map(({ file }) => file),
      ),
    })),
  )
  const candidates = compared.reduce((sum, { codes }) => sum + codes.length, 0)
  const viewers = compared.flatMap(({ marks, codes }) => findViewers(marks, codes, { candidates }))
  const owners = await listCodeOwners(
    db,
    viewers.map(({ id }) => id),
  )
  return {
    films: matches.flatMap(({ films }) => films.map(({ name }) => name)),
    viewers: viewers.map((viewer) => ({
      ...viewer,
      ...owners.find(({ id }) => id === viewer.id)!,
    })),
    candidates,
    readable: Math.max(0, ...compared.map(({ marks }) => countReadable(marks))),
  }
}
