import { sessions } from '@reelay/api/contract'
import { ApiError, type ClientCredential } from '@reelay/client'
import type { Connect } from '../client.ts'
import { findCredentials, saveCredentials, type Credentials } from '../credentials.ts'
import { printDetails, printJson } from '../output/print.ts'
import type { Prompt } from '../output/prompt.ts'
import { sanitizeText } from '../output/text-width.ts'
import { isLocalHost, parseServerUrl } from '../server-url.ts'

type Options = {
  address?: string
  email?: string
  withToken?: boolean
  json?: boolean
  prompt: Prompt
  profile: string | undefined
}

export async function login(
  connect: Connect,
  { prompt, json, withToken, profile, ...given }: Options,
): Promise<void> {
  // A damaged file is about to be replaced.
  const previous = await findCredentials(profile).catch(() => undefined)
  const address = parseServerUrl(
    given.address ??
      (await prompt.text('Service address', previous?.address ?? 'http://localhost:4000')),
  )
  warnIfUnencrypted(address)
  const email = given.email ?? (await prompt.text('Email', previous?.email))
  const session = withToken
    ? await signInWithToken(connect, address, email, prompt)
    : await signInWithPassword(connect, address, email, prompt)

  const path = await saveCredentials({ address, ...session }, profile)
  if (previous && isReplaced(previous, { address, ...session })) await revoke(connect, previous)
  if (json) printJson({ address, email: session.email })
  else
    printDetails([
      ['Signed in as', session.email],
      ['Service', address],
      ['Stored in', path],
    ])
}

async function signInWithPassword(
  connect: Connect,
  address: string,
  email: string,
  prompt: Prompt,
): Promise<sessions.Session> {
  const password = await prompt.password('Password')
  const open = (credential: ClientCredential) =>
    connect(address, credential).call(sessions.openSession) as Promise<sessions.Session>
  try {
    return await open({ email, password })
  } catch (error) {
    if (!(error instanceof ApiError) || error.headers.get('x-otp') !== 'required') throw error
    const code = (await prompt.password('Two-factor code')).trim()
    return open({ email, password, code })
  }
}

/** Accepts the token alone, or with the prefix of an Authorization header. */
async function signInWithToken(
  connect: Connect,
  address: string,
  email: string,
  prompt: Prompt,
): Promise<sessions.Session> {
  const token = (await prompt.password('Token')).trim().replace(/^token-/, '')
  await connect(address, { email, token }).call(sessions.openSession, {
    range: { first: 0, last: 0 },
  })
  return { email, token }
}

/** The token of somebody else may be in use on another machine, so it stays valid. */
const isReplaced = (previous: Credentials, { address, email, token }: Credentials) =>
  previous.address === address &&
  previous.email.toLowerCase() === email.toLowerCase() &&
  previous.token !== token

/** The replaced token would stay valid for ever. It may be revoked already. */
async function revoke(connect: Connect, { address, email, token }: Credentials) {
  await connect(address, { email, token })
    .call(sessions.closeSession)
    .catch(() => undefined)
}

function warnIfUnencrypted(address: string) {
  if (address.startsWith('http:') && !isLocalHost(address.slice('http://'.length)))
    console.error(`Warning: the connection to ${sanitizeText(address)} is not encrypted.`)
}
