import { useState, type ReactNode } from 'react'
import { translationRules, workrequests } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { WINDOW_PAGE_SIZE } from '../../../api/index-range.ts'
import { useWindowedQuery } from '../../../api/windowed-query.ts'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { totalValues } from '../../../ui/format/total.ts'
import { ListEnd } from '../../../ui/table/list-end.tsx'
import { useSelection } from '../../../ui/table/selection.ts'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import { usePermissions } from '../../shared/current-user.ts'
import { AssignProvider } from './assign-context.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { listQuery } from './list-query.ts'
import type { RequestSearch } from './search-params.ts'
import { selectedColumns } from './column-keys.ts'
import { useListColumns } from './list-columns.tsx'
import { useAddRisks } from '../../shared/use-add-risks.ts'
import { useRequestGroups } from './use-request-groups.ts'
import styles from './list.module.css'

type Props = { search: RequestSearch; onOrder: (order: string) => void; empty: ReactNode }

/** Work requests in compact rows. Selected ones can be changed together. */
export function RequestList({ search, onOrder, empty }: Props) {
  const { t } = useTranslation('requests')
  const { call } = useService()
  const navigate = useNavigate()
  const query = listQuery(search)
  const [visible, setVisible] = useState({ first: 0, last: WINDOW_PAGE_SIZE - 1 })
  const keys = selectedColumns(search.columns)
  const addRisks = useAddRisks()
  const list = useWindowedQuery(
    workrequests.listWorkRequests,
    { query },
    visible,
    keys.includes('risk') ? addRisks : undefined,
  )
  const groups = useRequestGroups(search)
  const columns = useListColumns(keys)
  const selection = useSelection(
    async (first, last) =>
      (await call(workrequests.listWorkRequests, { query, range: { first, last } })).items,
  )
  const [assigned, setAssigned] = useState<workrequests.WorkRequest>()
  const permissions = usePermissions()
  const mayAssign = translationRules.mayAssign({ permissions })
  const { total, reachable, error } = list
  return (
    <>
      {error && (
        <ErrorAlert
          error={error}
          onRetry={list.refetch}
          isRetrying={list.isFetching}
          isStale={Boolean(reachable)}
        />
      )}
      {reachable === undefined && !error && <PendingRows />}
      {total === 0 && !error && empty}
      {reachable !== undefined && reachable > 0 && (
        <AssignProvider value={mayAssign ? setAssigned : undefined}>
          <VirtualTable
            label={t('title')}
            columns={columns}
            total={reachable}
            at={list.at}
            groups={groups}
            onVisible={setVisible}
            onOpen={({ _id }) => void navigate({ to: '/workrequests/$id', params: { id: _id } })}
            selection={selection}
            selectLabel={({ asset, language, territory }) =>
              t('select', { name: asset.name, language, territory })
            }
            order={search.order ?? 'due'}
            onOrder={onOrder}
            isOutdated={list.isOutdated}
            onAssign={(request) => mayAssign && setAssigned(request)}
          />
        </AssignProvider>
      )}
      {total === null && <ListEnd />}
      {assigned && <AssignDialog request={assigned} onClose={() => setAssigned(undefined)} />}
      <p role="status" className={styles.count}>
        {total !== undefined && !list.isOutdated ? t('total', totalValues(total)) : <>&nbsp;</>}
      </p>
      {selection.selected.size > 0 && (
        <BulkActions selected={[...selection.selected.values()]} onClear={selection.clear} />
      )}
    </>
  )
}
