// A backup repository. Each backup has its own folder below `backups`; all backups share `objects`,
// which holds the files by their SHA-256. A backup in progress is written to `making` and moved when
// it is complete, so nothing else is ever incomplete.
import { hash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { renameDurably, syncFolder } from '../../kernel/db/durable-file.ts'
import { isValidName, checkName } from '../../kernel/storage/object-name.ts'

/** The contents of a backup. `bytes` and `sha256` describe the text before compression. */
export type Manifest = {
  format: 1
  name: string
  postgres: string
  migrations: { name: string; digest: string }[]
  schema: TextSummary
  tables: (TextSummary & { name: string; columns: string[] })[]
  sequences: { name: string; value: string; called: boolean }[]
  objects: TextSummary & { size: number }
  /** The ids of the encryption keys that the secrets need. */
  keys?: string[]
  /** An export of one studio. */
  studio?: ExportedStudio
  /** Referenced by a row, but missing or damaged when the backup was created. */
  missing: { key: string; reason: string }[]
}
export type ExportedStudio = { id: string; slug: string; name: string }
export type TextSummary = { rows: number; bytes: number; sha256: string }
export type BackupRepository = ReturnType<typeof openRepository>

/** A backup contains everything about every studio, so other users must not read it. */
export const PRIVATE = { folder: 0o700, file: 0o600 }

/** The root of an ext4 file system is never empty. */
export const LOST_AND_FOUND = 'lost+found'
/** The files with the objects and the schema of a backup. No table has these names. */
export const OBJECT_LIST = 'objects.list'
export const SCHEMA = 'schema.sql'

export class BackupError extends Error {}

export function openRepository(path: string) {
  const folder = resolve(path)
  const backups = join(folder, 'backups')
  const objects = join(folder, 'objects')
  const staging = join(folder, 'making')
  const folderOf = (name: string) => join(backups, checkName(name))

  return {
    folder,
    objects,
    staging,
    textPath: (name: string, part: string) => join(folderOf(name), `${part}.zst`),
    objectPath: (key: string) => join(objects, checkName(key).slice(0, 2), key.slice(2, 4), key),
    /** Complete backups, oldest first. */
    list: async (): Promise<string[]> =>
      (await namesIn(backups)).filter(isValidName).toSorted((a, b) => (a < b ? -1 : 1)),

    /**
     * Creates the folders for the next backup. Rejects a folder with other contents, because old
     * backups are deleted from a repository.
     */
    async prepare(): Promise<void> {
      const there = (await namesIn(folder)).filter((name) => name !== LOST_AND_FOUND)
      if (there.length && !(there.includes('backups') && there.includes('objects')))
        throw new BackupError(
          `${folder} is not empty and contains no backups. Choose another folder`,
        )
      await rm(staging, { recursive: true, force: true })
      for (const needed of [folder, backups, objects, staging])
        await mkdir(needed, { recursive: true, mode: PRIVATE.folder })
    },
    /** After the rename the backup exists. */
    async finish(manifest: Manifest): Promise<void> {
      const text = `${JSON.stringify(manifest, null, 2)}\n`
      await writeFile(join(staging, 'manifest.json'), text, { mode: PRIVATE.file, flush: true })
      await writeFile(
        join(staging, 'manifest.sha256'),
        `${hash('sha256', text)}  manifest.json\n`,
        {
          mode: PRIVATE.file,
          flush: true,
        },
      )
      await syncFolder(staging)
      await rename(staging, folderOf(manifest.name))
      await syncFolder(backups)
    },
    async get(name?: string): Promise<Manifest> {
      const backup = name ?? (await this.list()).at(-1)
      if (!backup || !isValidName(backup))
        throw new BackupError(
          name ? `There is no backup ${name} in ${folder}` : `There is no backup in ${folder}`,
        )
      return readManifest(folderOf(backup))
    },
    remove: (name: string) => rm(folderOf(name), { recursive: true }),
  }
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

async function readManifest(folder: string): Promise<Manifest> {
  const read = (file: string) =>
    readFile(join(folder, file), 'utf8').catch((cause: unknown) => {
      throw new BackupError(`${folder} is not a complete backup: ${file} cannot be read`, {
        cause,
      })
    })
  const text = await read('manifest.json')
  if (hash('sha256', text) !== (await read('manifest.sha256')).slice(0, 64))
    throw new BackupError(
      `${join(folder, 'manifest.json')} is damaged: it does not match manifest.sha256`,
    )
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new BackupError(`${folder} was created by a newer version of Reelay. Use that version`)
  return manifest
}

/** Moves a complete file to its final path, durably. */
export async function moveTo(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: PRIVATE.folder })
  await renameDurably(from, to)
}
