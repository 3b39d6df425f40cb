import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listObjects } from './objects.ts'
import { OBJECT_LIST, type BackupRepository } from './repository.ts'

/**
 * Leaves the newest backups, and the objects that one of them names. Says how many backups went.
 */
export async function pruneBackups(shelf: BackupRepository, keep: number): Promise<number> {
  const old = (await shelf.list()).slice(0, -keep)
  if (old.length === 0) return 0
  for (const name of old) await shelf.remove(name)
  const named = new Set<string>()
  for (const name of await shelf.list()) {
    const { objects } = await shelf.get(name)
    for await (const { key } of listObjects(shelf.textPath(name, OBJECT_LIST), objects))
      named.add(key)
  }
  for (const entry of await readdir(shelf.objects, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !named.has(entry.name)) await rm(join(entry.parentPath, entry.name))
  }
  return old.length
}
