import type { Static, TObject, TSchema } from 'typebox'

/**
 * Who may call a route. A right such as `asset.write` must be held by the caller;
 * `credential` also takes a password; `signed-link` also takes a signed address in place of the
 * header.
 */
export type Access = 'anyone' | 'credential' | 'signed-in' | 'signed-link' | `${string}.${string}`

/**
 * One call of the API, said once: validation, types, the client and the OpenAPI document come from
 * it.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  path: `/${string}`
  access: Access
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The record the body writes to: its read-only fields may be sent back as they were read. */
  record?: TObject
  reply: TSchema
  /** The reply is an array of `reply` under X-Range. */
  list?: true
  /**
   * `in`: the request body is raw bytes. `out`: the answer is. `both`: another protocol is spoken
   * here, and its own library answers. `live`: the answer is a stream of `reply`s that goes on
   * until the caller leaves.
   */
  bytes?: 'in' | 'out' | 'both' | 'live'
  /**
   * With `format=csv` in the query the same comes as a table; of a list all of it, unless X-Range
   * says how much.
   */
  csv?: true
  /** The answer holds a secret that is shown once, so it is not kept for a retry. */
  secret?: true
  /** Why a call that changes something leaves no entry in the audit; every other does. */
  unaudited?: string
  /**
   * Fields of one's own desk, which nobody else may write and which is saved while one works: a
   * call that writes nothing else leaves no entry either.
   */
  unauditedFields?: readonly string[]
  /** Largest JSON body, in bytes. */
  limit?: number
}

export const endpoint = <const E extends Endpoint>(declared: E): E => declared

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise
export type ParamsOf<E extends Endpoint> = StaticOr<E['params'], Record<never, never>>
export type QueryOf<E extends Endpoint> = StaticOr<E['query'], Record<never, never>>
export type BodyOf<E extends Endpoint> = StaticOr<E['body'], undefined>
export type ReplyOf<E extends Endpoint> = Static<E['reply']>
