import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { addressFrom } from './server-url.ts'
import { Stop } from './output/exit-codes.ts'

/** Where the person is signed in, and as whom. */
export type Credentials = { address: string; email: string; token: string }

type Env = Record<string, string | undefined>

/** A relative XDG_CONFIG_HOME is to be ignored, says its specification. */
export function credentialsPath(env: Env = process.env): string {
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
    // Not JSON: the same as having the wrong fields.
  }
  throw new Stop(
    'signedOut',
    `${credentialsPath()} cannot be read as credentials. Delete it, and sign in again with: reelay login`,
  )
}

/**
 * Of the environment, for machines that keep no file, or of the file. Never of an argument:
 * arguments stand in the history of the shell,
 * and everybody on the machine can read them while the program runs.
 */
export async function getCredentials(): Promise<Credentials> {
  const found = ofEnvironment(process.env) ?? (await findCredentials())
  if (!found) throw new Stop('signedOut', 'You are not signed in. Sign in with: reelay login')
  return found
}

function ofEnvironment({
  REELAY_ADDRESS: address,
  REELAY_EMAIL: email,
  REELAY_TOKEN: token,
}: Env): Credentials | undefined {
  if (!token) return undefined
  if (!address || !email)
    throw new Stop(
      'signedOut',
      'With REELAY_TOKEN also set REELAY_ADDRESS and REELAY_EMAIL: a token is good at one service, for one person.',
    )
  return { address: addressFrom(address), email, token: token.replace(/^token-/, '') }
}

/**
 * Renamed into place, so that a file that was there with wider rights is replaced and nobody reads
 * half of one.
 */
export async function saveCredentials(credentials: Credentials): Promise<string> {
  const path = credentialsPath()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const making = `${path}.${process.pid}`
  await rm(making, { force: true })
  await writeFile(making, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(making, path)
  return path
}

export const forgetCredentials = () => rm(credentialsPath(), { force: true })
