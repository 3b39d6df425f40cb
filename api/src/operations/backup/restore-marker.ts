// A marker file in the folder of a running restore. The service does not start while it exists.
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { defaultKeyFile } from '../../config/config.ts'
import { syncFolder } from '../../kernel/db/durable-file.ts'
import { BackupError, LOST_AND_FOUND } from './repository.ts'

const MARKER = 'restoring'
/** The operator puts the key file there before the restore. */
const ALLOWED = [LOST_AND_FOUND, basename(defaultKeyFile(''))]

/** Accepts an empty folder, or one with an unfinished restore of the same backup: returns true. */
export async function beginRestore(folder: string, backup: string): Promise<boolean> {
  const marker = await readMarker(folder)
  if (marker === backup) return true
  if (marker !== undefined)
    throw new BackupError(
      `${folder} has an unfinished restore of another backup (${marker}). Empty the folder, or finish that restore`,
    )
  if ((await readdir(folder)).some((name) => !ALLOWED.includes(name)))
    throw new BackupError(`${folder} is not empty. Restore into an empty folder`)
  await writeFile(join(folder, MARKER), backup, { flush: true })
  await syncFolder(folder)
  return false
}

export async function endRestore(folder: string): Promise<void> {
  await rm(join(folder, MARKER))
  await syncFolder(folder)
}

export async function rejectUnfinishedRestore(folder: string): Promise<void> {
  const marker = await readMarker(folder)
  if (marker !== undefined)
    throw new BackupError(
      `${folder} has an unfinished restore (${marker}). Run the same restore command again to finish it`,
    )
}

const readMarker = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, MARKER), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
