import type { Caller } from '../http/contract/caller.ts'
import type { Endpoint } from '../http/contract/endpoint.ts'
import type { NewAuditEntry } from './record.ts'

type Called = {
  endpoint: Endpoint
  person: Caller | null
  params: unknown
  query: unknown
  body: unknown
  request: string
  address: string
}
type Done = {
  _id?: unknown
  name?: unknown
  email?: unknown
  emailNormal?: unknown
  studio?: unknown
  studios?: unknown
  asset?: { name?: unknown }
  project?: { studio?: unknown }
}

export function isAudited({
  endpoint: { unaudited, unauditedFields: desk },
  body,
}: Pick<Called, 'endpoint' | 'body'>): boolean {
  const written = Object.keys(body ?? {})
  return (
    unaudited === undefined &&
    !(desk && written.length > 0 && written.every((field) => desk.includes(field)))
  )
}

/** What is written of a call that changed something, from what was asked and what came of it. */
export function auditEntry(
  { endpoint: { method, path, bytes }, person, params, query, body, request, address }: Called,
  result: unknown,
): NewAuditEntry {
  const done = (
    result !== null && typeof result === 'object' && !Array.isArray(result) ? result : {}
  ) as Done
  const { id, ...others } = (params ?? {}) as { id?: string }
  return {
    by: person && { _id: person._id, name: person.name, token: person.token },
    act: `${method} ${path}`,
    about: {
      kind: path.split('/')[1]!,
      id: id ?? word(done._id) ?? null,
      name:
        word(done.name) ??
        word(done.asset?.name) ??
        word(done.emailNormal) ??
        word(done.email) ??
        '',
    },
    studios: studiosOf(done, person),
    asked: bytes
      ? query
      : Array.isArray(body) || Object.keys(others).length === 0
        ? body
        : { ...others, ...(body as object | undefined) },
    request,
    address,
  }
}

const word = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Whose managers read it: the studios of what it was done to. Where that cannot be told, it is the
 * studio of whoever did it if they work for one alone;
 * somebody who works for two must not show either what they did for the other.
 */
function studiosOf({ studio, studios, project }: Done, person: Caller | null): string[] {
  const own = word(studio) ?? word(project?.studio)
  if (own) return [own]
  if (Array.isArray(studios))
    return studios
      .map((one: unknown) => word(one) ?? word((one as { _id?: unknown })._id))
      .filter((one) => one !== undefined)
  return person?.studios.length === 1 ? person.studios : []
}
