// Where a job works: a folder of its own below DATA_DIR/work, named by the job and the attempt,
// gone when the job is.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { JobContext } from '../../kernel/jobs/work.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { Source } from '../queries/source.ts'

/** `made` is empty, and all that the engine may write to. */
export type Folder = { path: string; made: string }

export async function inFolder<T>(
  dataDir: string,
  { job, fence }: JobContext,
  work: (folder: Folder) => Promise<T>,
): Promise<T> {
  const all = join(dataDir, 'work')
  for (const { name, job: owner } of await foldersIn(all))
    if (owner === job) await rm(join(all, name), { recursive: true, force: true })
  const path = join(all, `${job}-${fence}`)
  const made = join(path, 'made')
  await mkdir(made, { recursive: true })
  try {
    return await work({ path, made })
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

/** The engine reads a file. Where the storage has none, the bytes are fetched first. */
export async function originalOf(
  storage: Storage,
  dataDir: string,
  { key, length }: Source,
  folder: Folder,
  signal: AbortSignal,
): Promise<string> {
  if (storage.pathOf) return join(dataDir, storage.pathOf(key))
  const path = join(folder.path, 'original')
  await pipeline(storage.read(key, { start: 0, end: length - 1 }), createWriteStream(path), {
    signal,
  })
  return path
}

/**
 * What was left by workers that were killed, and whose job nobody holds: asked for at the start of
 * the service.
 */
export async function sweepFolders(db: Db, dataDir: string): Promise<void> {
  const all = join(dataDir, 'work')
  for (const { name, job, fence } of await foldersIn(all)) {
    const { rows } =
      await sql`select from job where id = ${job} and attempts = ${fence} and leased_until > now()`.execute(
        db,
      )
    if (rows.length === 0) await rm(join(all, name), { recursive: true, force: true })
  }
}

async function foldersIn(all: string): Promise<{ name: string; job: number; fence: number }[]> {
  const names = await readdir(all).catch((): string[] => [])
  return names.flatMap((name) => {
    const [, job, fence] = /^(\d+)-(\d+)$/.exec(name) ?? []
    return job && fence ? [{ name, job: Number(job), fence: Number(fence) }] : []
  })
}
