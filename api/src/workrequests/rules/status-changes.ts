// What a status change records about the time before it. Reports read it.
import type { Status } from '../contract.ts'
import { workingSeconds, type WorkingCalendar } from './working-time.ts'

/** `time` is in whole seconds since 1970. */
export type StatusChange = { status: Status; time: number }
export type MeasuredChange = {
  status_before: Status | null
  /** In the status before. */
  working_seconds: number | null
  /** Since the first submission, if the request is complete. */
  total_seconds: number | null
  /** The last time before at which it changed to the same status. */
  reached_before: number | null
}

type MeasureInput = { calendar: WorkingCalendar; tz: string }

/** Measures all changes of a request, which are in their order. */
export function measureChanges(
  changes: readonly StatusChange[],
  { calendar, tz }: MeasureInput,
): MeasuredChange[] {
  const worked = (from: number, to: number) => Math.max(0, workingSeconds(calendar, tz, from, to))
  const reached = new Map<Status, number>()
  const submitted = changes.filter(({ status }) => status === 'submitted').map(({ time }) => time)
  const firstSubmission = submitted.length ? Math.min(...submitted) : null
  return changes.map(({ status, time }, index) => {
    const before = changes[index - 1]
    const measured: MeasuredChange = {
      status_before: before?.status ?? null,
      working_seconds: before ? worked(before.time, time) : null,
      total_seconds:
        status === 'complete' && firstSubmission !== null ? worked(firstSubmission, time) : null,
      reached_before: reached.get(status) ?? null,
    }
    reached.set(status, time)
    return measured
  })
}
