// `npm start` and `npm test` bundle the programs of the service into api/dist. See
// docs/decisions/0043.
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const API = resolve(import.meta.dirname, '../..')

/**
 * The path of a bundled program, unless one of its sources has changed since. From its sources, a
 * program takes several times the CPU time to start.
 */
export function findBundled(
  name: string,
  sources: readonly string[],
  bundle = join(API, 'dist'),
): string | undefined {
  try {
    const built = statSync(join(bundle, '.stamp')).mtimeMs
    const path = join(bundle, name)
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
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return true
  return (
    found.mtimeMs < than &&
    (!found.isDirectory() || readdirSync(path).every((name) => isOlder(join(path, name), than)))
  )
}
