import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import { tokenAuth } from '../../../test/raw-http.ts'
import { sql } from '../../kernel/db/sql.ts'
import { runNextJob } from '../../kernel/jobs/worker.ts'
import { startTracing } from './start.ts'

type ExportedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string } }[]
}
type Export = { resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[] }

/** A collector that keeps what it gets by OTLP over HTTP. */
async function startCollector(t: TestContext) {
  const spans: ExportedSpan[] = []
  const server = createServer((request, response) => void receive(request, response))
  async function receive(request: IncomingMessage, response: ServerResponse) {
    const { resourceSpans } = (await json(request)) as Export
    for (const { scopeSpans } of resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    response
      .writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' })
      .end('{}')
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as { port: number }
  return { endpoint: `http://127.0.0.1:${port}`, spans }
}

test('a request, its SQL and its jobs are one trace, without values and paths', async (t) => {
  const { app, db, admin, a } = await loadFixtures(t)
  const { endpoint, spans } = await startCollector(t)
  const stop = startTracing(app.fastify, { endpoint, share: 1 })
  await sql`delete from job`.execute(db)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/projects',
    headers: { ...tokenAuth(admin), traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    payload: { name: 'Marigold', studio: a.studio._id },
  })
  assert.equal(response.statusCode, 200, response.body)
  const log = { error: (about: object) => assert.fail(JSON.stringify(about)) }
  const handlers = { notify: async () => {} }
  assert.ok(await runNextJob(db, handlers, log))
  await stop()

  const trace = spans.filter((span) => span.traceId === traceId)
  const request = trace.find(({ name }) => name === 'POST /api/projects')!
  assert.equal(request.parentSpanId, 'b7ad6b7169203331')
  const queries = trace.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  assert.ok(
    queries.some(({ name }) => name === 'insert'),
    'the change is a span of the request',
  )
  assert.ok(
    trace.some(({ name }) => name.startsWith('job ')),
    'the job belongs to the trace',
  )
  const exported = JSON.stringify(spans)
  assert.ok(!exported.includes('Marigold'), 'values of statements are not exported')
  assert.ok(!exported.includes(a.studio._id), 'paths are not exported')
})
