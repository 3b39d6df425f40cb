import type { Caller } from '../http/contract/caller.ts'
import type { Endpoint } from '../http/contract/endpoint.ts'
import { Problem } from '../http/contract/problem.ts'
import type { NewAuditEntry } from './record.ts'

type AuditedCall = {
  endpoint: Endpoint
  person: Caller | null
  params: unknown
  query: unknown
  body: unknown
  request: string
  address: string
  /** Studios that the result does not name, because the call ended what connected them. */
  formerStudios?: ReadonlySet<string>
}
/** What an audit entry reads from the result of a call. */
type CallResult = {
  _id?: unknown
  name?: unknown
  email?: unknown
  emailNormal?: unknown
  studio?: unknown
  studios?: unknown
  memberships?: unknown
  asset?: { name?: unknown }
  project?: { studio?: unknown }
}

export function isAudited({
  endpoint: { unaudited, unauditedFields },
  body,
}: Pick<AuditedCall, 'endpoint' | 'body'>): boolean {
  if (unaudited !== undefined) return false
  const fields = Object.keys(body ?? {})
  return !(
    unauditedFields &&
    fields.length > 0 &&
    fields.every((field) => unauditedFields.includes(field))
  )
}

/** Whether a change that was rolled back leaves an entry. */
export const isAuditedRefusal = (call: AuditedCall, error: unknown): boolean =>
  call.endpoint.auditsRefusals === true &&
  isAudited(call) &&
  error instanceof Problem &&
  [403, 409].includes(error.status)

/**
 * Builds the audit entry of a call from its input and its result. `before` is the record that the
 * call changes or removes: the result of a removal does not name its studio.
 */
export function auditEntry(call: AuditedCall, result: unknown, before?: object): NewAuditEntry {
  const { person, params, query, body, request, address, formerStudios = [] } = call
  const { method, path, bytes } = call.endpoint
  const isRecord = result !== null && typeof result === 'object' && !Array.isArray(result)
  const done: CallResult = { ...before, ...(isRecord && result) }
  const { id, ...otherParams } = (params ?? {}) as { id?: string }
  return {
    by: person && { _id: person._id, name: person.name, token: person.token },
    action: `${method} ${path}`,
    about: {
      kind: path.split('/')[1]!,
      id: id ?? text(done._id) ?? null,
      name:
        text(done.name) ??
        text(done.asset?.name) ??
        text(done.emailNormal) ??
        text(done.email) ??
        '',
    },
    studios: [...new Set([...studiosOf(done, person), ...formerStudios])],
    input: bytes
      ? query
      : Array.isArray(body) || Object.keys(otherParams).length === 0
        ? body
        : { ...otherParams, ...(body as object | undefined) },
    request,
    address,
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * The studios whose managers may read the entry: those of the record. If the record has none, it is
 * the studio of the person, unless they work for several: one must not see what they did for another.
 */
function studiosOf(
  { studio, studios, memberships, project }: CallResult,
  person: Caller | null,
): string[] {
  const owner = text(studio) ?? text(project?.studio)
  if (owner) return [owner]
  if (Array.isArray(memberships))
    return memberships.flatMap((item: { studio?: unknown }) => text(item.studio) ?? [])
  if (Array.isArray(studios))
    return studios
      .map((item: unknown) => text(item) ?? text((item as { _id?: unknown })._id))
      .filter((item) => item !== undefined)
  return person?.studios.length === 1 ? person.studios : []
}
