import { tokenAuth } from './raw-http.ts'
import type { TestApp, TestIdentity } from './test-app.ts'

type Options = {
  by?: Pick<TestIdentity, 'email' | 'token'>
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS'
  headers?: Record<string, string>
  /** Objects are sent as JSON. */
  payload?: Buffer | string | object
  /** The address that the request comes from. */
  remoteAddress?: string
}

/** Sends a request as a browser or curl would, without the typed client. */
export function rawRequest(
  { app }: Pick<TestApp, 'app'>,
  address: string,
  { by, headers, ...options }: Options = {},
) {
  const { pathname, search } = new URL(address, 'http://reelay.test')
  return app.fastify.inject({
    method: 'GET',
    url: pathname + search,
    headers: { ...(by && tokenAuth(by)), ...headers },
    ...options,
  })
}
