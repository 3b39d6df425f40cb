import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from '../../../config/config.ts'
import { writeDurableFile } from '../durable-file.ts'
import { newKey, parseKeys, type MasterKey, type MasterKeys } from './parse-keys.ts'

const HEAD = `# The encryption keys of this installation, the current one first.
# Keep a copy of this file, apart from the backups. Without it they cannot be restored.
`

/**
 * Keys in a file, one per line. The file is read again after it has changed, so that a running
 * service uses a new key at once. Returns undefined if there is no file.
 */
export function keyFile(path: string): MasterKeys | undefined {
  let version = versionOf(path)
  if (version === undefined) return undefined
  let keys = parseKeys(readKeyFile(path), path)
  const refresh = () => {
    const newVersion = versionOf(path)
    // While the file is away, the known keys stay.
    if (newVersion === undefined || newVersion === version) return
    keys = parseKeys(readKeyFile(path), path)
    version = newVersion
  }
  const findKey = (id: string) => keys.find((key) => key.id === id)
  return {
    location: path,
    current() {
      refresh()
      return keys[0]!
    },
    find(id) {
      if (!findKey(id)) refresh()
      return findKey(id)
    },
    async add(): Promise<MasterKey> {
      const [line, old] = [newKey(), readKeyFile(path)]
      await writeKeyFile(path, old.startsWith(HEAD) ? insertKey(line, old) : `${line}\n${old}`)
      refresh()
      return keys[0]!
    },
  }
}

const insertKey = (line: string, old: string) => `${HEAD}${line}\n${old.slice(HEAD.length)}`

export async function createKeyFile(path: string): Promise<MasterKeys> {
  await writeKeyFile(path, `${HEAD}${newKey()}\n`)
  return keyFile(path)!
}

/** Replaces the file at once and durably: what it encrypts is lost without it. */
async function writeKeyFile(path: string, text: string) {
  try {
    await writeDurableFile(path, text)
  } catch (cause) {
    throw new ConfigError(
      `${path} cannot be written (${(cause as NodeJS.ErrnoException).code}). Add a new key as its first line by hand`,
      { cause },
    )
  }
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ConfigError(
      `${path} cannot be read (${(cause as NodeJS.ErrnoException).code}). The account of the service must own it`,
      { cause },
    )
  }
}

function versionOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}`
}
