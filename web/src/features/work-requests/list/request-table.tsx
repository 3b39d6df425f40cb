import { useState, type ReactNode } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/queries.ts'
import { useRequestColumns } from '../../shared/request-columns.tsx'
import { Risk } from '../../shared/risk.tsx'
import { isFinal, OPEN_STATUSES } from '../../shared/status.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { useRisks } from './use-risks.ts'
import styles from './work-requests-page.module.css'

type WorkRequest = workrequests.WorkRequest
type Asked = {
  q: string | undefined
  territory: string | undefined
  order: string | undefined
  status: string | undefined
}

/** Due first. Several can be chosen, and moved together where each of them may be. */
export function RequestTable({
  asked: { status, order, ...asked },
  empty,
}: {
  asked: Asked
  empty: ReactNode
}) {
  const { t } = useTranslation(['requests', 'trade'])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const pages = usePagedQuery(workrequests.listWorkRequests, {
    query: {
      ...asked,
      order: order ?? 'due',
      status: status === 'any' ? undefined : (status ?? OPEN_STATUSES.join(',')),
    },
  })
  const riskOf = useRisks()
  const toggle = (id: string) => setChosen((before) => before.symmetricDifference(new Set([id])))
  const [name, ...others] = useRequestColumns()
  const [version, life] = [others.slice(0, -2), others.slice(-2).toReversed()]
  const named: Column<WorkRequest> = {
    ...name,
    cell: (request) => (
      <div className={styles.named}>
        <input
          type="checkbox"
          checked={chosen.has(request._id)}
          onChange={() => toggle(request._id)}
          aria-label={t('choose', {
            name: request.asset.name,
            language: request.language,
            territory: request.territory,
          })}
        />
        <div>{name.cell(request)}</div>
      </div>
    ),
  }
  const risk: Column<WorkRequest> = {
    title: t('risk'),
    width: '10%',
    hideTitle: true,
    cell: ({ _id, status: now }) => {
      const of = riskOf(_id)
      return of && !isFinal(now) ? <Risk risk={of.risk} reasons={of.reasons} /> : null
    },
  }
  const picked = pages.items?.filter(({ _id }) => chosen.has(_id)) ?? []
  return (
    <>
      <PagedTable
        label={t('title')}
        totalLabel={(count) => t('total', { count })}
        pages={pages}
        columns={[named, ...sized(life, '21%', '16%'), risk, ...sized(version, '11%', '13%')]}
        empty={empty}
      />
      {picked.length > 0 && <BulkActions chosen={picked} onClear={() => setChosen(new Set())} />}
    </>
  )
}

const sized = (columns: Column<WorkRequest>[], ...widths: string[]): Column<WorkRequest>[] =>
  columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }))
