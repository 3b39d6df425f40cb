import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keyOfName } from '../../kernel/storage/encrypted/forms.ts'
import { listObjects } from './objects.ts'
import { OBJECT_LIST, type BackupRepository } from './repository.ts'

/** Keeps the newest backups and the objects they reference. Returns how many backups it removed. */
export async function pruneBackups(repository: BackupRepository, keep: number): Promise<number> {
  const old = (await repository.list()).slice(0, -keep)
  if (old.length === 0) return 0
  for (const name of old) await repository.remove(name)
  const referenced = new Set<string>()
  for (const name of await repository.list()) {
    const { objects } = await repository.get(name)
    for await (const { key } of listObjects(repository.textPath(name, OBJECT_LIST), objects))
      referenced.add(key)
  }
  for (const entry of await readdir(repository.objects, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !referenced.has(keyOfName(entry.name)))
      await rm(join(entry.parentPath, entry.name))
  }
  return old.length
}
