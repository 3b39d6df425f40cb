import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { databaseProblem } from '../db/database-problem.ts'
import { Problem } from './contract/problem.ts'

export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
) {
  const problem = problemOf(error)
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
  // A browser page asks for itself and must not get the browser's own password prompt.
  if (problem.status === 401 && !request.headers['x-requested-with'])
    reply.header('www-authenticate', 'Basic realm="Reelay", charset="UTF-8"')
  // What is left of a body we refused to read would be taken for the next request.
  if (problem.status === 413 || problem.status === 408 || problem.status === 415)
    reply.header('connection', 'close')
  // What was said already of an answer that then could not be given.
  for (const name of [
    'content-length',
    'content-range',
    'content-disposition',
    'accept-ranges',
    'etag',
  ])
    reply.removeHeader(name)
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send({
      type: `${publicUrl}/docs/problems/${problem.code}`,
      title: STATUS_CODES[problem.status] ?? 'Error',
      status: problem.status,
      detail: problem.message,
      code: problem.code,
      requestId: request.id,
      ...problem.more,
    })
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  return (
    databaseProblem(error) ??
    problemOfServer(error as FastifyError) ??
    new Problem(
      500,
      'service.fault',
      'Something went wrong on our side. It has been logged under this requestId.',
    )
  )
}

/** What the HTTP server itself refuses. */
function problemOfServer({ code, statusCode }: Partial<FastifyError>): Problem | undefined {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem(
      415,
      'body.unsupported',
      'Send the body as application/json in UTF-8, not compressed.',
    )
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new Problem(400, 'body.malformed', 'The body is not as long as its header says.')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem(413, 'body.too-large', 'The body is too large.')
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new Problem(400, 'body.cut', 'The body ended before it was whole.')
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Problem(statusCode, 'request.malformed', 'The request cannot be understood.')
  return undefined
}
