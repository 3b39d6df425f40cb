// A real service behind a proxy that fails as a test wishes and records all requests.
import type { TestContext } from 'node:test'
import { createClient, type Client, type ClientCredential, type RetryPolicy } from '@reelay/client'
import { startFaultyProxy, type ProxyFault } from '../../api/test/faulty-proxy.ts'
import { loadFixtures, type Fixtures } from '../../api/test/fixtures.ts'

export type RecordedRequest = {
  method: string
  path: string
  headers: Record<string, string | undefined>
  bytes: number
}
/** `index` counts the requests of a test from 0. */
type ChooseFault = (request: RecordedRequest, index: number) => ProxyFault | undefined
export type FaultyConnection = Fixtures & {
  /** The address of the service itself, without the proxy. */
  address: string
  requests: RecordedRequest[]
  injectFaults: (choose: ChooseFault) => void
  clientOf: (credential: ClientCredential, retry?: Partial<RetryPolicy> | false) => Client
}

export async function connectFaulty(
  t: TestContext,
  settings: Record<string, string> = {},
): Promise<FaultyConnection> {
  const fixtures = await loadFixtures(t, settings)
  const address = await fixtures.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const proxy = await startFaultyProxy(t, address)
  const requests: RecordedRequest[] = []
  let choose: ChooseFault = () => undefined
  proxy.injectFault(({ method, url, headers }) => {
    const request: RecordedRequest = {
      method: method!,
      path: url!.replace('/api', ''),
      headers: headers as RecordedRequest['headers'],
      bytes: Number(headers['content-length'] ?? 0),
    }
    requests.push(request)
    return choose(request, requests.length - 1)
  })
  return {
    ...fixtures,
    address,
    requests,
    injectFaults: (chosen) => {
      choose = chosen
    },
    clientOf: ({ email, ...secret }, retry = { pauseMs: 1 }) =>
      createClient({
        baseUrl: `${proxy.address}/api`,
        credential: {
          email,
          ...('token' in secret ? { token: secret.token } : { password: secret.password }),
        },
        retry,
      }),
  }
}
