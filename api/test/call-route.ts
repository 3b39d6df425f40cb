// Calls a route as its access row describes.
import type { Endpoint } from '../src/kernel/http/contract/endpoint.ts'
import {
  ACCESS_ROWS,
  ROLE_LETTERS,
  type AccessRow,
  type RecordIds,
  type RecordKind,
  type RoleLetter,
} from './access-rows.ts'
import type { Fixtures, TestUser } from './fixtures.ts'

export const UNKNOWN = 'f'.repeat(24)

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** By default with ids that do not exist. */
export const pathOf = ({ path }: Endpoint, id = UNKNOWN) => `/api${path.replaceAll(/:\w+/g, id)}`

export const rowsOf = ({ app }: Fixtures) =>
  app.endpoints.map((endpoint): [Endpoint, AccessRow] => [endpoint, ACCESS_ROWS[nameOf(endpoint)]!])

export const personOf = ({ admin, a }: Fixtures, letter: RoleLetter): TestUser =>
  letter === 'A' ? admin : a.people[ROLE_LETTERS[letter]]

type RouteCall = {
  person?: TestUser
  id?: string
  row?: Partial<AccessRow>
  ids?: RecordIds
  allowDelete?: boolean
  /** The address that the call comes from. */
  from?: string
}

/** Deletes with a stale If-Match, so that nothing is deleted for the next call. */
export async function callRoute(
  { app, a }: Fixtures,
  endpoint: Endpoint,
  { person, id = '', row = {}, ids, allowDelete = false, from }: RouteCall,
) {
  const body = row.body?.(id, ids!, a)
  const response = await app.fastify.inject({
    method: endpoint.method,
    ...(from && { remoteAddress: from }),
    url: `/api${endpoint.path
      .replace(':id', id)
      .replace(':variant', 'source')
      .replace(':number', '1')
      .replace(':line', `:${row.line}`)
      .replace(':comment', `:${row.comment ?? 'comment'}`)
      .replace(
        /:(\w+)/g,
        (_name, kind: RecordKind) => ids?.[kind] ?? UNKNOWN,
      )}${row.query ? `?${row.query(id)}` : ''}`,
    headers: {
      ...(person && { authorization: `Basic ${btoa(`${person.email}:token-${person.token}`)}` }),
      ...((endpoint.method === 'DELETE' || row.destroys) &&
        !allowDelete && { 'if-match': '"stale"' }),
      ...(body !== undefined && {
        'content-type': endpoint.bytes === 'in' ? 'application/octet-stream' : 'application/json',
      }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isProblem = String(response.headers['content-type']).startsWith('application/problem+json')
  const reply = {
    status: response.statusCode,
    body: isProblem ? response.json<ProblemBody>() : {},
    text: response.body,
  }
  return row.answersEach ? { ...reply, ...firstRefusalIn(reply) } : reply
}

type ProblemBody = { code?: string; detail?: string }

/** A batch with a refused order still answers 200. */
function firstRefusalIn({ status, text }: { status: number; text: string }) {
  if (status !== 200) return {}
  const [first] = JSON.parse(text) as [{ status: number; problem?: ProblemBody }]
  return first.problem && { status: first.status, body: first.problem }
}
