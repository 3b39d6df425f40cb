import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useAssetTypes, usePhases, useProjects, useStudios } from '../../shared/lookups.ts'
import { AssetShelf } from '../grid/asset-grid.tsx'
import { LibraryRooms } from '../library-tabs.tsx'
import { Choice } from '../../../ui/fields/select.tsx'
import { Empty } from '../../../ui/feedback/empty-state.tsx'
import { Filters } from '../../../ui/table/filter-bar.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'

const route = getRouteApi('/inside/assets')

/** Every asset the reader can see, with a picture of each. */
export function Assets() {
  const { t } = useTranslation('library')
  const { as, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (change: typeof search & { as?: string }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const isNarrowed = Boolean(
    search.q || search.studio || search.project || search.type || search.phase,
  )
  return (
    <Page title={t('title')} lead={<LibraryRooms />}>
      <AssetFilters search={search} choose={choose} />
      <AssetShelf
        query={search}
        view={as === 'list' ? 'list' : 'grid'}
        onView={(view) => choose({ as: view === 'list' ? 'list' : undefined })}
        empty={
          isNarrowed ? (
            <Empty
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
              <p>{t('noMatchAdvice')}</p>
            </Empty>
          ) : (
            <Empty title={t('none')}>
              <p>{t('noneLesson')}</p>
              <p>{t('noneAdvice')}</p>
            </Empty>
          )
        }
      />
    </Page>
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
    <Filters
      label={t('narrow')}
      active={
        [search.studio, search.project, search.type, search.phase, search.order].filter(Boolean)
          .length
      }
      search={
        <SearchField
          label={t('searchByName')}
          value={search.q ?? ''}
          onSearch={(text) => choose({ q: text || undefined })}
        />
      }
      choices={
        <>
          {(studios.options.length > 1 || search.studio) && (
            <Choice
              label={t('studio')}
              any={t('anyStudio')}
              value={search.studio}
              options={studios.options}
              onChoose={(studio) => choose({ studio })}
            />
          )}
          <Choice
            label={t('project')}
            any={t('anyProject')}
            value={search.project}
            options={projects.options}
            onChoose={(project) => choose({ project })}
          />
          <Choice
            label={t('type')}
            any={t('anyType')}
            value={search.type}
            options={types.options}
            onChoose={(type) => choose({ type })}
          />
          <Choice
            label={t('phase')}
            any={t('anyPhase')}
            value={search.phase}
            options={phases.options}
            onChoose={(phase) => choose({ phase })}
          />
          <Choice
            label={t('sortBy')}
            any={t('order.newest')}
            value={search.order}
            options={orders}
            onChoose={(order) => choose({ order })}
          />
        </>
      }
    />
  )
}
