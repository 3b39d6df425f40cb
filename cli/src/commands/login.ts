import { sessions } from '@reelay/api/contract'
import { Refusal, type Credential } from '@reelay/client'
import { addressFrom, isLocal } from '../server-url.ts'
import type { Ask } from '../output/prompt.ts'
import type { Connect } from '../client.ts'
import { findCredentials, saveCredentials, type Credentials } from '../credentials.ts'
import { plain, printFacts, printJson } from '../output/print.ts'

type Options = { address?: string; email?: string; withToken?: boolean; json?: boolean; ask: Ask }

/** The one command that has no caller yet: it makes the credentials that the others call with. */
export async function login(
  connect: Connect,
  { ask, json, withToken, ...given }: Options,
): Promise<void> {
  // What cannot be read is about to be replaced.
  const known = await findCredentials().catch(() => undefined)
  const address = addressFrom(
    given.address ??
      (await ask.question('Service address', known?.address ?? 'http://localhost:4000')),
  )
  warnOfClearText(address)
  const email = given.email ?? (await ask.question('E-mail', known?.email))
  const session = withToken
    ? await tryToken(connect, address, email, ask)
    : await signIn(connect, address, { email, password: await ask.secret('Password') }, ask)

  const path = await saveCredentials({ address, ...session })
  if (known?.address === address && known.token !== session.token) await revoke(connect, known)
  if (json) printJson({ address, email: session.email })
  else
    printFacts([
      ['Signed in as', session.email],
      ['At', address],
      ['Kept in', path],
    ])
}

async function signIn(
  connect: Connect,
  address: string,
  credential: Credential & { password: string },
  ask: Ask,
): Promise<sessions.Session> {
  const open = (code?: string) =>
    connect(address, { ...credential, ...(code && { code }) }).call(
      sessions.openSession,
    ) as Promise<sessions.Session>
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof Refusal) || error.headers.get('x-otp') !== 'required') throw error
    return open((await ask.secret('Code of the second factor')).trim())
  }
}

/** As it was shown, or as it stands in an Authorization header. */
async function tryToken(
  connect: Connect,
  address: string,
  email: string,
  ask: Ask,
): Promise<sessions.Session> {
  const token = (await ask.secret('Token')).trim().replace(/^token-/, '')
  await connect(address, { email, token }).call(sessions.openSession, {
    range: { first: 0, last: 0 },
  })
  return { email, token }
}

/**
 * A token that is overwritten would stay valid for ever, and nobody would know of it. That it is
 * gone already is no fault.
 */
async function revoke(connect: Connect, { address, email, token }: Credentials) {
  await connect(address, { email, token })
    .call(sessions.closeSession)
    .catch(() => undefined)
}

function warnOfClearText(address: string) {
  if (address.startsWith('http:') && !isLocal(address.slice('http://'.length)))
    console.error(`Warning: what you type is sent to ${plain(address)} without encryption.`)
}
