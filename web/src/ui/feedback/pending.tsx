import { Skeleton } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './pending.module.css'

/**
 * The placeholder of a loading list. Appears after a delay, so that quick responses do not flicker.
 */
export function PendingRows({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.rows} role="status" data-pending="">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton height={16} width={`${46 + ((index * 17) % 35)}%`} radius="sm" />
          <Skeleton height={12} width={`${22 + ((index * 11) % 20)}%`} radius="sm" />
        </div>
      ))}
    </div>
  )
}

/** The placeholder of a few lines of text. */
export function PendingLines() {
  const { t } = useTranslation()
  return (
    <div className={styles.lines} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {[72, 48, 60].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} radius="sm" />
      ))}
    </div>
  )
}

/** The placeholder of the page of one record. */
export function PendingRecord() {
  const { t } = useTranslation()
  return (
    <div className={styles.record} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {[4, 6].map((rows) => (
        <div key={rows} className={styles.card}>
          {Array.from({ length: rows }, (_, index) => (
            <div key={index} className={styles.fact}>
              <Skeleton height={12} width="34%" radius="sm" />
              <Skeleton height={16} width={`${48 + ((index * 19) % 40)}%`} radius="sm" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
