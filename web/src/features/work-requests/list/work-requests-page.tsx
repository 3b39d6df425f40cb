import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useTerritories } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { cityOf, localTimeZone } from '../../../ui/format/time.ts'
import { useHasRight } from '../../shared/current-user.ts'
import { Board } from './board.tsx'
import { RequestTable } from './request-table.tsx'
import styles from './work-requests-page.module.css'

const route = getRouteApi('/inside/workrequests')
const ORDERS = ['-created', 'asset', 'territory'] as const

/**
 * Every request the reader can see: the open ones first, by when they are due. What is chosen
 * stands in the address.
 */
export function WorkRequestsPage() {
  const { t } = useTranslation(['requests', 'trade'])
  const { q, status, territory, order, as } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (change: {
    q?: string
    status?: string
    territory?: string
    order?: string
    as?: string
  }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const territories = useTerritories()
  const [isBoard, isNarrowed] = [
    as === 'board',
    Boolean(q || territory || (status && status !== 'any')),
  ]
  const statuses = [
    { value: 'any', name: t('anyStatus') },
    ...workrequests.STATUSES.map((value) => ({ value, name: t(`trade:status.${value}`) })),
  ]
  const empty = isNarrowed ? (
    <EmptyState
      title={t('noneMatches')}
      action={
        <Button variant="default" onClick={() => void navigate({ search: { status: 'any' } })}>
          {t('showAll')}
        </Button>
      }
    >
      <p>{t('noneMatchesAdvice')}</p>
    </EmptyState>
  ) : (
    <NoneYet isOpen={status !== 'any'} onAll={() => choose({ status: 'any' })} />
  )
  return (
    <Page title={t('title')} lead={t('lead', { city: cityOf(localTimeZone()) })}>
      <FilterBar
        label={t('narrow')}
        activeCount={[!isBoard && status, territory, !isBoard && order].filter(Boolean).length}
        search={
          <SearchField
            label={t('search')}
            value={q ?? ''}
            onSearch={(text) => choose({ q: text || undefined })}
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
                onChange={(value) => choose({ status: value })}
              />
            )}
            <Select
              label={t('trade:territory')}
              anyLabel={t('anyTerritory')}
              value={territory}
              options={territories.options}
              onChange={(value) => choose({ territory: value })}
            />
            {!isBoard && (
              <Select
                label={t('sort')}
                anyLabel={t('order.due')}
                value={order}
                options={ORDERS.map((value) => ({
                  value,
                  name: t(`order.${value === '-created' ? 'newest' : value}`),
                }))}
                onChange={(value) => choose({ order: value })}
              />
            )}
          </>
        }
      />
      <Views isBoard={isBoard} onChoose={(board) => choose({ as: board ? 'board' : undefined })} />
      {isBoard ? (
        <Board q={q} territory={territory} />
      ) : (
        <RequestTable
          key={`${q} ${territory} ${status} ${order}`}
          asked={{ q, territory, order, status }}
          empty={empty}
        />
      )}
    </Page>
  )
}

function Views({ isBoard, onChoose }: { isBoard: boolean; onChoose: (board: boolean) => void }) {
  const { t } = useTranslation('requests')
  return (
    <div className={styles.views} role="group" aria-label={t('views')}>
      {[false, true].map((board) => (
        <button
          key={String(board)}
          type="button"
          aria-pressed={board === isBoard}
          onClick={() => onChoose(board)}
        >
          {t(board ? 'asBoard' : 'asList')}
        </button>
      ))}
    </div>
  )
}

function NoneYet({ isOpen, onAll }: { isOpen: boolean; onAll: () => void }) {
  const { t } = useTranslation('requests')
  const mayOrder = useHasRight('workrequest.create')
  return (
    <EmptyState
      title={isOpen ? t('nothingOpen') : t('noneYet')}
      action={
        <>
          {isOpen && (
            <Button variant="default" onClick={onAll}>
              {t('showFinished')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('lesson')}</p>
      {mayOrder && (
        <p>
          <Link to="/order">{t('toOrder')}</Link>
        </p>
      )}
    </EmptyState>
  )
}
