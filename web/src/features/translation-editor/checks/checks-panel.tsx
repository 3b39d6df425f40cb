import { useTranslation } from '../../../i18n/i18n.ts'
import { CheckResults } from './check-results.tsx'
import styles from '../suggestions/suggestions.module.css'

/** Above the lines, so that one goes from finding to finding and sees each line below. */
export function ChecksPanel({ close }: { close: () => void }) {
  const { t } = useTranslation('checks')
  return (
    <section className={styles.panel} aria-label={t('title')} data-covers>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('title')}</h2>
        <button type="button" className={styles.close} onClick={close}>
          {t('hide')}
        </button>
      </div>
      <CheckResults />
    </section>
  )
}
