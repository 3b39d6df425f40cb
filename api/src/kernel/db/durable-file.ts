import { randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file that only this account can read. After a power cut it is whole, old or new. */
export async function writeDurableFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  {
    await using file = await open(temporary, 'wx', 0o600)
    await file.writeFile(text)
    await file.sync()
  }
  await renameDurably(temporary, path)
}

/** Without the sync, a power cut can bring back the old name. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Makes new names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync()
}
