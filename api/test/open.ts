import type { House, Identity } from './house.ts'

type Options = {
  by?: Identity
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST'
  headers?: Record<string, string>
  payload?: Buffer | string
}

/**
 * Opens an address as a browser or curl would: with no client in between, and with a credential
 * only where one is given.
 */
export function open(
  { app }: Pick<House, 'app'>,
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
