import { reports } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useProjects, useTerritories } from '../shared/lookups.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useIsNarrow } from '../../ui/layout/use-is-narrow.ts'
import { languageName } from '../../ui/format/format.ts'
import { CoverageCards } from './coverage-cards.tsx'
import { CoverageTable } from './coverage-table.tsx'
import { toCoverageMatrix } from './coverage-matrix.ts'
import { coverageColumnsOf } from './report-search.ts'
import { Report } from './report.tsx'
import { useCoverageProject } from './use-coverage-project.ts'
import { useReportSearch } from './use-report-search.ts'

export function CoverageReport() {
  const { t } = useTranslation('reports')
  const projects = useProjects()
  const project = useCoverageProject()
  if (!project)
    return projects.isLoaded ? (
      <EmptyState
        title={t('coverage.noProjects')}
        action={<Link to="/assets">{t('coverage.goToLibrary')}</Link>}
      >
        <p>{t('coverage.noProjectsHint')}</p>
      </EmptyState>
    ) : null
  return (
    <Report
      name="coverage"
      endpoint={reports.coverageReport}
      input={{ query: { project } }}
      note={({ cells }) => t('coverage.versions', { count: cells.length })}
    >
      {(coverage) => <Body coverage={coverage} project={projects.nameOf(project)} />}
    </Report>
  )
}

function Body({ coverage, project }: { coverage: reports.Coverage; project: string }) {
  const { t } = useTranslation('reports')
  const [search] = useReportSearch()
  const isNarrow = useIsNarrow()
  const territories = useTerritories()
  const by = coverageColumnsOf(search)
  const matrix = toCoverageMatrix(coverage, by)
  if (coverage.cells.length === 0)
    return (
      <EmptyState
        title={t('coverage.empty')}
        action={
          <Link to="/assets" search={{ project: search.project }}>
            {t('coverage.goToLibrary')}
          </Link>
        }
      >
        <p>{t('coverage.emptyHint')}</p>
      </EmptyState>
    )
  const nameOf = (column: string) =>
    by === 'territory' ? territories.nameOf(column) : languageName(column)
  const Shape = isNarrow ? CoverageCards : CoverageTable
  return <Shape label={t('coverage.of', { project })} matrix={matrix} nameOf={nameOf} />
}
