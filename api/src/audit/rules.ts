import type { CsvTable } from '@reelay/subtitles/csv'
import type { Endpoint } from '../kernel/http/contract/endpoint.ts'
import type { AuditEntry } from './contract.ts'

/** Summaries of the current endpoints. A removed endpoint shows its bare call. */
export function summaries(
  endpoints: readonly Pick<Endpoint, 'method' | 'path' | 'summary'>[],
): (act: string) => string {
  const summaryByEndpoint = new Map(
    endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary]),
  )
  return (act) => (act === SIGN_IN ? 'Sign in' : (summaryByEndpoint.get(act) ?? act))
}

/** GET /session signs in or lists users; only signing in is audited. */
const SIGN_IN = 'GET /session'

export const auditTable = (entries: AuditEntry[]): CsvTable => ({
  head: [
    'at',
    'by',
    'byName',
    'act',
    'summary',
    'kind',
    'about',
    'name',
    'asked',
    'address',
    'request',
    'outcome',
  ],
  rows: entries.map(({ at, by, act, summary, about, asked, address, request, outcome }) => [
    new Date(at * 1000).toISOString(),
    by?._id,
    by?.name,
    act,
    summary,
    about.kind,
    about._id,
    about.name,
    JSON.stringify(asked),
    address,
    request,
    outcome,
  ]),
})
