// Spans of requests, SQL, jobs and media tasks. Off unless the operator names a collector, and then
// `operations/tracing` provides the implementation. Until then nothing of OpenTelemetry is loaded.

export type SpanOptions = {
  name: string
  kind: 'client' | 'consumer' | 'internal'
  attributes?: Record<string, string | number>
  /** The span that caused this one, if it belongs to another process or an earlier request. */
  traceparent?: string | null | undefined
}
export type Tracing = {
  span: <T>(options: SpanOptions, work: () => Promise<T>) => Promise<T>
  /** The current span in the form of the W3C, if there is one. */
  traceparent: () => string | undefined
}

let tracing: Tracing | undefined

export function useTracing(used: Tracing | undefined) {
  tracing = used
}

export const currentTraceparent = (): string | undefined => tracing?.traceparent()

/** Runs the work in a span, which ends with it. */
export const withSpan = <T>(describe: () => SpanOptions, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.span(describe(), work) : work()

const MAX_QUERY = 2_000

/** Statements are recorded without their values, which are people's data. */
export const withQuerySpan = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  withSpan(
    () => ({
      name: /\w+/.exec(text)?.[0].toLowerCase() ?? 'query',
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_QUERY) },
    }),
    work,
  )
