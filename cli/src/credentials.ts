import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { CliError } from './output/exit-codes.ts'
import { parseServerUrl } from './server-url.ts'

export type Credentials = { address: string; email: string; token: string }

/** The XDG specification says to ignore a relative XDG_CONFIG_HOME. */
export function credentialsPath(env: NodeJS.ProcessEnv = process.env): string {
  if (env.REELAY_CREDENTIALS) return env.REELAY_CREDENTIALS
  const folder =
    env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)
      ? env.XDG_CONFIG_HOME
      : join(homedir(), '.config')
  return join(folder, 'reelay', 'credentials.json')
}

export async function findCredentials(): Promise<Credentials | undefined> {
  const text = await readFile(credentialsPath(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const { address, email, token } = JSON.parse(text) as Credentials
    if ([address, email, token].every((part) => typeof part === 'string'))
      return { address, email, token }
  } catch {
    // Invalid JSON gets the same message as missing fields.
  }
  throw new CliError(
    'notSignedIn',
    `${credentialsPath()} is damaged. Delete it, then run: reelay login`,
  )
}

/**
 * From the environment or from the file, never from an argument: the shell's history keeps
 * arguments, and everybody on the machine can read them while the program runs.
 */
export async function getCredentials(): Promise<Credentials> {
  const found = fromEnvironment(process.env) ?? (await findCredentials())
  if (!found) throw new CliError('notSignedIn', 'You are not signed in. Run: reelay login')
  return found
}

function fromEnvironment({
  REELAY_ADDRESS: address,
  REELAY_EMAIL: email,
  REELAY_TOKEN: token,
}: NodeJS.ProcessEnv): Credentials | undefined {
  if (!token) return undefined
  if (!address || !email)
    throw new CliError(
      'notSignedIn',
      'REELAY_TOKEN also needs REELAY_ADDRESS and REELAY_EMAIL: a token belongs to one person at one service.',
    )
  return { address: parseServerUrl(address), email, token: token.replace(/^token-/, '') }
}

/**
 * Written to a temporary file and renamed: that replaces a file with wider permissions, and nobody
 * reads half a file.
 */
export async function saveCredentials(credentials: Credentials): Promise<string> {
  const path = credentialsPath()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  await rm(temporary, { force: true })
  const text = `${JSON.stringify(credentials, null, 2)}\n`
  await writeFile(temporary, text, { mode: 0o600, flag: 'wx' })
  await rename(temporary, path)
  return path
}

export const deleteCredentials = () => rm(credentialsPath(), { force: true })
