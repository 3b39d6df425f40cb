// Compiled modules of a program and its launcher: they save more than half of the CPU time that a
// child needs to start. Only processes without a task write them.
import { chmod, cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Node keeps a folder per user, whose name ends with the user's id, and files for that user only. */
export async function shareCompileCache(folder: string, uid: number): Promise<void> {
  const own = `-${process.getuid?.()}`
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (!name.endsWith(own)) continue
    const shared = join(folder, name.slice(0, -own.length) + `-${uid}`)
    await cp(join(folder, name), shared, { recursive: true, force: true })
    for (const file of await readdir(shared)) await chmod(join(shared, file), 0o644)
  }
}
