// Takes the place of api/src/kernel/http/contract/endpoint.ts in the packed client: there what a call takes and
// gives is a shape, here it is a type alone.

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  path: `/${string}`
  /**
   * Who may call it: a right such as `asset.write`, or `anyone`, `credential`, `signed-in`,
   * `signed-link`.
   */
  access: string
  /** The reply is one of many, under X-Range. */
  list?: true
  /**
   * `in`: the body is raw bytes. `out`: the answer is. `both`: another protocol is spoken here.
   * `live`: the answer goes on until the caller leaves.
   */
  bytes?: 'in' | 'out' | 'both' | 'live'
  /** With `format=csv` in the query the same comes as a table. */
  csv?: true
  /** The answer holds a secret that is shown once. */
  secret?: true
  '~shape'?: Shape
}
type Shape = { params?: object; query?: object; body?: unknown; reply: unknown }
/** `~shape` is never there; the compiler reads from it what a call takes and gives. */
export type Declared<Facts, S extends Shape> = Facts & { '~shape'?: S }

type Part<E, Name extends string, Otherwise> = E extends { '~shape'?: infer S }
  ? S extends Record<Name, infer T>
    ? T
    : Otherwise
  : Otherwise
export type ParamsOf<E extends Endpoint> = Part<E, 'params', Record<never, never>>
export type QueryOf<E extends Endpoint> = Part<E, 'query', Record<never, never>>
export type BodyOf<E extends Endpoint> = Part<E, 'body', undefined>
export type ReplyOf<E extends Endpoint> = Part<E, 'reply', unknown>

/** Zero-based, both ends included, as in `X-Range: resources=0-9`. */
export type Range = { first: number; last: number }
export type Page<T> = { items: T[]; total: number }
