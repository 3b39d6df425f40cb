import type { FastifyReply, FastifyRequest } from 'fastify'

type CookieOptions = {
  name: string
  sameSite: 'Lax' | 'Strict'
  /** Without https. Over https the cookie needs the path `/`. */
  path: string
}

/**
 * An HttpOnly cookie. Browsers accept a cookie with the prefix `__Host-` only from this host
 * itself, over https.
 */
export function createCookie(publicUrl: string, { name, sameSite, path }: CookieOptions) {
  const isSecure = publicUrl.startsWith('https:')
  const fullName = isSecure ? `__Host-${name}` : name
  const attributes = isSecure ? 'Path=/; Secure' : `Path=${path}`
  const set = (reply: FastifyReply, value: string, seconds: number) =>
    void reply.header(
      'set-cookie',
      `${fullName}=${value}; ${attributes}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}`,
    )
  return {
    read: (request: FastifyRequest) => readCookies(request).get(fullName),
    set,
    clear: (reply: FastifyReply) => set(reply, '', 0),
  }
}

function readCookies({ headers }: FastifyRequest): Map<string, string> {
  return new Map(
    (headers.cookie ?? '').split(';').map((pair) => {
      const separator = pair.indexOf('=')
      return [pair.slice(0, separator).trim(), pair.slice(separator + 1).trim()]
    }),
  )
}
