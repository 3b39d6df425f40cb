import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useAssetTypes, usePhases, useProjects, useStudios } from '../../shared/lookups.ts'
import { AssetGrid } from '../grid/asset-grid.tsx'
import { LibraryTabs } from '../library-tabs.tsx'
import { NoAssets } from '../no-assets.tsx'
import { NewRecordActions } from '../create/new-record-actions.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { PlaylistsMenu } from '../../playlist/playlists-menu.tsx'
import { ViewsMenu } from '../../shared/views-menu.tsx'
import { ListPage } from '../../../ui/layout/list-page.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'

const route = getRouteApi('/app/assets')

export function Assets() {
  const { t } = useTranslation('library')
  const { as, columns, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (change: typeof search & { as?: string; columns?: string }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const isNarrowed = Boolean(
    search.q || search.studio || search.project || search.type || search.phase,
  )
  return (
    <ListPage
      title={t('title')}
      beside={<LibraryTabs />}
      actions={
        <>
          <PlaylistsMenu size="md" />
          <ViewsMenu list="assets" size="md" />
          <NewRecordActions />
        </>
      }
    >
      <AssetFilters search={search} choose={choose} />
      <AssetGrid
        query={search}
        view={as === 'list' ? 'list' : 'grid'}
        onOrder={(order) => choose({ order })}
        columns={columns}
        onColumns={(chosen) => choose({ columns: chosen })}
        onView={(view) => choose({ as: view === 'list' ? 'list' : undefined })}
        empty={
          isNarrowed ? (
            <EmptyState
              title={t('noMatch')}
              action={
                <Button
                  variant="default"
                  onClick={() => void navigate({ search: as ? { as } : {} })}
                >
                  {t('showAll')}
                </Button>
              }
            >
              <p>{t('noMatchHint')}</p>
            </EmptyState>
          ) : (
            <NoAssets title={t('none')} />
          )
        }
      />
    </ListPage>
  )
}

type Search = {
  q?: string
  studio?: string
  project?: string
  type?: string
  phase?: string
  order?: string
}

function AssetFilters({ search, choose }: { search: Search; choose: (change: Search) => void }) {
  const { t } = useTranslation('library')
  const [studios, projects, types, phases] = [
    useStudios(),
    useProjects(),
    useAssetTypes(),
    usePhases(),
  ]
  const orders = (['name', 'type', 'phase', 'created'] as const).map((value) => ({
    value,
    name: t(`order.${value}`),
  }))
  return (
    <FilterBar
      label={t('filterLabel')}
      isCompact
      activeCount={
        [search.studio, search.project, search.type, search.phase, search.order].filter(Boolean)
          .length
      }
      search={
        <SearchField
          label={t('searchByName')}
          isCompact
          value={search.q ?? ''}
          onSearch={(text) => choose({ q: text || undefined })}
        />
      }
      filters={
        <>
          {(studios.options.length > 1 || search.studio) && (
            <Select
              label={t('studio')}
              hideLabel
              size="xs"
              anyLabel={t('anyStudio')}
              value={search.studio}
              options={studios.options}
              onChange={(studio) => choose({ studio })}
            />
          )}
          <Select
            label={t('project')}
            hideLabel
            size="xs"
            anyLabel={t('anyProject')}
            value={search.project}
            options={projects.options}
            onChange={(project) => choose({ project })}
          />
          <Select
            label={t('type')}
            hideLabel
            size="xs"
            anyLabel={t('anyType')}
            value={search.type}
            options={types.options}
            onChange={(type) => choose({ type })}
          />
          <Select
            label={t('phase')}
            hideLabel
            size="xs"
            anyLabel={t('anyPhase')}
            value={search.phase}
            options={phases.options}
            onChange={(phase) => choose({ phase })}
          />
          <Select
            label={t('sortBy')}
            hideLabel
            size="xs"
            anyLabel={t('order.newest')}
            value={search.order}
            options={orders}
            onChange={(order) => choose({ order })}
          />
        </>
      }
    />
  )
}
