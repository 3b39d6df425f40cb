import type { ComponentType } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { Page } from '../../ui/layout/page.tsx'
import { cityOf, localTimeZone } from '../../ui/format/time.ts'
import { CoverageReport } from './coverage.tsx'
import { DownloadReport } from './downloads.tsx'
import { REPORTS, reportOf, type ReportTab } from './report-search.ts'
import { RejectionReport } from './rejections.tsx'
import { ReportFilters } from './report-filters.tsx'
import { RiskReport } from './risk.tsx'
import { TurnaroundReport } from './turnaround.tsx'
import { useReportSearch } from './use-report-search.ts'
import { VolumeReport } from './volume.tsx'
import styles from './reports.module.css'

const BODIES: Record<ReportTab, ComponentType> = {
  risk: RiskReport,
  coverage: CoverageReport,
  volume: VolumeReport,
  rejections: RejectionReport,
  turnaround: TurnaroundReport,
  downloads: DownloadReport,
}

/** Filters carry over from one report to the next. */
export function Reports() {
  const { t } = useTranslation('reports')
  const [search] = useReportSearch()
  const part = reportOf(search)
  const Body = BODIES[part]
  return (
    <Page title={t('title')} lead={t('lead', { city: cityOf(localTimeZone()) })}>
      <nav className={styles.tabs} aria-label={t('sections')}>
        {REPORTS.map((one) => (
          <Link
            key={one}
            to="/reports"
            search={(before) => ({ ...before, part: one, by: undefined, risk: undefined })}
            className={styles.tab}
            aria-current={one === part ? 'page' : undefined}
          >
            {t(`section.${one}`)}
          </Link>
        ))}
      </nav>
      <ReportFilters part={part} />
      <Body />
    </Page>
  )
}
