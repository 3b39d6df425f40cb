import type { ReactNode } from 'react'
import { reports, type Endpoint } from '@reelay/api/contract'
import type { Answer, Input } from '@reelay/client'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { CodesChart } from '../../reports/charts/codes.tsx'
import { RiskCounts, StatusCounts } from '../../reports/charts/counts.tsx'
import { CoverageCounts } from '../../reports/charts/coverage-counts.tsx'
import { DownloadsChart } from '../../reports/charts/downloads.tsx'
import { StagesChart } from '../../reports/charts/stages.tsx'
import { VolumeChart } from '../../reports/charts/volume.tsx'
import { explain } from '../../../ui/feedback/explain-error.ts'
import { PendingLines } from '../../../ui/feedback/pending.tsx'
import { readerZone } from '../../../ui/format/time.ts'
import { ALL_RISKS } from '../waits.tsx'
import type { Tile } from './board.ts'
import styles from './dashboard.module.css'

/** Figures change slowly; whatever happens in the meantime is told by itself (live.ts). */
const seldom = { staleTime: 60_000 }

export function TileBody({ tile }: { tile: Tile }) {
  return BODIES[tile]()
}

const BODIES: Record<Tile, () => ReactNode> = {
  status: () => (
    <Figured endpoint={reports.riskReport} input={ALL_RISKS}>
      {({ items }) => (items.length ? <StatusCounts judged={items} /> : undefined)}
    </Figured>
  ),
  risk: () => (
    <Figured endpoint={reports.riskReport} input={ALL_RISKS}>
      {({ items }) => (items.length ? <RiskCounts judged={items} /> : undefined)}
    </Figured>
  ),
  coverage: () => <CoverageTile />,
  volume: () => (
    <Figured endpoint={reports.volumeReport} input={{ query: { tz: readerZone(), by: 'day' } }}>
      {(volume) => <VolumeChart volume={volume} compact />}
    </Figured>
  ),
  rejections: () => (
    <Figured
      endpoint={reports.rejectionReport}
      input={{ query: { tz: readerZone() } }}
      none="rejections.none"
    >
      {({ codes }) => (codes.length ? <CodesChart codes={codes} /> : undefined)}
    </Figured>
  ),
  turnaround: () => (
    <Figured
      endpoint={reports.turnaroundReport}
      input={{ query: { tz: readerZone() } }}
      none="turnaround.noneStages"
    >
      {({ stages }) =>
        stages.some(({ count }) => count) ? <StagesChart stages={stages} compact /> : undefined
      }
    </Figured>
  ),
  downloads: () => (
    <Figured
      endpoint={reports.downloadReport}
      input={{ query: { tz: readerZone() } }}
      none="downloads.none"
    >
      {(downloads) =>
        downloads.total.downloads ? <DownloadsChart downloads={downloads} compact /> : undefined
      }
    </Figured>
  ),
}

type Parts<E extends Endpoint> = {
  endpoint: E
  input: Input<E>
  none?:
    | 'risk.empty'
    | 'rejections.none'
    | 'turnaround.noneStages'
    | 'downloads.none'
    | 'coverage.empty'
  children: (answer: Answer<E>) => ReactNode
}

/** A tile in each of its conditions. */
function Figured<E extends Endpoint>({ endpoint, input, none = 'risk.empty', children }: Parts<E>) {
  const { t } = useTranslation('reports')
  const { data, error } = useEndpointQuery(endpoint, input, seldom)
  if (error) return <p className={styles.none}>{explain(error).title}</p>
  if (data === undefined) return <PendingLines />
  return children(data) ?? <p className={styles.none}>{t(none)}</p>
}

/** Of the project whose request is the most pressing one. */
const CoverageTile = () => (
  <Figured endpoint={reports.riskReport} input={ALL_RISKS} none="coverage.empty">
    {({ items: [first] }) => first && <CoverageOf project={first.project} />}
  </Figured>
)

function CoverageOf({
  project: { _id: project, name },
}: {
  project: reports.RequestAtRisk['project']
}) {
  return (
    <>
      <p className={styles.of}>
        <Link to="/reports" search={{ part: 'coverage', project }} dir="auto">
          {name}
        </Link>
      </p>
      <Figured
        endpoint={reports.coverageReport}
        input={{ query: { project } }}
        none="coverage.empty"
      >
        {(coverage) => (coverage.cells.length ? <CoverageCounts coverage={coverage} /> : undefined)}
      </Figured>
    </>
  )
}
