import { reports, type workrequests } from '@reelay/api/contract'
import { useService } from '../../api/service-context.ts'
import type { ServiceCall } from '../../api/service.ts'
import { isFinal } from './status.tsx'

type WorkRequest = workrequests.WorkRequest
/** A work request of a list. Only an open one has a risk, or the error of loading it. */
export type RequestWithRisk = WorkRequest & {
  risk?: reports.RequestAtRisk | undefined
  riskError?: Error
}
type Range = { first: number; last: number }
type Risks = ReadonlyMap<string, reports.RequestAtRisk>
/** `areAll`: a request without a risk in them has none. */
type LoadedRisks = { risks: Risks; areAll: boolean }

/** Adds the risks of a page of a list. Without them, the list is still useful. */
export function useAddRisks(): (requests: WorkRequest[]) => Promise<RequestWithRisk[]> {
  const { call } = useService()
  return (requests) => addRisks(call, requests)
}

/** Most studios have fewer open requests. */
const HIGHEST: Range = { first: 0, last: 99 }
const NONE: LoadedRisks = { risks: new Map(), areAll: false }

/** Loads the highest risks at the same time as the first page of open requests. */
export const addRisksInParallel =
  (call: ServiceCall) =>
  async (loading: Promise<WorkRequest[]>, first: number): Promise<RequestWithRisk[]> => {
    const highest = first === 0 ? loadRisks(call, HIGHEST).catch(() => NONE) : NONE
    return addRisks(call, await loading, await highest)
  }

export async function addRisks(
  call: ServiceCall,
  requests: WorkRequest[],
  { risks, areAll }: LoadedRisks = NONE,
): Promise<RequestWithRisk[]> {
  const isMissing = ({ _id, status }: WorkRequest) => !isFinal(status) && !risks.has(_id)
  const missing = areAll ? [] : requests.filter(isMissing).map(({ _id }) => _id)
  const rows = requests.map((request) => ({ ...request, risk: risks.get(request._id) }))
  if (missing.length === 0) return rows
  try {
    const others = await loadRisks(call, { first: 0, last: missing.length - 1 }, missing)
    return rows.map((row) => ({ ...row, risk: row.risk ?? others.risks.get(row._id) }))
  } catch (error) {
    return rows.map((row) => (isMissing(row) ? { ...row, riskError: error as Error } : row))
  }
}

async function loadRisks(
  call: ServiceCall,
  range: Range,
  requests?: string[],
): Promise<LoadedRisks> {
  const query = requests && { requests: requests.join() }
  const { items, total } = await call(reports.riskReport, { ...(query && { query }), range })
  return {
    risks: new Map(items.map((risk) => [risk.request, risk])),
    areAll: items.length === total,
  }
}
