import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGroups, useTerritories } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { cityOf, localTimeZone } from '../../../ui/format/time.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { Board } from './board.tsx'
import { RequestTable } from './request-table.tsx'
import styles from './work-requests-page.module.css'

const route = getRouteApi('/app/workrequests')
const SORT_ORDERS = ['-created', 'asset', 'territory'] as const

type Search = {
  q?: string
  status?: string
  territory?: string
  vendor?: string
  order?: string
  as?: string
}

/** The work requests that the user can see; only open ones by default. The URL contains the filter. */
export function WorkRequestsPage() {
  const { t } = useTranslation('requests')
  const { q, status, territory, vendor, order, as } = route.useSearch()
  const setSearch = useSetSearch()
  const isBoard = as === 'board'
  const isFiltered = Boolean(q || territory || vendor || (status && status !== 'any'))
  return (
    <Page title={t('title')} lead={t('lead', { city: cityOf(localTimeZone()) })}>
      <RequestFilters isBoard={isBoard} />
      <ViewSwitch
        isBoard={isBoard}
        onChange={(board) => setSearch({ as: board ? 'board' : undefined })}
      />
      {isBoard ? (
        <Board q={q} territory={territory} vendor={vendor} />
      ) : (
        <RequestTable
          key={`${q} ${territory} ${vendor} ${status} ${order}`}
          filter={{ q, territory, vendor, order, status }}
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
    </Page>
  )
}

function useSetSearch() {
  const navigate = route.useNavigate()
  return (change: Search) =>
    void navigate({
      search: (previous) => ({ ...previous, ...change }),
      replace: true,
      resetScroll: false,
    })
}

function RequestFilters({ isBoard }: { isBoard: boolean }) {
  const { t } = useTranslation(['requests', 'trade'])
  const { q, status, territory, vendor, order } = route.useSearch()
  const setSearch = useSetSearch()
  const territories = useTerritories()
  const vendors = useVendors()
  const statuses = [
    { value: 'any', name: t('anyStatus') },
    ...workrequests.STATUSES.map((value) => ({ value, name: t(`trade:status.${value}`) })),
  ]
  return (
    <FilterBar
      label={t('filter')}
      activeCount={
        [!isBoard && status, territory, vendor, !isBoard && order].filter(Boolean).length
      }
      search={
        <SearchField
          label={t('search')}
          value={q ?? ''}
          onSearch={(text) => setSearch({ q: text || undefined })}
        />
      }
      filters={
        <>
          {!isBoard && (
            <Select
              label={t('trade:statusTitle')}
              anyLabel={t('open')}
              value={status}
              options={statuses}
              onChange={(value) => setSearch({ status: value })}
            />
          )}
          <Select
            label={t('trade:territory')}
            anyLabel={t('anyTerritory')}
            value={territory}
            options={territories.options}
            onChange={(value) => setSearch({ territory: value })}
          />
          {vendors.length > 0 && (
            <Select
              label={t('vendor')}
              anyLabel={t('anyVendor')}
              value={vendor}
              options={[{ value: 'none', name: t('noVendor') }, ...vendors]}
              onChange={(value) => setSearch({ vendor: value })}
            />
          )}
          {!isBoard && (
            <Select
              label={t('sort')}
              anyLabel={t('order.due')}
              value={order}
              options={SORT_ORDERS.map((value) => ({
                value,
                name: t(`order.${value === '-created' ? 'newest' : value}`),
              }))}
              onChange={(value) => setSearch({ order: value })}
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

type ViewSwitchProps = { isBoard: boolean; onChange: (board: boolean) => void }

function ViewSwitch({ isBoard, onChange }: ViewSwitchProps) {
  const { t } = useTranslation('requests')
  return (
    <div className={styles.views} role="group" aria-label={t('view')}>
      {[false, true].map((board) => (
        <button
          key={String(board)}
          type="button"
          aria-pressed={board === isBoard}
          onClick={() => onChange(board)}
        >
          {t(board ? 'asBoard' : 'asList')}
        </button>
      ))}
    </div>
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
