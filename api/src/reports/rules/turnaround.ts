import { STATUSES } from '../../workrequests/contract.ts'
import type { Turnaround } from '../contract.ts'
import { spreadOf, workingHours, type DurationGroup, type StatusDurations } from './durations.ts'
import type { WorkingCalendar } from './working-time.ts'

/** `wholes` are from when requests were handed in to when they were complete. */
export function turnaroundOf(
  stages: StatusDurations[],
  wholes: DurationGroup[],
  calendars: Record<string, WorkingCalendar>,
): Pick<Turnaround, 'whole' | 'stages' | 'territories'> {
  const hours = (kinds: DurationGroup[]) =>
    spreadOf(kinds.flatMap((kind) => workingHours(kind, calendars)))
  const byStatus = Map.groupBy(stages, ({ status }) => status)
  const byTerritory = Map.groupBy(wholes, ({ territory }) => territory)
  const inTerritory = (territory: string) => ({ territory, ...hours(byTerritory.get(territory)!) })
  return {
    whole: hours(wholes),
    stages: STATUSES.flatMap((status) =>
      status === 'complete' || status === 'cancelled'
        ? []
        : [{ status, ...hours(byStatus.get(status) ?? []) }],
    ),
    territories: [...byTerritory.keys()].toSorted().map(inTerritory),
  }
}
