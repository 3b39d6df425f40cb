// The keys that encrypt secrets at rest. They are never stored in the database: they come from a
// file, from the environment, or from a command such as a client of a key management service.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ConfigError, type KeySource } from '../../../config/config.ts'
import { keyFile } from './key-file.ts'
import { parseKeys, type MasterKeys } from './parse-keys.ts'

const COMMAND_TIMEOUT_MS = 30_000

/** Returns undefined if the key file does not exist. */
export async function readMasterKeys(source: KeySource): Promise<MasterKeys | undefined> {
  if (source.kind === 'file') return keyFile(source.path)
  if (source.kind === 'value') return fixedKeys(source.text, 'ENCRYPTION_KEY')
  return fixedKeys(await runKeyCommand(source.command), 'ENCRYPTION_KEY_COMMAND')
}

function fixedKeys(text: string, location: string): MasterKeys {
  const keys = parseKeys(text, location)
  return {
    current: () => keys[0]!,
    find: (id) => keys.find((key) => key.id === id),
    location,
  }
}

/** The output may contain the key, so no error repeats it. */
async function runKeyCommand(command: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      timeout: COMMAND_TIMEOUT_MS,
    })
    return stdout
  } catch (error) {
    const { code, killed } = error as { code?: number | string; killed?: boolean }
    throw new ConfigError(
      killed
        ? `ENCRYPTION_KEY_COMMAND did not end within ${COMMAND_TIMEOUT_MS / 1000} seconds`
        : `ENCRYPTION_KEY_COMMAND failed with exit code ${code}`,
    )
  }
}
