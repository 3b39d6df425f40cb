// Replaces api/src/kernel/http/contract/endpoint.ts in the packed client. There, the input and
// result of a call are schemas; here they are only types.

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  path: `/${string}`
  /**
   * Who may call it: a permission such as `asset.write`, or `anyone`, `credential`, `signed-in`,
   * `signed-link`.
   */
  access: string
  /** The response is a list; X-Range selects a part. */
  list?: true
  /**
   * `in`: the body is raw bytes. `out`: the response is. `both`: another protocol is used here.
   * `live`: the response continues until the caller disconnects.
   */
  bytes?: 'in' | 'out' | 'both' | 'live'
  /** Also available as CSV with `format=csv` in the query. */
  csv?: true
  /** The response contains a secret that is shown once. */
  secret?: true
  '~shape'?: Shape
}
type Shape = { params?: object; query?: object; body?: unknown; reply: unknown }
/** `~shape` never exists at runtime; the compiler derives inputs and results from it. */
export type Declared<Fields, S extends Shape> = Fields & { '~shape'?: S }

type ShapePart<E, Name extends string, Default> = E extends { '~shape'?: infer S }
  ? S extends Record<Name, infer T>
    ? T
    : Default
  : Default
export type ParamsOf<E extends Endpoint> = ShapePart<E, 'params', Record<never, never>>
export type QueryOf<E extends Endpoint> = ShapePart<E, 'query', Record<never, never>>
export type BodyOf<E extends Endpoint> = ShapePart<E, 'body', undefined>
export type ReplyOf<E extends Endpoint> = ShapePart<E, 'reply', unknown>

/** Zero-based and inclusive, as in `X-Range: resources=0-9`. */
export type Range = { first: number; last: number }
