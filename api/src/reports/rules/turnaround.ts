import { STATUSES } from '../../workrequests/contract.ts'
import type { Turnaround } from '../contract.ts'
import { spreadOf, workingHours, type DurationGroup, type StatusDurations } from './durations.ts'
import type { WorkingCalendar } from './working-time.ts'

/** `totals` run from submission to completion. */
export function turnaroundOf(
  stages: StatusDurations[],
  totals: DurationGroup[],
  calendars: Record<string, WorkingCalendar>,
): Pick<Turnaround, 'whole' | 'stages' | 'territories'> {
  const hours = (groups: DurationGroup[]) =>
    spreadOf(groups.flatMap((group) => workingHours(group, calendars)))
  const byStatus = Map.groupBy(stages, ({ status }) => status)
  const byTerritory = Map.groupBy(totals, ({ territory }) => territory)
  const inTerritory = (territory: string) => ({ territory, ...hours(byTerritory.get(territory)!) })
  return {
    whole: hours(totals),
    stages: STATUSES.flatMap((status) =>
      status === 'complete' || status === 'cancelled'
        ? []
        : [{ status, ...hours(byStatus.get(status) ?? []) }],
    ),
    territories: [...byTerritory.keys()].toSorted().map(inTerritory),
  }
}
