import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** Headers, bodies and queries are never logged. The query of a signed link holds its signature. */
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

/** A path may hold a secret, such as an invitation or the code of a share: only its start is logged. */
function pathOf(url: string): string {
  const path = url.split('?')[0]!
  if (path.startsWith('/api/s/')) return '/api/s/…'
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
