import {
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { useTracing, type SpanOptions } from '../../kernel/telemetry/tracing.ts'

const KINDS = {
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} satisfies Record<SpanOptions['kind'], SpanKind>

export type TracingSettings = {
  /** The collector, without `/v1/traces`. */
  endpoint: string
  /** The share of traces that is recorded, from 0 to 1. */
  share: number
}

/** Sends the spans of this process to a collector. The returned function sends what is left. */
export function startTracing(
  fastify: FastifyInstance,
  { endpoint, share }: TracingSettings,
): () => Promise<void> {
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': 'reelay' })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('reelay')
  useTracing({
    span: (options, work) => runInSpan(tracer, options, work),
    traceparent: () => {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
  })
  traceRequests(fastify, tracer)
  return async () => {
    useTracing(undefined)
    await provider.shutdown()
  }
}

function runInSpan<T>(
  tracer: Tracer,
  { name, kind, attributes = {}, traceparent }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const parent = traceparent
    ? propagation.extract(context.active(), { traceparent })
    : context.active()
  return tracer.startActiveSpan(
    name,
    { kind: KINDS[kind], attributes },
    parent,
    async (span: Span) => {
      try {
        return await work()
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name })
        throw error
      } finally {
        span.end()
      }
    },
  )
}

/** Named by route. Paths are left out because they may hold secrets. */
function traceRequests(fastify: FastifyInstance, tracer: Tracer) {
  const spans = new WeakMap<FastifyRequest, Span>()
  fastify.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'reelay.request_id': request.id,
        },
      },
      propagation.extract(context.active(), request.headers),
    )
    spans.set(request, span)
    context.with(trace.setSpan(context.active(), span), done)
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
