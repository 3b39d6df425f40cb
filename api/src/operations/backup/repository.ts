// Where backups stand. Each has a folder of its own below `backups`; the bytes of files lie in
// `objects` beside them, by their SHA-256, and are shared by all.
// What is being made lies in `making` and is moved when it is whole, so that nothing else on the
// shelf is ever half of something.
import { hash } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isValidName, checkName } from '../../kernel/storage/object-name.ts'

/** What a backup holds. `bytes` and `sha256` are of the text before it was compressed. */
export type Manifest = {
  format: 1
  name: string
  postgres: string
  migrations: { name: string; digest: string }[]
  tables: (TextSummary & { name: string; columns: string[] })[]
  sequences: { name: string; value: string; called: boolean }[]
  objects: TextSummary & { size: number }
  /** Named by a row, but not to be had when the backup was made. */
  missing: { key: string; why: string }[]
}
export type TextSummary = { rows: number; bytes: number; sha256: string }
export type BackupRepository = ReturnType<typeof openRepository>

/** It holds every secret of the installation: nobody else on the machine looks into it. */
export const PRIVATE = { folder: 0o700, file: 0o600 }

/** A disk of its own is never quite empty. */
export const LOST_AND_FOUND = 'lost+found'
/** The name of the list of objects among the texts of a backup. No table is called so. */
export const OBJECT_LIST = 'objects.list'

export class BackupError extends Error {}

export function openRepository(place: string) {
  const folder = resolve(place)
  const backups = join(folder, 'backups')
  const objects = join(folder, 'objects')
  const staging = join(folder, 'making')
  const folderOf = (name: string) => join(backups, checkName(name))

  return {
    folder,
    objects,
    making: staging,
    textPath: (name: string, part: string) => join(folderOf(name), `${part}.zst`),
    objectPath: (key: string) => join(objects, checkName(key).slice(0, 2), key.slice(2, 4), key),
    /** Those that are whole, oldest first. */
    list: async (): Promise<string[]> =>
      (await namesIn(backups)).filter(isValidName).toSorted((one, other) => (one < other ? -1 : 1)),

    /**
     * A clean place for what is made next. A folder with something else in it is not made into a
     * shelf: what is on one may be removed.
     */
    async prepare(): Promise<void> {
      const there = (await namesIn(folder)).filter((name) => name !== LOST_AND_FOUND)
      if (there.length && !(there.includes('backups') && there.includes('objects')))
        throw new BackupError(
          `${folder} is not empty, and what is in it are no backups. Name another folder`,
        )
      await rm(staging, { recursive: true, force: true })
      for (const path of [folder, backups, objects, staging])
        await mkdir(path, { recursive: true, mode: PRIVATE.folder })
    },
    /** From here on the backup is there. */
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
      const found = name ?? (await this.list()).at(-1)
      if (!found || !isValidName(found))
        throw new BackupError(
          name ? `There is no backup ${name} in ${folder}` : `There is no backup in ${folder}`,
        )
      return readManifest(folderOf(found))
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
      throw new BackupError(`There is no whole backup in ${folder}: its ${file} cannot be read`, {
        cause,
      })
    })
  const text = await read('manifest.json')
  if (hash('sha256', text) !== (await read('manifest.sha256')).slice(0, 64))
    throw new BackupError(
      `${join(folder, 'manifest.json')} is damaged: its SHA-256 is not the one that stands beside it`,
    )
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new BackupError(`${folder} was made by a newer version of Reelay: use that one`)
  return manifest
}

export const syncFolder = async (path: string): Promise<void> => {
  await using folder = await open(path)
  await folder.sync()
}

/** Gives a whole file its place, for good. */
export async function moveTo(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: PRIVATE.folder })
  await rename(from, to)
  await syncFolder(dirname(to))
}
