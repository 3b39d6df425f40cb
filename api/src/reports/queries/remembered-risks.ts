// What is known of a caller for a minute. It follows from what the caller could see. A caller with
// other rights is another object.
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Range } from '../../kernel/http/contract/range.ts'
import { RISKS, type RiskCounts, type RiskFilter } from '../contract.ts'
import type { UsualDurations } from '../rules/durations.ts'
import { byRisk, OVERDUE_RISK, type RankedRequest } from '../rules/risk.ts'

export type Known = {
  /** Finding a thousand status changes takes as long as the rest of a page. */
  usual: UsualDurations
  /** Fewer than these are overdue, so that all open requests are read. */
  overdueBelow: number
  order?: RiskOrder
}
/** The order of all open requests by risk, because assessing thousands takes a tenth of a second. */
type RiskOrder = {
  counts: RiskCounts
  overdue: number
  /** The other requests, in 12 bytes each: a list of strings would take five times as much. */
  ids: Buffer
}

const known = new WeakMap<Caller, Known & { until: number }>()
const KNOWN_MS = 60_000
/** With fewer, each change of a request is visible at once. */
const MANY_REQUESTS = 1_000
const ID_BYTES = 12

export function knownOf(person: Caller): Known | undefined {
  const found = known.get(person)
  return found && found.until > performance.now() ? found : undefined
}

export const remember = (person: Caller, found: Known): void =>
  void known.set(person, { ...found, until: performance.now() + KNOWN_MS })

export const isWhole = (filter: RiskFilter): boolean =>
  Object.values(filter).every((value) => value === undefined)

/** `ranked` are all open requests that are not overdue. */
export function rememberOrder(person: Caller, ranked: RankedRequest[], counts: RiskCounts): void {
  const found = knownOf(person)
  if (!found || ranked.length < MANY_REQUESTS) return
  const ids = ranked.toSorted(byRisk).map(({ request }) => request)
  const overdue = totalOf(counts) - ids.length
  found.order = { counts, overdue, ids: Buffer.from(ids.join(''), 'hex') }
}

/** The ids of a page without overdue requests, and the total; undefined if they are not known. */
export function rememberedPage(
  person: Caller,
  range: Range | undefined,
  { risk, ...scope }: RiskFilter,
): { ids: string[]; total: number } | undefined {
  const order = knownOf(person)?.order
  if (!order || !range || !isWhole(scope)) return undefined
  const before = RISKS.slice(0, risk ? RISKS.indexOf(risk) : 0)
  const start = before.reduce((sum, level) => sum + order.counts[level], 0)
  const total = risk ? order.counts[risk] : totalOf(order.counts)
  const [first, end] = [start + range.first, start + Math.min(range.last + 1, total)]
  if (first < order.overdue) return undefined
  const hex = order.ids.toString(
    'hex',
    (first - order.overdue) * ID_BYTES,
    (Math.max(first, end) - order.overdue) * ID_BYTES,
  )
  return { ids: hex.match(/.{24}/g) ?? [], total }
}

const totalOf = (counts: RiskCounts): number => RISKS.reduce((sum, level) => sum + counts[level], 0)

/** The counts of requests that are assessed and of those that are overdue. */
export function countEach(ranked: readonly RankedRequest[], overdue: number): RiskCounts {
  const counts: RiskCounts = { critical: 0, 'at-risk': 0, 'on-track': 0 }
  counts[OVERDUE_RISK] += overdue
  for (const { risk } of ranked) counts[risk] += 1
  return counts
}
