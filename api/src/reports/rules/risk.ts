import { RISKS, type RiskReason, type RequestAtRisk, type Risk } from '../contract.ts'
import type { OpenStatus } from '../../workrequests/rules/status.ts'
import type { UsualDuration, UsualDurations } from './durations.ts'
import { addWorkingSeconds, workingSeconds, type WorkingCalendar } from './working-time.ts'

export type OpenRequest = Pick<
  RequestAtRisk,
  'request' | 'studio' | 'asset' | 'project' | 'territory' | 'language' | 'due'
> & {
  status: OpenStatus
  /** When it came to this status. */
  since: number
  rejections: number
}
export type RiskAssessment = Pick<RequestAtRisk, 'risk' | 'reasons' | 'expected' | 'slackHours'>

/** What still lies ahead, from each status, this one included. */
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
/**
 * What has taken longer than usual is not done the next minute: so much of the usual time is still
 * to come.
 */
const AT_LEAST = 1 / 4
const OFTEN = 2

/**
 * In working hours: since it came to its status, until it is due (null without a due date), and
 * what the rest usually takes and takes when
 * it goes slowly. How late it is, is in seconds: who waits for it counts the weekend too.
 */
type Forecast = {
  status: OpenStatus
  spent: number
  left: number | null
  late: number
  likely: number
  slowly: number
  usual: UsualDuration
  rejections: number
}
type Check = {
  code: string
  risk: Risk
  when: (outlook: Forecast) => boolean
  says: (outlook: Forecast) => string
}

const CHECKS: readonly Check[] = [
  {
    code: 'overdue',
    risk: 'critical',
    when: ({ late }) => late > 0,
    says: ({ late }) => `It was due ${formatDuration(late)} ago.`,
  },
  {
    code: 'too-late',
    risk: 'critical',
    when: ({ late, left, likely }) => late <= 0 && left !== null && likely > left,
    says: ({ likely, left }) =>
      `The rest usually takes ${formatHours(likely)}; left until it is due: ${formatHours(left!)}.`,
  },
  {
    code: 'tight',
    risk: 'at-risk',
    when: ({ left, likely, slowly }) => left !== null && likely <= left && slowly > left,
    says: ({ slowly, left }) =>
      `If it goes slowly the rest takes ${formatHours(slowly)}; left until it is due: ${formatHours(left!)}.`,
  },
  {
    code: 'stalled',
    risk: 'at-risk',
    when: ({ spent, usual }) => spent > Math.max(usual.p80, 1),
    says: ({ status, spent, usual }) =>
      `It has been ${status} for ${formatHours(spent)}; four of five are done with that in ${formatHours(usual.p80)}.`,
  },
  {
    code: 'sent-back',
    risk: 'at-risk',
    when: ({ rejections }) => rejections >= OFTEN,
    says: ({ rejections }) => `It was rejected ${rejections} times.`,
  },
  {
    code: 'no-due',
    risk: 'on-track',
    when: ({ left }) => left === null,
    says: () => 'It has no due date.',
  },
  {
    code: 'in-time',
    risk: 'on-track',
    when: ({ left, slowly }) => left !== null && slowly <= left,
    says: ({ likely, left }) =>
      `The rest usually takes ${formatHours(likely)}; left until it is due: ${formatHours(left!)}.`,
  },
]

/** Whether a request will be done in time, and why one should think so. */
export function assessRisk(
  request: OpenRequest,
  usual: UsualDurations,
  calendar: WorkingCalendar,
  now: number,
): RiskAssessment {
  const outlook = forecast(request, usual, calendar, now)
  const found = CHECKS.filter(({ when }) => when(outlook))
  const risk = RISKS.find((one) => found.some((check) => check.risk === one))!
  // What is well is no reason once something is not.
  const reasons: RiskReason[] = found
    .filter((check) => check.risk !== 'on-track' || risk === 'on-track')
    .map(({ code, says }) => ({ code, message: says(outlook) }))
  const expected = addWorkingSeconds(
    calendar,
    zoneOf(request),
    now,
    Math.round(outlook.likely * HOUR),
  )
  return {
    risk,
    reasons,
    expected,
    slackHours: outlook.left === null ? null : hundredths(outlook.left - outlook.likely),
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
  const rest = (quantile: keyof UsualDuration) =>
    REMAINING_STATUSES[status]
      .map((stage) => usual(request, stage)[quantile])
      .reduce(
        (sum, took, at) => sum + (at === 0 ? Math.max(took - spent, took * AT_LEAST) : took),
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
    usual: usual(request, status),
  }
}

const zoneOf = ({ due }: OpenRequest) => due?.tz ?? 'UTC'

/** The worst first, then what is due first; what is never due comes last. */
export const byRisk = (
  one: OpenRequest & RiskAssessment,
  other: OpenRequest & RiskAssessment,
): number =>
  RISKS.indexOf(one.risk) - RISKS.indexOf(other.risk) ||
  (one.due?.date ?? Infinity) - (other.due?.date ?? Infinity) ||
  (one.request < other.request ? -1 : 1)

function formatHours(hours: number): string {
  const whole = Math.round(hours)
  return hours < 1
    ? 'less than a working hour'
    : whole === 1
      ? 'one working hour'
      : `${whole} working hours`
}

function formatDuration(seconds: number): string {
  const [days, hours] = [Math.floor(seconds / 24 / HOUR), Math.floor(seconds / HOUR)]
  return days > 1 ? `${days} days` : hours > 1 ? `${hours} hours` : 'less than two hours'
}

const hundredths = (hours: number) => Math.round(hours * 100) / 100
