// A real service behind a real line that is as bad as a test wants it, and what went over it.
import type { TestContext } from 'node:test'
import { createClient, type Client, type Credential, type Retry } from '@reelay/client'
import { startFaultyProxy, type ProxyFault } from '../../api/test/faulty-proxy.ts'
import { loadFixtures, type Fixtures } from '../../api/test/fixtures.ts'

export type Sent = {
  method: string
  path: string
  headers: Record<string, string | undefined>
  bytes: number
}
/** `number` counts from 0 in a test. */
type Choose = (sent: Sent, number: number) => ProxyFault | undefined
export type Line = Fixtures & {
  /** Of the service itself, beside the line. */
  address: string
  sent: Sent[]
  trouble: (choose: Choose) => void
  clientOf: (credential: Credential, retry?: Partial<Retry> | false) => Client
}

export async function line(t: TestContext, settings: Record<string, string> = {}): Promise<Line> {
  const house = await loadFixtures(t, settings)
  const address = await house.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { address: lineTo, injectFault: fault } = await startFaultyProxy(t, address)
  const sent: Sent[] = []
  let choose: Choose = () => undefined
  fault(({ method, url, headers }) => {
    const one: Sent = {
      method: method!,
      path: url!.replace('/api', ''),
      headers: headers as Sent['headers'],
      bytes: Number(headers['content-length'] ?? 0),
    }
    sent.push(one)
    return choose(one, sent.length - 1)
  })
  return {
    ...house,
    address,
    sent,
    trouble: (chosen) => {
      choose = chosen
    },
    clientOf: ({ email, ...secret }, retry = { pauseMs: 1 }) =>
      createClient({
        baseUrl: `${lineTo}/api`,
        credential: {
          email,
          ...('token' in secret ? { token: secret.token } : { password: secret.password }),
        },
        retry,
      }),
  }
}
