import { STATUSES } from '../../workrequests/contract.ts'
import type { Turnaround } from '../contract.ts'
import { spreadOf, workingHours, type Stage } from './stages.ts'
import type { Calendar } from './working-time.ts'

/** From when a request was handed in to when it was complete. */
export type Whole = Pick<Stage, 'studio' | 'territory' | 'tz' | 'from' | 'to'>

export function turnaroundOf(stages: Stage[], wholes: Whole[], calendars: Record<string, Calendar>): Pick<Turnaround, 'whole' | 'stages' | 'territories'> {
  const hours = (spans: Whole[]) => spreadOf(spans.map((span) => workingHours(calendars[span.studio]!, span)))
  const byStatus = Map.groupBy(stages, ({ status }) => status)
  const byTerritory = Map.groupBy(wholes, ({ territory }) => territory)
  const inTerritory = (territory: string) => ({ territory, ...hours(byTerritory.get(territory)!) })
  return {
    whole: hours(wholes),
    stages: STATUSES.flatMap((status) => (status === 'complete' || status === 'cancelled' ? [] : [{ status, ...hours(byStatus.get(status) ?? []) }])),
    territories: [...byTerritory.keys()].toSorted().map(inTerritory),
  }
}
