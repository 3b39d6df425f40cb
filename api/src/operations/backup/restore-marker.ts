// While a folder is being restored it bears a mark, from the first byte to the last. The service
// does not start in a folder that bears one.
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, LOST_AND_FOUND, syncFolder } from './repository.ts'

const MARK = 'restoring'

/**
 * Takes an empty folder, or goes on with one in which the same backup was being restored. Says
 * whether it was.
 */
export async function beginRestore(folder: string, backup: string): Promise<boolean> {
  const marked = await readMark(folder)
  if (marked === backup) return true
  if (marked !== undefined)
    throw new BackupError(
      `In ${folder} another backup (${marked}) was being restored. Empty the folder, or go on with that one`,
    )
  if ((await readdir(folder)).some((name) => name !== LOST_AND_FOUND))
    throw new BackupError(`${folder} is not empty. A backup is restored into an empty folder`)
  await writeFile(join(folder, MARK), backup, { flush: true })
  await syncFolder(folder)
  return false
}

export async function endRestore(folder: string): Promise<void> {
  await rm(join(folder, MARK))
  await syncFolder(folder)
}

export async function rejectUnfinishedRestore(folder: string): Promise<void> {
  const marked = await readMark(folder)
  if (marked !== undefined)
    throw new BackupError(
      `${folder} holds half of a restored backup (${marked}). Run the restore again with the same words; it goes on where it was stopped`,
    )
}

const readMark = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, MARK), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
