// The arguments and results of a call, derived from its endpoint's declaration. Types only.
import type {
  BodyOf,
  Endpoint,
  events,
  ParamsOf,
  QueryOf,
  Range,
  ReplyOf,
} from '@reelay/api/contract'
import type { DownloadOptions, DownloadStream } from './download.ts'

/**
 * `total` is null if there are more records than the service counts. `next` is the cursor of the page
 * after this one, for `after`.
 */
export type ResultPage<T> = { items: T[]; total: number | null; next?: string | undefined }

/** Required, optional or absent, depending on whether the declared fields are required. */
type Part<Name extends string, T> = [keyof T] extends [never]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }
type BodyPart<E extends Endpoint> = E extends { bytes: 'in' }
  ? { body: Uint8Array | string }
  : [BodyOf<E>] extends [undefined]
    ? { body?: undefined }
    : unknown extends BodyOf<E>
      ? { body?: BodyOf<E> }
      : { body: BodyOf<E> }
type CommonInput = {
  range?: Range
  /** The cursor of a page of the same list. `range` then counts from it. */
  after?: string | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

export type RequestInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  BodyPart<E> &
  CommonInput
/** The same for an endpoint that is not known at compile time. */
export type AnyRequestInput = { params?: object; query?: object; body?: unknown } & CommonInput
/**
 * A page for a list, bytes for a download, the record otherwise. A live stream never ends, so it
 * has no result; use `listen`.
 */
export type ResultOf<E extends Endpoint> = E extends { list: true }
  ? ResultPage<ReplyOf<E>>
  : E extends { bytes: 'out' }
    ? Uint8Array
    : E extends { bytes: 'live' }
      ? never
      : ReplyOf<E>
export type ApiResponse<E extends Endpoint> = {
  status: number
  headers: Headers
  body: ResultOf<E>
}

export type CallArguments<E extends Endpoint> =
  Record<never, never> extends RequestInput<E>
    ? [input?: RequestInput<E>]
    : [input: RequestInput<E>]
type ArgumentsWith<E extends Endpoint, Options> =
  Record<never, never> extends RequestInput<E>
    ? [input?: RequestInput<E>, options?: Options]
    : [input: RequestInput<E>, options?: Options]

export type ListEndpoint = Endpoint & { list: true }
export type StreamEndpoint = Endpoint & { bytes: 'live' }
export type DownloadEndpoint = Endpoint & ({ bytes: 'out' } | { csv: true })

/**
 * `changed`: a record changed that the listener sees, although the event does not concern them.
 * `reset`: events may have been missed, so refetch whatever depends on them.
 */
export type StreamMessage<E extends Endpoint> =
  | { type: 'message'; id: string; data: ReplyOf<E> }
  | { type: 'changed'; record: events.ChangedRecord }
  | { type: 'reset' }
  | { type: 'connected' }
export type ListenOptions = {
  signal: AbortSignal
  lastEventId?: string | undefined
  /** For an endpoint with parameters in its path. */
  params?: object
  /** Called for each connection. */
  query?: () => object
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  ...args: CallArguments<E>
) => Promise<ResultOf<E>>
export type Send = <E extends Endpoint>(
  endpoint: E,
  ...args: CallArguments<E>
) => Promise<ApiResponse<E>>
export type Listen = <E extends StreamEndpoint>(
  endpoint: E,
  options: ListenOptions,
) => AsyncGenerator<StreamMessage<E>>
/**
 * `pageSize`: how many records are fetched at a time; 500 at most. `onTotal` is called with the length
 * of the whole list, or null if the service does not count it.
 */
export type EachOptions = { pageSize?: number; onTotal?: (total: number | null) => void }
export type Each = <E extends ListEndpoint>(
  endpoint: E,
  ...args: ArgumentsWith<E, EachOptions>
) => AsyncGenerator<ReplyOf<E>, void, undefined>
export type OpenDownload = <E extends DownloadEndpoint>(
  endpoint: E,
  ...args: ArgumentsWith<E, DownloadOptions>
) => Promise<DownloadStream>
