import { Button } from '@mantine/core'
import { projects } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { useStudios } from '../../shared/lookups.ts'
import { NewRecordActions } from '../create/new-record-actions.tsx'
import { LibraryTabs } from '../library-tabs.tsx'
import { PendingGrid } from '../grid/pending-grid.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { LoadMore } from '../../../ui/table/load-more.tsx'
import { ListPage } from '../../../ui/layout/list-page.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { totalValues } from '../../../ui/format/total.ts'
import { QueryError } from '../../../ui/feedback/query-error.tsx'
import { projectsInput } from '../load-library.ts'
import { ProjectCard } from './project-card.tsx'
import styles from './projects.module.css'

const route = getRouteApi('/app/projects')

export function Projects() {
  const { t } = useTranslation('library')
  const { q, studio, status } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (change: { q?: string; studio?: string; status?: string }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const studios = useStudios()
  const mayCreate = useHasPermission('asset.write')
  const statuses = projects.PROJECT_STATUSES.map((value) => ({
    value,
    name: t(`projectStatus.${value}`),
  }))
  const pages = usePagedQuery(projects.listProjects, projectsInput({ q, studio, status }))
  const { items, total, error, isOutdated } = pages
  return (
    <ListPage
      title={t('title')}
      beside={<LibraryTabs />}
      actions={<NewRecordActions primary="project" />}
    >
      <FilterBar
        label={t('filterProjectsLabel')}
        isCompact
        activeCount={[studio, status].filter(Boolean).length}
        search={
          <SearchField
            label={t('searchByName')}
            isCompact
            value={q ?? ''}
            onSearch={(text) => choose({ q: text || undefined })}
          />
        }
        filters={
          <>
            {studios.options.length > 1 && (
              <Select
                label={t('studio')}
                hideLabel
                size="xs"
                anyLabel={t('anyStudio')}
                value={studio}
                options={studios.options}
                onChange={(value) => choose({ studio: value })}
              />
            )}
            <Select
              label={t('status')}
              hideLabel
              size="xs"
              anyLabel={t('anyStatus')}
              value={status}
              options={statuses}
              onChange={(value) => choose({ status: value })}
            />
          </>
        }
      />
      <p className={styles.total} role="status">
        {items && !isOutdated ? t('projectTotal', totalValues(total)) : <>&nbsp;</>}
      </p>
      <QueryError query={pages} isStale={Boolean(items?.length)} />
      {!items && !error && <PendingGrid view="grid" />}
      {items?.length === 0 &&
        !error &&
        (q || studio || status ? (
          <EmptyState
            title={t('noProjectMatch')}
            action={
              <Button variant="default" onClick={() => void navigate({ search: {} })}>
                {t('showAllProjects')}
              </Button>
            }
          >
            <p>{t('noMatchHint')}</p>
          </EmptyState>
        ) : (
          <EmptyState title={t('noProjects')} action={<NewRecordActions primary="project" />}>
            <p>{t('noProjectsHint')}</p>
            {!mayCreate && <p>{t('noProjectsAccessHint')}</p>}
          </EmptyState>
        ))}
      {items && items.length > 0 && (
        <ul className={styles.projects} aria-label={t('projects')} data-outdated={isOutdated}>
          {items.map((project) => (
            <ProjectCard key={project._id} project={project} />
          ))}
        </ul>
      )}
      {items && (
        <LoadMore
          shown={items.length}
          total={total}
          hasMore={pages.hasMore}
          isFetching={pages.isFetchingMore}
          onLoadMore={pages.loadMore}
        />
      )}
    </ListPage>
  )
}
