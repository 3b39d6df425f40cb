import { useTranslation } from '../../../i18n/i18n.ts'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import type { GridView } from './layout.ts'
import styles from './pending-grid.module.css'

/** Shown until the total is known. */
export function PendingGrid({ view }: { view: GridView }) {
  const { t } = useTranslation()
  if (view === 'list') return <PendingRows />
  return (
    <div className={styles.grid} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: 8 }, (_none, index) => (
        <span key={index} className={styles.card} />
      ))}
    </div>
  )
}
