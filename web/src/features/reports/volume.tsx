import { reports } from '@reelay/api/contract'
import { periodOf } from './charts/days.ts'
import { VolumeChart } from './charts/volume.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { askBuckets } from './parts.ts'
import { Report } from './report.tsx'
import { useReportSearch } from './use-search.ts'

export function VolumeReport() {
  const [search] = useReportSearch()
  return (
    <Report
      part="volume"
      endpoint={reports.volumeReport}
      input={{ query: askBuckets(search) }}
      note={periodOf}
    >
      {(volume) => (
        <Card>
          <VolumeChart volume={volume} />
        </Card>
      )}
    </Report>
  )
}
