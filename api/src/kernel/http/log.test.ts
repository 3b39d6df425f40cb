import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import fastify from 'fastify'
import type { Caller } from './contract/caller.ts'
import { Problem } from './contract/problem.ts'
import { loggerOptions } from './log.ts'
import { sendProblem } from './problem-response.ts'

const CANARY = 'canary-5f1c'

/** A server that logs into a string with our logger options. */
function listening(level = 'info') {
  let text = ''
  const stream = new Writable({
    write: (piece, _encoding, done) => {
      text += String(piece)
      done()
    },
  })
  const server = fastify({ logger: { ...(loggerOptions(level).logger as object), stream } })
  server.route({
    method: 'GET',
    url: '/api/reels/:id',
    handler: async (request) => ({ secret: request.headers.authorization }),
  })
  server.route({
    method: 'POST',
    url: '/api/reels',
    handler: async (request) => {
      request.log.error(
        {
          err: Object.assign(new Error('it broke'), {
            code: '42601',
            detail: CANARY,
            parameters: [CANARY],
          }),
        },
        'request failed',
      )
      throw new Error('it broke')
    },
  })
  server.route({ method: 'GET', url: '/*', handler: async () => 'a page' })
  return {
    server,
    lines: () =>
      text
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    text: () => text,
  }
}

test('logs method, path and network of a request and the status of its response', async () => {
  const { server, lines } = listening()
  await server.inject({ url: '/api/reels/r1' })
  assert.deepEqual(
    lines().map((line) => line.req ?? line.res),
    [{ method: 'GET', path: '/api/reels/r1', network: '127.0.0.1' }, { status: 200 }],
  )
})

test('logs no credential, cookie, query, body, response or signature', async () => {
  const { server, text } = listening('trace')
  const headers = {
    authorization: `Basic ${CANARY}`,
    cookie: CANARY,
    'x-otp': CANARY,
    'idempotency-key': CANARY,
    'x-api-key': CANARY,
  }
  await server.inject({ url: `/api/reels/r1?signature=${CANARY}&token=${CANARY}`, headers })
  await server.inject({
    method: 'POST',
    url: `/api/reels?q=${CANARY}`,
    headers,
    payload: { password: CANARY },
  })
  assert.ok(text().length > 0)
  assert.ok(!text().includes(CANARY), text())
})

test('logs only the start of a path of the web app', async () => {
  const { server, text, lines } = listening()
  for (const url of [
    `/register/${CANARY}`,
    `http://reelay.test/register/${CANARY}`,
    `//register/${CANARY}`,
  ])
    await server.inject({ url })
  assert.ok(!text().includes(CANARY), text())
  assert.equal((lines()[0]!.req as { path: string }).path, '/register/…')
})

test('logs an error with its stack and without its data', async () => {
  const { server, lines } = listening()
  await server.inject({ method: 'POST', url: '/api/reels' })
  const { err } = lines().find((line) => line.msg === 'request failed') as {
    err: Record<string, string>
  }
  assert.deepEqual(Object.keys(err).toSorted(), ['code', 'message', 'stack', 'type'])
  assert.deepEqual([err.type, err.message, err.code], ['Error', 'it broke', '42601'])
})

test('logs nothing at level silent', () => {
  assert.equal(loggerOptions('silent').logger, false)
})

test('logs refused requests with their code and the person, but no other errors', async () => {
  const { server, lines } = listening()
  server.decorateRequest('person', null)
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, ''))
  const refusals: Record<string, () => Error> = {
    token: () => new Problem(401, 'credential.invalid', CANARY),
    password: () => Object.assign(new Problem(401, 'credential.invalid', CANARY), { person: 'p2' }),
    scope: () => new Problem(403, 'token.scope-insufficient', CANARY),
    budget: () => new Problem(429, 'rate-limit.exceeded', CANARY),
    hidden: () => new Problem(404, 'asset.not-found', CANARY),
    invalid: () => new Problem(422, 'body.invalid', CANARY),
  }
  server.route({
    method: 'GET',
    url: '/api/refuse/:why',
    handler: async (request) => {
      const { why } = request.params as { why: string }
      if (['scope', 'budget', 'hidden', 'invalid'].includes(why))
        request.person = { _id: 'p1' } as Caller
      throw refusals[why]!()
    },
  })
  for (const why of Object.keys(refusals)) await server.inject(`/api/refuse/${why}`)
  assert.deepEqual(
    lines()
      .filter(({ msg }) => msg === 'refused')
      .map(({ status, code, person }) => [status, code, person]),
    [
      [401, 'credential.invalid', undefined],
      [401, 'credential.invalid', 'p2'],
      [403, 'token.scope-insufficient', 'p1'],
      [429, 'rate-limit.exceeded', 'p1'],
      [404, 'asset.not-found', 'p1'],
    ],
  )
})
