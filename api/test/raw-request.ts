import type { TestApp, TestIdentity } from './test-app.ts'

type Options = {
  by?: TestIdentity
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST'
  headers?: Record<string, string>
  payload?: Buffer | string
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
  const authorization =
    by && `Basic ${Buffer.from(`${by.email}:token-${by.token}`).toString('base64')}`
  return app.fastify.inject({
    method: 'GET',
    url: pathname + search,
    headers: { ...(authorization && { authorization }), ...headers },
    ...options,
  })
}
