import { useState, type ReactNode } from 'react'
import { assets } from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { GridIcon, ListIcon } from '../../../ui/icons/action-icons.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { useWindowedQuery } from '../../../api/windowed-query.ts'
import { WINDOW_PAGE_SIZE } from '../../../api/index-range.ts'
import type { GridView } from './layout.ts'
import { SelectionBar } from './selection-bar.tsx'
import { PendingGrid } from './pending-grid.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { AssetTable } from './asset-table.tsx'
import { VirtualGrid } from './virtual-grid.tsx'
import { totalValues } from '../../../ui/format/total.ts'
import { ListEnd } from '../../../ui/table/list-end.tsx'
import { useSelection } from '../../../ui/table/selection.ts'
import styles from './asset-grid.module.css'

type Props = {
  query: RequestInput<typeof assets.listAssets>['query']
  view: GridView
  onView: (view: GridView) => void
  onOrder: (order: string) => void
  /** The columns of the list, and how to choose others. */
  columns?: string | undefined
  onColumns?: (columns: string) => void
  empty: ReactNode
}

/** The assets of a query, with a selection. */
export function AssetGrid(props: Props) {
  const { query, view, onView, onOrder, columns, onColumns, empty } = props
  const { t } = useTranslation('library')
  const { call } = useService()
  const mayOrder = useHasPermission('workrequest.create')
  const [visibleRange, setVisibleRange] = useState({ first: 0, last: WINDOW_PAGE_SIZE - 1 })
  const list = useWindowedQuery(assets.listAssets, { query }, visibleRange)
  const { total, reachable, error, isOutdated } = list
  const Shown = view === 'list' ? AssetTable : VirtualGrid
  const selection = useSelection(
    async (first, last) => (await call(assets.listAssets, { query, range: { first, last } })).items,
  )
  return (
    <>
      <div className={styles.head}>
        <p role="status" className={styles.total}>
          {total !== undefined && !isOutdated ? t('total', totalValues(total)) : <>&nbsp;</>}
        </p>
        {view === 'list' && onColumns && <ColumnMenu columns={columns} onColumns={onColumns} />}
        <ViewSwitch view={view} onView={onView} />
      </div>
      {error && (
        <ErrorAlert
          error={error}
          onRetry={list.refetch}
          isRetrying={list.isFetching}
          isStale={Boolean(reachable)}
        />
      )}
      {reachable === undefined && !error && <PendingGrid view={view} />}
      {total === 0 && !error && empty}
      {reachable !== undefined && reachable > 0 && (
        <Shown
          label={t('assets')}
          total={reachable}
          at={list.at}
          onVisible={setVisibleRange}
          selection={mayOrder ? selection : undefined}
          isOutdated={isOutdated}
          order={query?.order ?? '-created'}
          onOrder={onOrder}
          columns={columns}
        />
      )}
      {total === null && <ListEnd />}
      {mayOrder && <SelectionBar selection={selection} />}
    </>
  )
}

function ViewSwitch({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const { t } = useTranslation('library')
  return (
    <div className={styles.switch} role="group" aria-label={t('view')}>
      <button
        type="button"
        aria-pressed={view === 'grid'}
        aria-label={t('asGrid')}
        title={t('asGrid')}
        onClick={() => onView('grid')}
      >
        <GridIcon />
      </button>
      <button
        type="button"
        aria-pressed={view === 'list'}
        aria-label={t('asList')}
        title={t('asList')}
        onClick={() => onView('list')}
      >
        <ListIcon />
      </button>
    </div>
  )
}
