import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGroups, useTerritories } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { ListPage } from '../../../ui/layout/list-page.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { useHasPermission } from '../../shared/current-user.ts'
import { Board } from './board.tsx'
import { DisplayMenu } from './display-menu.tsx'
import { ViewsMenu } from '../../shared/views-menu.tsx'
import { PlaylistsMenu } from '../../playlist/playlists-menu.tsx'
import { RequestCalendar } from './request-calendar.tsx'
import { RequestList } from './request-list.tsx'
import { RequestTimeline } from './request-timeline.tsx'
import { filterQuery } from './list-query.ts'
import type { RequestSearch } from './search-params.ts'
import { viewOf, ViewSwitch } from './view-switch.tsx'

const route = getRouteApi('/app/workrequests')

/** The work requests that the user can see; only open ones by default. The URL contains the filter. */
export function WorkRequestsPage() {
  const { t } = useTranslation('requests')
  const search = route.useSearch()
  const setSearch = useSetSearch()
  const { q, status, territory, vendor, assignee } = search
  const isFiltered = Boolean(q || territory || vendor || assignee || (status && status !== 'any'))
  const view = viewOf(search)
  return (
    <ListPage
      title={t('title')}
      beside={<ViewSwitch view={view} onChange={(as) => setSearch({ as })} />}
      actions={
        <>
          <PlaylistsMenu />
          <ViewsMenu list="workrequests" />
          {view === 'list' && <DisplayMenu search={search} onChange={setSearch} />}
        </>
      }
    >
      <RequestFilters view={view} />
      {view === 'board' && <Board q={q} territory={territory} vendor={vendor} />}
      {view === 'calendar' && (
        <RequestCalendar
          search={search}
          onMonth={(month) => setSearch({ month: month || undefined })}
        />
      )}
      {view === 'timeline' && <RequestTimeline search={search} />}
      {view === 'list' && (
        <RequestList
          key={JSON.stringify(filterQuery(search))}
          search={search}
          onOrder={(order) => setSearch({ order: order === 'due' ? undefined : order })}
          empty={
            isFiltered ? (
              <NoMatch />
            ) : (
              <NoRequests
                isOpenOnly={status !== 'any'}
                onShowAll={() => setSearch({ status: 'any' })}
              />
            )
          }
        />
      )}
    </ListPage>
  )
}

function useSetSearch() {
  const navigate = route.useNavigate()
  return (change: RequestSearch) =>
    void navigate({
      search: (previous) => ({ ...previous, ...change }),
      replace: true,
      resetScroll: false,
    })
}

function RequestFilters({ view }: { view: ReturnType<typeof viewOf> }) {
  const { t } = useTranslation(['requests', 'trade'])
  const { q, status, territory, vendor, assignee } = route.useSearch()
  const setSearch = useSetSearch()
  const territories = useTerritories()
  const vendors = useVendors()
  const statuses = [
    { value: 'any', name: t('anyStatus') },
    ...workrequests.STATUSES.map((value) => ({ value, name: t(`trade:status.${value}`) })),
  ]
  const compact = { hideLabel: true, size: 'xs' } as const
  const hasStatus = view !== 'board'
  return (
    <FilterBar
      label={t('filter')}
      isCompact
      activeCount={[hasStatus && status, territory, vendor, assignee].filter(Boolean).length}
      search={
        <SearchField
          label={t('search')}
          isCompact
          value={q ?? ''}
          onSearch={(text) => setSearch({ q: text || undefined })}
        />
      }
      filters={
        <>
          {hasStatus && (
            <Select
              {...compact}
              label={t('trade:statusTitle')}
              anyLabel={t('open')}
              value={status}
              options={statuses}
              onChange={(value) => setSearch({ status: value })}
            />
          )}
          <Select
            {...compact}
            label={t('trade:territory')}
            anyLabel={t('anyTerritory')}
            value={territory}
            options={territories.options}
            onChange={(value) => setSearch({ territory: value })}
          />
          {vendors.length > 0 && (
            <Select
              {...compact}
              label={t('vendor')}
              anyLabel={t('anyVendor')}
              value={vendor}
              options={[{ value: 'none', name: t('noVendor') }, ...vendors]}
              onChange={(value) => setSearch({ vendor: value })}
            />
          )}
          {view !== 'board' && (
            <Select
              {...compact}
              label={t('column.assignee')}
              anyLabel={t('anyAssignee')}
              value={assignee}
              options={[
                { value: 'me', name: t('assignedToMe') },
                { value: 'none', name: t('without.assignee') },
              ]}
              onChange={(value) => setSearch({ assignee: value })}
            />
          )}
        </>
      }
    />
  )
}

/** Vendors see only their own requests, so the filter is for the studio. */
function useVendors() {
  const isStudio = useHasPermission('studio.manage')
  const { records } = useGroups()
  return isStudio
    ? records.filter(({ type }) => type === 'v').map(({ _id, name }) => ({ value: _id, name }))
    : []
}

function NoMatch() {
  const { t } = useTranslation('requests')
  const navigate = route.useNavigate()
  return (
    <EmptyState
      title={t('noMatch')}
      action={
        <Button variant="default" onClick={() => void navigate({ search: { status: 'any' } })}>
          {t('showAll')}
        </Button>
      }
    >
      <p>{t('noMatchHint')}</p>
    </EmptyState>
  )
}

function NoRequests({ isOpenOnly, onShowAll }: { isOpenOnly: boolean; onShowAll: () => void }) {
  const { t } = useTranslation('requests')
  const mayOrder = useHasPermission('workrequest.create')
  return (
    <EmptyState
      title={isOpenOnly ? t('noneOpen') : t('noneYet')}
      action={
        <>
          {isOpenOnly && (
            <Button variant="default" onClick={onShowAll}>
              {t('showFinished')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('emptyHint')}</p>
      {mayOrder && (
        <p>
          <Link to="/order">{t('toOrder')}</Link>
        </p>
      )}
    </EmptyState>
  )
}
