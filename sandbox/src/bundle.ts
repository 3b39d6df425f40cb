// `npm start` and `npm test` bundle the programs that start often. See docs/decisions/0043.
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The path of a bundled program, unless one of its sources has changed since. From its sources, a
 * program takes several times the CPU time to start.
 */
export function findBundled(path: string, sources: readonly string[]): string | undefined {
  try {
    const built = statSync(join(dirname(path), '.stamp')).mtimeMs
    statSync(path)
    return sources.every((source) => isOlder(source, built)) ? path : undefined
  } catch {
    return undefined
  }
}

/**
 * The time of a folder changes when one of its files is removed. A release has no sources, only the
 * bundle.
 */
function isOlder(path: string, than: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return true
  return (
    stats.mtimeMs < than &&
    (!stats.isDirectory() || readdirSync(path).every((name) => isOlder(join(path, name), than)))
  )
}
