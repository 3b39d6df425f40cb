import type { TestApp, TestIdentity } from './test-app.ts'

type Options = {
  by?: TestIdentity
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST'
  headers?: Record<string, string>
  payload?: Buffer | string
}

/**
 * Opens an address as a browser or curl would: with no client in between, and with a credential
 * only where one is given.
 */
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
