// A profile is one signed-in account at one service. The profile `default` is stored in
// credentials.json, the others in profiles/<name>.json.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { CliError } from './output/exit-codes.ts'

export const DEFAULT_PROFILE = 'default'

/** The XDG specification says to ignore a relative XDG_CONFIG_HOME. */
function configFolder({ XDG_CONFIG_HOME }: NodeJS.ProcessEnv = process.env): string {
  const folder =
    XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config')
  return join(folder, 'reelay')
}

/** The name is part of a path, so only simple names are valid. */
export function profileFile(name: string): string {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name))
    throw new CliError(
      'usage',
      `"${name}" is not a name for a profile. Use letters, digits, dots and hyphens.`,
    )
  return name === DEFAULT_PROFILE
    ? join(configFolder(), 'credentials.json')
    : join(configFolder(), 'profiles', `${name}.json`)
}

export const readIfPresent = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

const currentFile = () => join(configFolder(), 'profile')

/** REELAY_PROFILE, or the profile that `reelay profile use` chose. */
export const currentProfile = async (): Promise<string> =>
  process.env.REELAY_PROFILE || (await readIfPresent(currentFile()))?.trim() || DEFAULT_PROFILE

export async function chooseProfile(name: string): Promise<void> {
  if (name === DEFAULT_PROFILE) await rm(currentFile(), { force: true })
  else await writePrivate(currentFile(), `${name}\n`)
}

export async function listProfileNames(): Promise<string[]> {
  const files = await readdir(join(configFolder(), 'profiles')).catch(() => [])
  const others = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5))
  const hasDefault = (await readIfPresent(profileFile(DEFAULT_PROFILE))) !== undefined
  return [...(hasDefault ? [DEFAULT_PROFILE] : []), ...others.toSorted()]
}

/**
 * Written to a temporary file and renamed: that replaces a file with wider permissions, and nobody
 * reads half a file.
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  await rm(temporary, { force: true })
  await writeFile(temporary, text, { mode: 0o600, flag: 'wx' })
  await rename(temporary, path)
}
