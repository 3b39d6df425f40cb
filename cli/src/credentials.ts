import { rm } from 'node:fs/promises'
import { CliError } from './output/exit-codes.ts'
import {
  currentProfile,
  DEFAULT_PROFILE,
  profileFile,
  readIfPresent,
  writePrivate,
} from './profiles.ts'
import { parseServerUrl } from './server-url.ts'

export type Credentials = { address: string; email: string; token: string }
/** `credentialsFile`: where they were read; undefined if they come from the environment. */
export type FoundCredentials = Credentials & { credentialsFile: string | undefined }

/** `profile` is the value of `--profile`, which has precedence over the environment. */
export async function credentialsPath(profile?: string): Promise<string> {
  if (!profile && process.env.REELAY_CREDENTIALS) return process.env.REELAY_CREDENTIALS
  return profileFile(profile ?? (await currentProfile()))
}

export async function findCredentials(profile?: string): Promise<Credentials | undefined> {
  return readCredentials(await credentialsPath(profile))
}

export async function readCredentials(path: string): Promise<Credentials | undefined> {
  const text = await readIfPresent(path)
  if (text === undefined) return undefined
  try {
    const { address, email, token } = JSON.parse(text) as Credentials
    if ([address, email, token].every((part) => typeof part === 'string'))
      return { address, email, token }
  } catch {
    // Invalid JSON gets the same message as missing fields.
  }
  throw new CliError('notSignedIn', `${path} is damaged. Delete it, then run: reelay login`)
}

/**
 * From the environment or from the file, never from an argument: the shell's history keeps
 * arguments, and everybody on the machine can read them while the program runs.
 */
export async function getCredentials(profile?: string): Promise<FoundCredentials> {
  const given = profile ? undefined : fromEnvironment(process.env)
  if (given) return { ...given, credentialsFile: undefined }
  const credentialsFile = await credentialsPath(profile)
  const found = await readCredentials(credentialsFile)
  if (!found) throw new CliError('notSignedIn', await signInHint(profile))
  return { ...found, credentialsFile }
}

async function signInHint(profile: string | undefined): Promise<string> {
  const name =
    profile ?? (process.env.REELAY_CREDENTIALS ? DEFAULT_PROFILE : await currentProfile())
  return name === DEFAULT_PROFILE
    ? 'You are not signed in. Run: reelay login'
    : `You are not signed in with the profile ${name}. Run: reelay login --profile ${name}`
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

/** Returns the path of the file. */
export async function saveCredentials(
  credentials: Credentials,
  profile: string | undefined,
): Promise<string> {
  const path = await credentialsPath(profile)
  await writePrivate(path, `${JSON.stringify(credentials, null, 2)}\n`)
  return path
}

export const deleteCredentials = (path: string) => rm(path, { force: true })
