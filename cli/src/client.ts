import { createClient, type Client, type ClientCredential, type RetryPolicy } from '@reelay/client'
import { getCredentials, type Credentials } from './credentials.ts'

export type Connect = (
  address: string,
  credential: ClientCredential,
  retry?: Partial<RetryPolicy>,
) => Client
/** The service that somebody is signed in to, and the email they signed in with. */
export type CliAccount = Pick<Credentials, 'address' | 'email'>

const RESPONSE_TIMEOUT_MS = 30_000

/** Requests with a signal of their own, such as event streams and uploads, have no timeout. */
export const connect: Connect = (address, credential, retry = {}) =>
  createClient({
    baseUrl: `${address}/api`,
    credential,
    retry,
    fetch: (input, init) =>
      request(input as string, {
        ...init,
        signal: init?.signal ?? AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      }),
  })

async function request(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  if (!(init.body instanceof Uint8Array)) return fetch(url, init)
  const { postBytes } = await import('./transfer/post-bytes.ts')
  return postBytes(url, init as Parameters<typeof postBytes>[1])
}

/** A client with the credentials of the signed-in user. */
export async function openClient(
  retry?: Partial<RetryPolicy>,
): Promise<CliAccount & { client: Client }> {
  const { address, email, token } = await getCredentials()
  return { address, email, client: connect(address, { email, token }, retry) }
}
export type OpenClient = typeof openClient
