import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** Only what is named here is ever logged: no header, no query (signed links carry their signature there), no body. */
const serializers = {
  req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0], network: request.ip }),
  res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
  err: (error: Error & { code?: string }) => ({ type: error.name, message: error.message, stack: error.stack ?? '', code: error.code }),
}

export function loggerOptions(level: string): Pick<FastifyServerOptions, 'logger'> {
  return { logger: level === 'silent' ? false : { level, base: null, serializers, timestamp: () => `,"time":"${new Date().toISOString()}"` } }
}
