// Compiled modules of the child and its launcher: they save more than half of the CPU time that a
// child needs to start. It is written only by processes that decode nothing, and next to the
// packages, which the child may read and not write.
import { chmod, cp, readdir } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

export const COMPILE_CACHE = join(
  dirname(findPackageJSON('node-av', import.meta.url)!),
  '../.cache/reelay-media',
)

/** Node keeps a folder per user, whose name ends with the user's id, and files for that user only. */
export async function shareCompileCache(uid: number): Promise<void> {
  const own = `-${process.getuid?.()}`
  for (const name of await readdir(COMPILE_CACHE).catch((): string[] => [])) {
    if (!name.endsWith(own)) continue
    const shared = join(COMPILE_CACHE, name.slice(0, -own.length) + `-${uid}`)
    await cp(join(COMPILE_CACHE, name), shared, { recursive: true, force: true })
    for (const file of await readdir(shared)) await chmod(join(shared, file), 0o644)
  }
}
