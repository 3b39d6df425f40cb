import type { ReactNode } from 'react'
import type { PagedList } from '../../api/paged-query.ts'
import type { CountValues } from '../../i18n/i18n-provider.tsx'
import { PagedItems } from './paged-items.tsx'
import { ResponsiveTable, type Column } from './responsive-table.tsx'

type Props<T> = {
  label: string
  totalLabel: (count: CountValues) => string
  pages: PagedList<T>
  columns: [Column<T>, ...Column<T>[]]
  details?: (row: T) => ReactNode
  empty: ReactNode
}

export const PagedTable = <T extends { _id: string }>({
  label,
  totalLabel,
  pages,
  columns,
  details,
  empty,
}: Props<T>) => (
  <PagedItems totalLabel={totalLabel} pages={pages} empty={empty}>
    {(items) => (
      <ResponsiveTable
        label={label}
        rows={items}
        columns={columns}
        keyOf={({ _id }) => _id}
        isOutdated={pages.isOutdated}
        details={details}
      />
    )}
  </PagedItems>
)
