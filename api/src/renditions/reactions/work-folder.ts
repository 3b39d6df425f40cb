// A job's temporary folder: DATA_DIR/work/<job>-<attempt>, removed when the job ends.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { JobContext } from '../../kernel/jobs/worker.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { SourceFile } from '../queries/source.ts'

/** The engine may write only to `output`, which starts empty. */
export type WorkFolder = { path: string; output: string }

export async function withWorkFolder<T>(
  dataDir: string,
  { job, fence }: JobContext,
  work: (folder: WorkFolder) => Promise<T>,
): Promise<T> {
  const root = join(dataDir, 'work')
  for (const { name, job: owner } of await listFolders(root))
    if (owner === job) await rm(join(root, name), { recursive: true, force: true })
  const path = join(root, `${job}-${fence}`)
  const output = join(path, 'output')
  await mkdir(output, { recursive: true })
  try {
    return await work({ path, output })
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

/** The engine reads from a path. Object storage has none, so the object is downloaded first. */
export async function fetchOriginal(
  storage: Storage,
  dataDir: string,
  { key, length }: SourceFile,
  folder: WorkFolder,
  signal: AbortSignal,
): Promise<string> {
  if (storage.pathOf) return join(dataDir, storage.pathOf(key))
  const path = join(folder.path, 'original')
  await pipeline(storage.read(key, { start: 0, end: length - 1 }), createWriteStream(path), {
    signal,
  })
  return path
}

/** Runs at startup: removes folders of killed workers whose jobs are not leased. */
export async function removeAbandonedFolders(db: Db, dataDir: string): Promise<void> {
  const root = join(dataDir, 'work')
  for (const { name, job, fence } of await listFolders(root)) {
    const { rows } = await sql`
      select from job
      where id = ${job} and attempts = ${fence} and leased_until > now()`.execute(db)
    if (rows.length === 0) await rm(join(root, name), { recursive: true, force: true })
  }
}

async function listFolders(root: string): Promise<{ name: string; job: number; fence: number }[]> {
  const names = await readdir(root).catch((): string[] => [])
  return names.flatMap((name) => {
    const [, job, fence] = /^(\d+)-(\d+)$/.exec(name) ?? []
    return job && fence ? [{ name, job: Number(job), fence: Number(fence) }] : []
  })
}
