import type { Connect } from '../client.ts'
import { deleteCredentials, readCredentials, type Credentials } from '../credentials.ts'
import { CliError } from '../output/exit-codes.ts'
import { printDetails, printJson, printTable } from '../output/print.ts'
import {
  chooseProfile,
  currentProfile,
  DEFAULT_PROFILE,
  listProfileNames,
  profileFile,
} from '../profiles.ts'
import { revokeToken } from './logout.ts'

type Options = { json?: boolean }

export async function listProfiles({ json }: Options): Promise<void> {
  const [names, current] = await Promise.all([listProfileNames(), currentProfile()])
  const profiles = await Promise.all(
    names.map(async (name) => {
      // A damaged file is listed too, so that it can be removed.
      const found = await readCredentials(profileFile(name)).catch(() => undefined)
      return { name, current: name === current, address: found?.address, email: found?.email }
    }),
  )
  if (json) return printJson(profiles)
  if (profiles.length)
    printTable(
      ['', 'Profile', 'Service', 'Email'],
      profiles.map(({ name, current: isCurrent, address, email }) => [
        isCurrent ? '*' : '',
        name,
        address,
        email,
      ]),
    )
  else console.error('There are no profiles. To create one, run: reelay login')
}

export async function useProfile({ name, json }: Options & { name: string }): Promise<void> {
  const { address, email } = await getProfile(name)
  await chooseProfile(name)
  if (json) printJson({ name, address, email })
  else
    printDetails([
      ['Profile', name],
      ['Service', address],
      ['Email', email],
    ])
}

/** Removes the profile even if its service no longer exists. */
export async function removeProfile(
  connect: Connect,
  { name, json }: Options & { name: string },
): Promise<void> {
  const { address, email, token } = await getProfile(name)
  const revoked = await revokeToken(connect(address, { email, token }, { attempts: 1 })).then(
    () => true,
    () => false,
  )
  await deleteCredentials(profileFile(name))
  if ((await currentProfile()) === name) await chooseProfile(DEFAULT_PROFILE)
  if (json) return printJson({ name, removed: true, revoked })
  printDetails([
    ['Removed', name],
    ['Service', address],
  ])
  if (!revoked)
    console.error(
      'The service does not respond, so the token is still valid. Revoke it there: Account, Tokens.',
    )
}

async function getProfile(name: string): Promise<Credentials> {
  const found = await readCredentials(profileFile(name))
  if (!found)
    throw new CliError('notFound', `There is no profile ${name}. Run: reelay profile list`)
  return found
}
