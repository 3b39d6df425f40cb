import { createClient, type Client, type ClientCredential, type RetryPolicy } from '@reelay/client'
import { getCredentials, type FoundCredentials } from './credentials.ts'

export type Connect = (
  address: string,
  credential: ClientCredential,
  retry?: Partial<RetryPolicy>,
) => Client
/** The service that somebody is signed in to, and the email they signed in with. */
export type CliAccount = Omit<FoundCredentials, 'token'>

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
export async function openClient({
  profile,
  retry,
}: {
  profile?: string | undefined
  retry?: Partial<RetryPolicy> | undefined
}): Promise<CliAccount & { client: Client }> {
  const { token, ...account } = await getCredentials(profile)
  return { ...account, client: connect(account.address, { email: account.email, token }, retry) }
}
export type OpenClient = (retry?: Partial<RetryPolicy>) => Promise<CliAccount & { client: Client }>
