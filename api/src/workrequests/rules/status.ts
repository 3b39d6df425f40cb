import type { Status, WorkRequest } from '../contract.ts'

export type OpenStatus = Exclude<Status, 'complete' | 'cancelled'>

/** The next status when nothing goes wrong. */
export const NEXT_STATUS: Record<OpenStatus, Status> = {
  incomplete: 'submitted',
  submitted: 'in-progress',
  'awaiting-materials': 'in-progress',
  'in-progress': 'for-review',
  'for-review': 'approved',
  rejected: 'in-progress',
  approved: 'complete',
}

export const isOpenStatus = (status: Status): status is OpenStatus => status in NEXT_STATUS

export const nextStatus = (status: Status): Status | undefined =>
  isOpenStatus(status) ? NEXT_STATUS[status] : undefined

type Deadlines = Pick<WorkRequest, 'due' | 'deliveryDeadline'>

/** The due date or the delivery deadline, whichever is earlier. */
export const earliestDeadline = ({ due, deliveryDeadline }: Deadlines): WorkRequest['due'] =>
  due && deliveryDeadline
    ? deliveryDeadline.date < due.date
      ? deliveryDeadline
      : due
    : (due ?? deliveryDeadline)

/**
 * When a request counts as submitted after moves to these statuses: now, at the `first` submission,
 * at no time, or as before.
 */
export const submissionTime = (moves: readonly Status[]): 'now' | 'first' | 'none' | 'same' =>
  moves.reduce<'now' | 'first' | 'none' | 'same'>((time, to) => {
    if (to === 'submitted') return 'now'
    if (to === 'incomplete') return 'none'
    if (to === 'cancelled') return time
    return time === 'none' ? 'now' : time === 'same' ? 'first' : time
  }, 'same')
