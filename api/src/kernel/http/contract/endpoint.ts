import { Type, type Static, type TObject, type TSchema } from 'typebox'

/**
 * Who may call a route. The caller needs a permission such as `asset.write`; `credential` also
 * accepts a password,  `signed-link` a signed URL instead of the header,
 * `bearer` only the token of a program that belongs to a studio and to no person, and `share` only
 * the token of an opened share link, or a URL that was signed for it.
 */
export type Access =
  | 'anyone'
  | 'credential'
  | 'signed-in'
  | 'signed-link'
  | 'bearer'
  | 'share'
  | `${string}.${string}`

/**
 * What a call competes for when the service is busy. Each has its own limits
 * (kernel/http/admission.ts): `heavy` are reports, searches and exports, `import` are calls whose
 * body is a file that is held in memory, `register` are calls that prepare an upload, and `wait` are
 * calls that reply when there is news.
 */
export const LOADS = [
  'sign-in',
  'save',
  'read',
  'heavy',
  'import',
  'register',
  'upload',
  'download',
  'wait',
] as const
export type Load = (typeof LOADS)[number]

/** Declares one call of the API. Validation, types, client and OpenAPI are derived from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  path: `/${string}`
  access: Access
  summary: string
  params?: TObject
  query?: TObject
  /** Further request headers that the endpoint reads, with what they are for. */
  headers?: Readonly<Record<string, string>>
  body?: TSchema
  /** The record that the body changes. Its read-only fields may be sent back unchanged. */
  record?: TObject
  reply: TSchema
  /** The reply is an array of `reply` under X-Range. */
  list?: true
  /** Where a list may stop counting its total, if not at MAX_COUNTED. */
  countsTo?: number
  /**
   * `in`: the request body is raw bytes. `out`: the response is raw bytes. `both`: a library serves
   * its own protocol. `live`: the response is a stream of `reply`s until the client disconnects.
   */
  bytes?: 'in' | 'out' | 'both' | 'live'
  /** `format=csv` in the query returns a CSV file: the whole list, unless X-Range limits it. */
  csv?: true
  /** The response contains a secret that is shown once, so it is not saved for retries. */
  secret?: true
  /** Why this call leaves no audit entry, although it changes something. */
  unaudited?: string
  /** A change of a visible record that the rules refuse (403 or 409) leaves an audit entry too. */
  auditsRefusals?: true
  /** Drafts and preferences of the caller. A call that changes only these is not audited. */
  unauditedFields?: readonly string[]
  /**
   * A change of accounts, which can belong to studios that the caller does not see. Row-level
   * security would hide those studios from the checks of the command, so it does not limit the
   * transaction. Everything that the request names must be visible to the caller.
   */
  acrossStudios?: true
  /** A signed-in caller needs a proof of identity from the last minutes, not only a token. */
  needsVerification?: true
  /** As how many requests a call counts in the budget of its caller. By default as one. */
  cost?: number
  /** If it is not the one that follows from the rest of the declaration (`loadOf`). */
  load?: Load
  /** Largest JSON body, in bytes. */
  limit?: number
  /** The handler gets the bytes of the JSON body, and validates them in a worker thread. */
  largeBody?: true
}

/** The query of an endpoint that declares none. An unknown parameter is refused. */
export const NO_QUERY = Type.Object({}, { additionalProperties: false })
/**
 * For a handler that checks the parameters itself, because its errors have another form, and for
 * parameters that somebody else chooses, such as an identity provider.
 */
export const ANY_QUERY = Type.Object({}, { additionalProperties: true })

/** Undefined for streams of events, which have limits of their own. */
export function loadOf(
  { load, bytes, access, method }: Pick<Endpoint, 'load' | 'bytes' | 'access' | 'method'>,
  query: unknown,
): Load | undefined {
  if (load) return load
  if (bytes === 'live') return undefined
  if (bytes === 'in') return 'upload'
  if (bytes === 'out') return 'download'
  if (access === 'anyone' || access === 'credential') return 'sign-in'
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') return 'save'
  const { q, format } = query as { q?: unknown; format?: unknown }
  return q || format === 'csv' ? 'heavy' : 'read'
}

export const endpoint = <const E extends Endpoint>(declared: E): E => declared

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise
export type ParamsOf<E extends Endpoint> = StaticOr<E['params'], Record<never, never>>
export type QueryOf<E extends Endpoint> = StaticOr<E['query'], Record<never, never>>
export type BodyOf<E extends Endpoint> = StaticOr<E['body'], undefined>
export type ReplyOf<E extends Endpoint> = Static<E['reply']>
