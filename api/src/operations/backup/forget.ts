import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listNamed } from './objects.ts'
import { LIST, type Shelf } from './repository.ts'

/**
 * Leaves the newest backups, and the objects that one of them names. Says how many backups went.
 */
export async function forgetOld(shelf: Shelf, keep: number): Promise<number> {
  const old = (await shelf.list()).slice(0, -keep)
  if (old.length === 0) return 0
  for (const name of old) await shelf.remove(name)
  const named = new Set<string>()
  for (const name of await shelf.list()) {
    const { objects } = await shelf.get(name)
    for await (const { key } of listNamed(shelf.textOf(name, LIST), objects)) named.add(key)
  }
  for (const entry of await readdir(shelf.objects, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !named.has(entry.name)) await rm(join(entry.parentPath, entry.name))
  }
  return old.length
}
