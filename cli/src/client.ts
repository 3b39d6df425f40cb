import { createClient, type Credential, type Retry } from '@reelay/client'
import { getCredentials, type Credentials } from './credentials.ts'

export type Client = ReturnType<typeof createClient>
export type Connect = (address: string, credential: Credential, retry?: Partial<Retry>) => Client
/** Where somebody is signed in, and as whom. */
export type Who = Pick<Credentials, 'address' | 'email'>

const SECONDS_TO_ANSWER = 30

/** A stream of events answers as long as somebody listens; everything else has its time. */
export const connect: Connect = (address, credential, retry = {}) =>
  createClient({
    baseUrl: `${address}/api`,
    credential,
    retry,
    fetch: (input, init) =>
      request(input as string, {
        ...init,
        signal: init?.signal ?? AbortSignal.timeout(SECONDS_TO_ANSWER * 1000),
      }),
  })

async function request(
  input: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  if (!(init.body instanceof Uint8Array)) return fetch(input, init)
  const { postBytes } = await import('./transfer/post-bytes.ts')
  return postBytes(input, init as Parameters<typeof postBytes>[1])
}

/** For the person who is signed in. */
export async function openClient(retry?: Partial<Retry>): Promise<Who & { client: Client }> {
  const { address, email, token } = await getCredentials()
  return { address, email, client: connect(address, { email, token }, retry) }
}
export type OpenClient = typeof openClient
