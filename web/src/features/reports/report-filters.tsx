import { useTranslation } from '../../i18n/i18n.ts'
import { useProjects, useStudios, useTerritories } from '../shared/lookups.ts'
import { Select } from '../../ui/fields/select.tsx'
import { useIsNarrow } from '../../ui/layout/use-is-narrow.ts'
import {
  coverageColumnsOf,
  periodOf,
  bucketSizeOf,
  SUPPORTED_FILTERS,
  type ReportTab,
  type ReportSearch,
} from './report-search.ts'
import { useCoverageProject } from './use-coverage-project.ts'
import { useReportSearch } from './use-report-search.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import styles from './reports.module.css'

/** Shows the filters that the report supports. Collapsed on phones. */
export function ReportFilters({ part }: { part: ReportTab }) {
  const { t } = useTranslation(['reports', 'common'])
  const [search] = useReportSearch()
  const isNarrow = useIsNarrow()
  const active = SUPPORTED_FILTERS[part].filter((word) => search[word]).length
  const choices = <FilterFields part={part} />
  if (!isNarrow)
    return (
      <search className={styles.filters} aria-label={t('filter.label')}>
        {choices}
      </search>
    )
  return (
    <search aria-label={t('filter.label')}>
      <details className={styles.fold}>
        <summary>
          {active ? t('common:filtersActive', { amount: active }) : t('common:filters')}
        </summary>
        <div className={styles.filters}>{choices}</div>
      </details>
    </search>
  )
}

function FilterFields({ part }: { part: ReportTab }) {
  const { t } = useTranslation('reports')
  const [search, choose] = useReportSearch()
  const projects = useProjects()
  const territories = useTerritories()
  const studios = useStudios()
  const has = (word: keyof ReportSearch) => SUPPORTED_FILTERS[part].includes(word)
  const isCoverage = part === 'coverage'
  const covered = useCoverageProject()
  return (
    <>
      {has('studio') && studios.options.length > 1 && (
        <Select
          label={t('filter.studio')}
          anyLabel={t('filter.anyStudio')}
          value={search.studio}
          options={studios.options}
          onChange={(studio) => choose({ studio })}
        />
      )}
      {has('project') && (
        <Select
          label={t('filter.project')}
          {...(!isCoverage && { anyLabel: t('filter.anyProject') })}
          value={isCoverage ? covered : search.project}
          options={projects.options}
          onChange={(project) => choose({ project })}
        />
      )}
      {has('territory') && (
        <Select
          label={t('filter.territory')}
          anyLabel={t('filter.anyTerritory')}
          value={search.territory}
          options={territories.options}
          onChange={(territory) => choose({ territory })}
        />
      )}
      {has('from') && (
        <DateInput
          type="date"
          label={t('filter.from')}
          value={periodOf(search).from}
          onChange={({ currentTarget: { value } }) =>
            choose({
              from: value || undefined,
              ...(search.to && value > search.to && { to: undefined }),
            })
          }
        />
      )}
      {has('to') && (
        <DateInput
          type="date"
          label={t('filter.to')}
          value={periodOf(search).to}
          onChange={({ currentTarget: { value } }) =>
            choose({
              to: value || undefined,
              ...(search.from && value < search.from && { from: undefined }),
            })
          }
        />
      )}
      {has('by') &&
        (isCoverage ? (
          <Select
            label={t('filter.columns')}
            value={coverageColumnsOf(search)}
            options={[
              { value: 'territory', name: t('filter.byTerritory') },
              { value: 'language', name: t('filter.byLanguage') },
            ]}
            onChange={(by) => choose({ by })}
          />
        ) : (
          <Select
            label={t('filter.by')}
            value={bucketSizeOf(search)}
            options={(['day', 'week', 'month'] as const).map((value) => ({
              value,
              name: t(`filter.${value}`),
            }))}
            onChange={(by) => choose({ by })}
          />
        ))}
    </>
  )
}
