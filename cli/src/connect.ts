import { createClient, type Credential } from '@reelay/client'
import { getCredentials, type Credentials } from './credentials.ts'
import type { Given } from './declared.ts'

export type Client = ReturnType<typeof createClient>
export type Connect = (address: string, credential: Credential) => Client
/** Where somebody is signed in, and as whom. */
export type Who = Pick<Credentials, 'address' | 'email'>

const SECONDS_TO_ANSWER = 30

/** A stream of events answers as long as somebody listens; everything else has its time. */
export const connect: Connect = (address, credential) => createClient({
  baseUrl: `${address}/api`, credential,
  fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(SECONDS_TO_ANSWER * 1000) }),
})

/** A command of somebody who is signed in: it is loaded, and given a client beside what was typed. */
export async function signedIn<O>(load: () => Promise<(client: Client, options: O & Who) => Promise<void>>, given: Given): Promise<void> {
  const { address, email, token } = await getCredentials()
  await (await load())(connect(address, { email, token }), { ...given, address, email } as O & Who)
}
