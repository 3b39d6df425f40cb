import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useIsNarrow } from '../layout/use-is-narrow.ts'
import styles from './filter-bar.module.css'

type Props = {
  label: string
  search: ReactNode
  filters: ReactNode
  /** The fields have no visible labels. */ isCompact?: boolean
  /** The number of filters in use. */ activeCount: number
}

/** On phones the filters are collapsed. */
export function FilterBar({ label, search, filters, isCompact = false, activeCount }: Props) {
  const { t } = useTranslation()
  const isNarrow = useIsNarrow()
  if (!isNarrow)
    return (
      <search className={styles.bar} data-compact={isCompact} aria-label={label}>
        {search}
        {filters}
      </search>
    )
  return (
    <search className={styles.narrowBar} aria-label={label}>
      {search}
      <details className={styles.fold}>
        <summary>
          {activeCount ? t('filtersActive', { amount: activeCount }) : t('filters')}
        </summary>
        <div className={styles.options}>{filters}</div>
      </details>
    </search>
  )
}
