import { reports } from '@reelay/api/contract'
import { periodOf } from './charts/format-days.ts'
import { VolumeChart } from './charts/volume.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { bucketQuery } from './report-search.ts'
import { Report } from './report.tsx'
import { useReportSearch } from './use-report-search.ts'

export function VolumeReport() {
  const [search] = useReportSearch()
  return (
    <Report
      name="volume"
      endpoint={reports.volumeReport}
      input={{ query: bucketQuery(search) }}
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
