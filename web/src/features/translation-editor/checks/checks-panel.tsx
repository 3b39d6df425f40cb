import { useTranslation } from '../../../i18n/i18n.ts'
import { CheckResults } from './check-results.tsx'
import styles from './checks.module.css'

/** Above the lines, so that the selected line stays visible below it. */
export function ChecksPanel({ close }: { close: () => void }) {
  const { t } = useTranslation('checks')
  return (
    <section className={styles.panel} aria-label={t('title')} data-sticky>
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
