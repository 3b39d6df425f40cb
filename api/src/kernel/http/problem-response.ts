import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { databaseProblem } from '../db/database-problem.ts'
import { Problem } from './contract/problem.ts'

/**
 * A browser must not show its own password prompt, because it would save the password and send it
 * with requests of other sites. Current browsers send Sec-Fetch-Site with every request.
 */
const isFromBrowser = ({ headers }: FastifyRequest) =>
  headers['x-requested-with'] !== undefined || headers['sec-fetch-site'] !== undefined

export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
) {
  const problem = toProblem(error)
  // A busy service refuses many requests. Their stack says nothing.
  const isRefused = error instanceof Problem && problem.code === 'service.busy'
  if (problem.status >= 500 && !isRefused) request.log.error({ err: error }, 'request failed')
  else logRefusal(request, problem)
  if (problem.status === 401 && !isFromBrowser(request))
    reply.header('www-authenticate', 'Basic realm="Reelay", charset="UTF-8"')
  // The rest of a rejected body would be read as the next request.
  if (problem.status === 413 || problem.status === 408 || problem.status === 415)
    reply.header('connection', 'close')
  // Headers of a response that could not be sent.
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
      requestId: request.id,
      ...problemJson(problem),
    })
}

export type ProblemJson = { title: string; status: number; detail: string; code: string }

/** For one of several answers in a response. */
export const problemOf = (error: unknown): ProblemJson => problemJson(toProblem(error))

const problemJson = ({ status, code, message, more }: Problem): ProblemJson => ({
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail: message,
  code,
  ...more,
})

/** Attempts to get around a control are found by their code and person. */
function logRefusal({ log, person }: FastifyRequest, problem: Problem) {
  const { status, code } = problem
  const who = person?._id ?? problem.person
  const isRefused = status === 401 || status === 403 || status === 429 || status === 503
  // A signed-in person who asks for records of others gets 404.
  if (isRefused || (status === 404 && who)) log.warn({ status, code, person: who }, 'refused')
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  return (
    databaseProblem(error) ??
    serverProblem(error as FastifyError) ??
    new Problem(
      500,
      'service.error',
      'Something went wrong on our side. It was logged with this requestId.',
    )
  )
}

/** Errors that the HTTP server itself raises. */
function serverProblem({ code, statusCode }: Partial<FastifyError>): Problem | undefined {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem(
      415,
      'body.type-unsupported',
      'Send the body as application/json in UTF-8, not compressed.',
    )
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new Problem(400, 'body.malformed', 'The length of the body differs from Content-Length.')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem(413, 'body.too-large', 'The body is too large.')
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new Problem(
      400,
      'body.incomplete',
      'The connection closed before the whole body arrived. Send it again.',
    )
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Problem(statusCode, 'request.malformed', 'The request is malformed.')
  return undefined
}
