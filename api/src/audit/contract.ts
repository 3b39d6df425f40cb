import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { MAX_CHECKED } from '../kernel/http/contract/range.ts'
import {
  Id,
  Nullable,
  StrictPartial,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'

/** `refused`: the rules did not allow the change, and nothing changed. */
const Outcome = Type.Enum(['done', 'refused'])

/**
 * One audited action. `act` is the endpoint or command, and `summary` describes it. `asked` is the
 * input without secrets. `by` is null for anonymous calls.
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
  outcome: Outcome,
  sealed: Type.Boolean(),
})
export type AuditEntry = Static<typeof AuditEntry>

/** The newest position of a chain: a studio's, or `installation`. Its hash covers all before it. */
const ChainHead = StrictObject({
  chain: Type.String(),
  position: Type.Integer(),
  hash: Type.String(),
})

/**
 * `broken` is the first broken entry; `position` is null if it is in no chain. `seals` counts the
 * positions of all chains and `head` is the newest of them. `stands` says whether the `head` of the
 * query is still part of a chain.
 */
const Verdict = StrictObject({
  seals: Type.Integer(),
  entries: Type.Integer(),
  unsealed: Type.Integer(),
  head: Nullable(Type.String()),
  stands: Nullable(Type.Boolean()),
  chains: Type.Array(ChainHead),
  broken: Nullable(
    StrictObject({
      chain: Type.String(),
      position: Nullable(Type.Integer()),
      problem: Type.Enum(['changed', 'removed', 'inserted', 'truncated', 'rewritten']),
      entry: Nullable(Type.String()),
      at: Nullable(Seconds),
    }),
  ),
})
export type Verdict = Static<typeof Verdict>

/** `signature`: Ed25519 over the canonical JSON (RFC 8785) of `at`, `heads` and `key`. */
const SignedHeads = StrictObject({
  at: Type.String(),
  heads: Type.Array(ChainHead),
  key: Type.String(),
  signature: Type.String(),
  publicKey: Type.String(),
})

const Filter = StrictPartial(
  StrictObject({
    q: ShortText,
    who: ShortText,
    act: ShortText,
    kind: ShortText,
    about: ShortText,
    studio: ShortText,
    created: ShortText,
    outcome: Outcome,
    format: Type.Enum(['json', 'csv']),
  }),
)
export type AuditFilter = Static<typeof Filter>

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  access: 'studio.manage',
  summary:
    'List the audited actions of your studios, or all with installation.manage, newest first',
  list: true,
  countsTo: MAX_CHECKED,
  csv: true,
  query: Filter,
  reply: AuditEntry,
})
export const verifyAudit = endpoint({
  method: 'GET',
  path: '/audit/verify',
  access: 'installation.manage',
  load: 'heavy',
  summary: 'Verify every entry against the hash chains and report the first broken one',
  query: StrictPartial(
    StrictObject({
      head: Type.String({
        pattern: '^[0-9a-f]{64}$',
        expects: 'a SHA-256 of 64 hexadecimal digits',
      }),
    }),
  ),
  reply: Verdict,
})
export const getAuditHeads = endpoint({
  method: 'GET',
  path: '/audit/heads',
  access: 'studio.manage',
  summary: 'Get the signed heads of the audit chains of your studios, to store them elsewhere',
  reply: SignedHeads,
})
