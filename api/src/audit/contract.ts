import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  Nullable,
  StrictPartial,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'

/**
 * One audited action. `act` is the call and `summary` describes it; `asked` is the input without
 * secrets; `by` is null for anonymous calls.
 */
export const AuditEntry = StrictObject({
  _id: Id,
  at: Seconds,
  by: Nullable(StrictObject({ _id: Id, name: Type.String() })),
  act: Type.String(),
  summary: Type.String(),
  about: StrictObject({ kind: Type.String(), _id: Nullable(Type.String()), name: Type.String() }),
  studios: Type.Array(Id),
  asked: Type.Unknown(),
  request: Nullable(Type.String()),
  address: Nullable(Type.String()),
  sealed: Type.Boolean(),
})
export type AuditEntry = Static<typeof AuditEntry>

/**
 * `broken` is the first invalid seal. `head` is the newest seal; a copy kept elsewhere can be
 * verified later.
 */
const Verdict = StrictObject({
  seals: Type.Integer(),
  entries: Type.Integer(),
  unsealed: Type.Integer(),
  head: Nullable(Type.String()),
  stands: Nullable(Type.Boolean()),
  broken: Nullable(StrictObject({ seal: Type.Integer(), at: Seconds })),
})
export type Verdict = Static<typeof Verdict>

const Filter = StrictPartial(
  StrictObject({
    q: ShortText,
    who: ShortText,
    act: ShortText,
    kind: ShortText,
    about: ShortText,
    studio: ShortText,
    created: ShortText,
    format: Type.Enum(['json', 'csv']),
  }),
)
export type AuditFilter = Static<typeof Filter>

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  access: 'studio.manage',
  summary: 'List audited actions, newest first: of your studios, or all with installation.manage',
  list: true,
  csv: true,
  query: Filter,
  reply: AuditEntry,
})
export const verifyAudit = endpoint({
  method: 'GET',
  path: '/audit/verify',
  access: 'installation.manage',
  summary: 'Verify every entry against the seals and report the first invalid one',
  query: StrictPartial(StrictObject({ head: Type.String({ pattern: '^[0-9a-f]{64}$' }) })),
  reply: Verdict,
})
