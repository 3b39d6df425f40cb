import { useState, type ReactNode } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useGroups } from '../../shared/lookups.ts'
import { useRequestColumns } from '../../shared/request-columns.tsx'
import { Risk } from '../../shared/risk.tsx'
import { isFinal, OPEN_STATUSES } from '../../shared/status.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { useRisks } from './use-risks.ts'
import styles from './work-requests-page.module.css'

type WorkRequest = workrequests.WorkRequest
type Filter = {
  q: string | undefined
  territory: string | undefined
  vendor: string | undefined
  order: string | undefined
  status: string | undefined
}

type Props = { filter: Filter; empty: ReactNode }

/** Work requests by due date. Selected ones can be moved together. */
export function RequestTable({ filter: { status, order, ...filter }, empty }: Props) {
  const { t } = useTranslation(['requests', 'trade'])
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const pages = usePagedQuery(workrequests.listWorkRequests, {
    query: {
      ...filter,
      order: order ?? 'due',
      status: status === 'any' ? undefined : (status ?? OPEN_STATUSES.join(',')),
    },
  })
  const riskOf = useRisks()
  const toggle = (id: string) =>
    setSelectedIds((before) => before.symmetricDifference(new Set([id])))
  const [name, ...others] = useRequestColumns()
  const versionColumns = others.slice(0, -2)
  const dueAndStatus = others.slice(-2).toReversed()
  const nameColumn: Column<WorkRequest> = {
    ...name,
    cell: (request) => (
      <div className={styles.nameCell}>
        <input
          type="checkbox"
          checked={selectedIds.has(request._id)}
          onChange={() => toggle(request._id)}
          aria-label={t('select', {
            name: request.asset.name,
            language: request.language,
            territory: request.territory,
          })}
        />
        <div>
          {name.cell(request)}
          <VendorName request={request} />
        </div>
      </div>
    ),
  }
  const riskColumn: Column<WorkRequest> = {
    title: t('risk'),
    width: '10%',
    hideTitle: true,
    cell: ({ _id, status: now }) => {
      const found = riskOf(_id)
      return found && !isFinal(now) ? <Risk risk={found.risk} reasons={found.reasons} /> : null
    },
  }
  const selected = pages.items?.filter(({ _id }) => selectedIds.has(_id)) ?? []
  return (
    <>
      <PagedTable
        label={t('title')}
        totalLabel={(count) => t('total', { count })}
        pages={pages}
        columns={[
          nameColumn,
          ...withWidths(dueAndStatus, '21%', '16%'),
          riskColumn,
          ...withWidths(versionColumns, '11%', '13%'),
        ]}
        empty={empty}
      />
      {selected.length > 0 && (
        <BulkActions selected={selected} onClear={() => setSelectedIds(new Set())} />
      )}
    </>
  )
}

function VendorName({ request: { vendor, assignment } }: { request: WorkRequest }) {
  const { t } = useTranslation('requests')
  const groups = useGroups()
  if (!vendor) return null
  return (
    <div className={styles.vendor}>
      <bdi>{groups.nameOf(vendor)}</bdi>
      {assignment?.decision !== 'accepted' &&
        ` · ${t(assignment?.decision === 'declined' ? 'vendorDeclined' : 'vendorWaiting')}`}
    </div>
  )
}

const withWidths = (columns: Column<WorkRequest>[], ...widths: string[]): Column<WorkRequest>[] =>
  columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }))
