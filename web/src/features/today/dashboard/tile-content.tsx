import type { ReactNode } from 'react'
import { reports, workrequests, type Endpoint } from '@reelay/api/contract'
import type { ResultOf, RequestInput } from '@reelay/client'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { RejectionReasonsChart } from '../../reports/charts/rejection-reasons.tsx'
import { RiskCounts, StatusCounts } from '../../reports/charts/counts.tsx'
import { CoverageCounts } from '../../reports/charts/coverage-counts.tsx'
import { DownloadsChart } from '../../reports/charts/downloads.tsx'
import { StatusDurationsChart } from '../../reports/charts/status-durations.tsx'
import { VolumeChart } from '../../reports/charts/volume.tsx'
import { explainError } from '../../../ui/feedback/explain-error.ts'
import { PendingLines } from '../../../ui/feedback/pending.tsx'
import { OPEN_STATUSES } from '../../shared/status.tsx'
import { localTimeZone } from '../../../ui/format/time.ts'
import type { TileName } from './layout.ts'
import styles from './dashboard.module.css'

/** Reports change slowly, and live updates refresh them in between. */
const CACHE = { staleTime: 60_000 }

export function TileContent({ tile }: { tile: TileName }) {
  return CONTENTS[tile]()
}

const CONTENTS: Record<TileName, () => ReactNode> = {
  status: () => (
    <ReportTile
      endpoint={workrequests.groupWorkRequests}
      input={{ query: { by: 'status', status: OPEN_STATUSES.join(',') } }}
    >
      {(groups) => (groups.length ? <StatusCounts groups={groups} /> : undefined)}
    </ReportTile>
  ),
  risk: () => (
    <ReportTile endpoint={reports.riskCounts} input={{}}>
      {(counts) =>
        reports.RISKS.some((risk) => counts[risk]) ? <RiskCounts counts={counts} /> : undefined
      }
    </ReportTile>
  ),
  coverage: () => <CoverageTile />,
  volume: () => (
    <ReportTile
      endpoint={reports.volumeReport}
      input={{ query: { tz: localTimeZone(), by: 'day' } }}
    >
      {(volume) => <VolumeChart volume={volume} compact />}
    </ReportTile>
  ),
  rejections: () => (
    <ReportTile
      endpoint={reports.rejectionReport}
      input={{ query: { tz: localTimeZone() } }}
      none="rejections.none"
    >
      {({ codes }) => (codes.length ? <RejectionReasonsChart codes={codes} /> : undefined)}
    </ReportTile>
  ),
  turnaround: () => (
    <ReportTile
      endpoint={reports.turnaroundReport}
      input={{ query: { tz: localTimeZone() } }}
      none="turnaround.noStatusChanges"
    >
      {({ stages }) =>
        stages.some(({ count }) => count) ? (
          <StatusDurationsChart stages={stages} compact />
        ) : undefined
      }
    </ReportTile>
  ),
  downloads: () => (
    <ReportTile
      endpoint={reports.downloadReport}
      input={{ query: { tz: localTimeZone() } }}
      none="downloads.none"
    >
      {(downloads) =>
        downloads.total.downloads ? <DownloadsChart downloads={downloads} compact /> : undefined
      }
    </ReportTile>
  ),
}

type Props<E extends Endpoint> = {
  endpoint: E
  input: RequestInput<E>
  none?:
    | 'risk.empty'
    | 'rejections.none'
    | 'turnaround.noStatusChanges'
    | 'downloads.none'
    | 'coverage.empty'
  children: (answer: ResultOf<E>) => ReactNode
}

/** Loads a report and shows its error, its loading or its empty state. */
function ReportTile<E extends Endpoint>({
  endpoint,
  input,
  none = 'risk.empty',
  children,
}: Props<E>) {
  const { t } = useTranslation('reports')
  const { data, error } = useEndpointQuery(endpoint, input, CACHE)
  if (error) return <p className={styles.empty}>{explainError(error).title}</p>
  if (data === undefined) return <PendingLines />
  return children(data) ?? <p className={styles.empty}>{t(none)}</p>
}

/** Shows the project of the work request with the highest risk. */
const CoverageTile = () => (
  <ReportTile
    endpoint={reports.riskReport}
    input={{ range: { first: 0, last: 0 } }}
    none="coverage.empty"
  >
    {({ items: [first] }) => first && <CoverageOf project={first.project} />}
  </ReportTile>
)

function CoverageOf({
  project: { _id: project, name },
}: {
  project: reports.RequestAtRisk['project']
}) {
  return (
    <>
      <p className={styles.project}>
        <Link to="/reports" search={{ part: 'coverage', project }} dir="auto">
          {name}
        </Link>
      </p>
      <ReportTile
        endpoint={reports.coverageReport}
        input={{ query: { project } }}
        none="coverage.empty"
      >
        {(coverage) => (coverage.cells.length ? <CoverageCounts coverage={coverage} /> : undefined)}
      </ReportTile>
    </>
  )
}
