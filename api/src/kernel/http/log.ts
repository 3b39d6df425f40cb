import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/**
 * Only what is named here is ever logged: no header, no query (signed links carry their signature
 * there), no body.
 */
const serializers = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    path: pathOf(request.url),
    network: request.ip,
  }),
  res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
  err: (error: Error & { code?: string }) => ({
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    code: error.code,
  }),
}

/**
 * Outside the API an address is the web app's own and may hold a secret, such as the code of an
 * invitation: only its beginning is logged.
 */
function pathOf(url: string): string {
  const path = url.split('?')[0]!
  return path.startsWith('/api/') ? path : path.replace(/^(.[^/]*\/).+/, '$1…')
}

export function loggerOptions(level: string): Pick<FastifyServerOptions, 'logger'> {
  return {
    logger:
      level === 'silent'
        ? false
        : {
            level,
            base: null,
            serializers,
            timestamp: () => `,"time":"${new Date().toISOString()}"`,
          },
  }
}
