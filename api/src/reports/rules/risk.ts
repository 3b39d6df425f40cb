import { RISKS, type RiskReason, type RequestAtRisk, type Risk } from '../contract.ts'
import type { OpenStatus } from '../../workrequests/rules/status.ts'
import type { UsualDuration, UsualDurations } from './durations.ts'
import {
  addWorkingSeconds,
  workingSeconds,
  type WorkingCalendar,
} from '../../workrequests/rules/working-time.ts'

export type OpenRequest = Pick<
  RequestAtRisk,
  'request' | 'studio' | 'territory' | 'language' | 'due'
> & {
  status: OpenStatus
  /** When it entered this status. */
  since: number
  rejections: number
}
export type RiskAssessment = Pick<RequestAtRisk, 'risk' | 'reasons' | 'expected' | 'slackHours'>

/** The statuses until completion, including the current one. */
const REMAINING_STATUSES: Record<OpenStatus, OpenStatus[]> = {
  incomplete: [
    'incomplete',
    'submitted',
    'awaiting-materials',
    'in-progress',
    'for-review',
    'approved',
  ],
  submitted: ['submitted', 'awaiting-materials', 'in-progress', 'for-review', 'approved'],
  'awaiting-materials': ['awaiting-materials', 'in-progress', 'for-review', 'approved'],
  'in-progress': ['in-progress', 'for-review', 'approved'],
  'for-review': ['for-review', 'approved'],
  rejected: ['rejected', 'in-progress', 'for-review', 'approved'],
  approved: ['approved'],
}

const HOUR = 3600
/** A status that takes longer than usual still needs at least this share of its usual time. */
const MIN_REMAINING = 1 / 4
const MANY_REJECTIONS = 2

type Forecast = {
  status: OpenStatus
  /** Working hours in the current status. */
  spent: number
  /** Working hours until the due date; null without one. */
  left: number | null
  /** Seconds since the due date, including nights and weekends. */
  late: number
  /** Remaining working hours, usually and if it goes slowly. */
  likely: number
  slowly: number
  usual: UsualDuration
  rejections: number
}
type Check = {
  code: string
  risk: Risk
  applies: (forecast: Forecast) => boolean
  message: (forecast: Forecast) => string
}

const CHECKS: readonly Check[] = [
  {
    code: 'overdue',
    risk: 'critical',
    applies: ({ late }) => late > 0,
    message: ({ late }) => `It was due ${formatDuration(late)} ago.`,
  },
  {
    code: 'too-late',
    risk: 'critical',
    applies: ({ late, left, likely }) => late <= 0 && left !== null && likely > left,
    message: ({ likely, left }) =>
      `The remaining work usually takes ${formatHours(likely)}. ${timeLeft(left!)}`,
  },
  {
    code: 'tight',
    risk: 'at-risk',
    applies: ({ left, likely, slowly }) => left !== null && likely <= left && slowly > left,
    message: ({ slowly, left }) =>
      `The remaining work can take ${formatHours(slowly)}. ${timeLeft(left!)}`,
  },
  {
    code: 'stalled',
    risk: 'at-risk',
    applies: ({ spent, usual }) => spent > Math.max(usual.p80, 1),
    message: ({ status, spent, usual }) =>
      `It has been ${status} for ${formatHours(spent)}. ` +
      `80 % take no more than ${formatHours(usual.p80)}.`,
  },
  {
    code: 'sent-back',
    risk: 'at-risk',
    applies: ({ rejections }) => rejections >= MANY_REJECTIONS,
    message: ({ rejections }) => `It was rejected ${rejections} times.`,
  },
  {
    code: 'no-due',
    risk: 'on-track',
    applies: ({ left }) => left === null,
    message: () => 'It has no due date.',
  },
  {
    code: 'in-time',
    risk: 'on-track',
    applies: ({ left, slowly }) => left !== null && slowly <= left,
    message: ({ likely, left }) =>
      `The remaining work usually takes ${formatHours(likely)}. ${timeLeft(left!)}`,
  },
]

const timeLeft = (hours: number) => `Time until the due date: ${formatHours(hours)}.`

/** The risk of a request, without its reasons: these are read only for requests that are shown. */
export type RankedRequest = Pick<OpenRequest, 'request' | 'due'> & {
  risk: Risk
  open: OpenRequest
  expectation: Forecast
  checks: readonly Check[]
}

export function rankRequest(
  open: OpenRequest,
  usual: UsualDurations,
  calendar: WorkingCalendar,
  now: number,
): RankedRequest {
  const expectation = forecast(open, usual, calendar, now)
  const checks = CHECKS.filter(({ applies }) => applies(expectation))
  const risk = RISKS.find((level) => checks.some((check) => check.risk === level))!
  return { request: open.request, due: open.due, risk, open, expectation, checks }
}

/** Positive reasons are listed only if there are no others. */
export function explainRisk(
  { risk, open, expectation, checks }: RankedRequest,
  calendar: WorkingCalendar,
  now: number,
): RiskAssessment {
  const reasons: RiskReason[] = checks
    .filter((check) => check.risk !== 'on-track' || risk === 'on-track')
    .map(({ code, message }) => ({ code, message: message(expectation) }))
  const expected = addWorkingSeconds(
    calendar,
    zoneOf(open),
    now,
    Math.round(expectation.likely * HOUR),
  )
  return {
    risk,
    reasons,
    expected,
    slackHours:
      expectation.left === null ? null : hundredths(expectation.left - expectation.likely),
  }
}

function forecast(
  request: OpenRequest,
  usual: UsualDurations,
  calendar: WorkingCalendar,
  now: number,
): Forecast {
  const { due, since, status, rejections } = request
  const hours = (from: number, to: number) =>
    workingSeconds(calendar, zoneOf(request), from, to) / HOUR
  const spent = Math.max(0, hours(since, now))
  const durations = usual(request)
  const rest = (quantile: keyof UsualDuration) =>
    REMAINING_STATUSES[status]
      .map((stage) => durations[stage][quantile])
      .reduce(
        (sum, took, index) =>
          sum + (index === 0 ? Math.max(took - spent, took * MIN_REMAINING) : took),
        0,
      )
  return {
    status,
    spent,
    rejections,
    left: due && hours(now, due.date),
    late: due ? now - due.date : 0,
    likely: rest('median'),
    slowly: rest('p80'),
    usual: durations[status],
  }
}

/** A due date at or after `safe` is on track, and one before `likely` is critical. */
export function forecastOrder(
  order: Pick<OpenRequest, 'studio' | 'territory' | 'language'>,
  tz: string,
  usual: UsualDurations,
  calendar: WorkingCalendar,
  now: number,
): { likely: number; safe: number } {
  const durations = usual(order)
  const ends = (quantile: keyof UsualDuration) =>
    addWorkingSeconds(
      calendar,
      tz,
      now,
      Math.ceil(
        REMAINING_STATUSES.submitted.reduce((sum, status) => sum + durations[status][quantile], 0) *
          HOUR,
      ),
    )
  return { likely: ends('median'), safe: ends('p80') }
}

const zoneOf = ({ due }: OpenRequest) => due?.tz ?? 'UTC'

type Comparable = Pick<RankedRequest, 'risk' | 'due' | 'request'>

/** By risk, worst first, then by due date. Requests without a due date come last. */
export const byRisk = (a: Comparable, b: Comparable): number =>
  RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk) ||
  (a.due?.date ?? Infinity) - (b.due?.date ?? Infinity) ||
  (a.request < b.request ? -1 : 1)

function formatHours(hours: number): string {
  const whole = Math.round(hours)
  return hours < 1
    ? 'less than a working hour'
    : whole === 1
      ? '1 working hour'
      : `${whole} working hours`
}

function formatDuration(seconds: number): string {
  const [days, hours] = [Math.floor(seconds / 24 / HOUR), Math.floor(seconds / HOUR)]
  return days > 1 ? `${days} days` : hours > 1 ? `${hours} hours` : 'less than two hours'
}

const hundredths = (hours: number) => Math.round(hours * 100) / 100
