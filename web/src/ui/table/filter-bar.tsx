import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useIsNarrow } from '../layout/use-is-narrow.ts'
import styles from './filter-bar.module.css'

type Props = {
  label: string
  search: ReactNode
  filters: ReactNode
  /** How many choices differ from the usual. */ activeCount: number
}

/**
 * The search field first and wide, the choices beside it. On a phone they fold away: the list is
 * what one came for.
 */
export function FilterBar({ label, search, filters: choices, activeCount: active }: Props) {
  const { t } = useTranslation()
  const isNarrow = useIsNarrow()
  if (!isNarrow)
    return (
      <search className={styles.filters} aria-label={label}>
        {search}
        {choices}
      </search>
    )
  return (
    <search className={styles.narrow} aria-label={label}>
      {search}
      <details className={styles.fold}>
        <summary>{active ? t('filtersActive', { amount: active }) : t('filters')}</summary>
        <div className={styles.choices}>{choices}</div>
      </details>
    </search>
  )
}
