// What a call takes and gives, as its endpoint declares it. Types alone.
import type {
  BodyOf,
  Endpoint,
  Page,
  ParamsOf,
  QueryOf,
  Range,
  ReplyOf,
} from '@reelay/api/contract'
import type { Heard, ListenOptions } from './listen.ts'
import type { Bytes, BytesOptions } from './download.ts'
import type { EachOptions } from './each.ts'

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
type Always = { range?: Range; headers?: Record<string, string>; signal?: AbortSignal | undefined }

export type Input<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  BodyPart<E> &
  Always
/** The same where the endpoint is not known. */
export type AnyInput = { params?: object; query?: object; body?: unknown } & Always
/**
 * A list gives a page; bytes give themselves; a live stream never ends, so it is listened to;
 * anything else gives its record.
 */
export type Answer<E extends Endpoint> = E extends { list: true }
  ? Page<ReplyOf<E>>
  : E extends { bytes: 'out' }
    ? Uint8Array
    : E extends { bytes: 'live' }
      ? never
      : ReplyOf<E>
export type Answered<E extends Endpoint> = { status: number; headers: Headers; body: Answer<E> }

export type Arguments<E extends Endpoint> =
  Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
type ArgumentsWith<E extends Endpoint, Options> =
  Record<never, never> extends Input<E>
    ? [input?: Input<E>, options?: Options]
    : [input: Input<E>, options?: Options]

export type ListEndpoint = Endpoint & { list: true }
export type LiveEndpoint = Endpoint & { bytes: 'live' }
export type BytesEndpoint = Endpoint & ({ bytes: 'out' } | { csv: true })

export type Call = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<Answer<E>>
export type Send = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<Answered<E>>
export type Listen = <E extends LiveEndpoint>(
  endpoint: E,
  options: ListenOptions,
) => AsyncGenerator<Heard<E>>
/** `pageSize`: how many are asked for at a time; 500 at most. */
export type Each = <E extends ListEndpoint>(
  endpoint: E,
  ...asked: ArgumentsWith<E, EachOptions>
) => AsyncGenerator<ReplyOf<E>, void, undefined>
export type OpenBytes = <E extends BytesEndpoint>(
  endpoint: E,
  ...asked: ArgumentsWith<E, BytesOptions>
) => Promise<Bytes>
