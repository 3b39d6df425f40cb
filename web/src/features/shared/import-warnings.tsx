import type { lines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './import-warnings.module.css'

/** What an import drops or repairs. The texts come from the file reader. */
export function ImportWarnings({ warnings }: { warnings: readonly lines.ImportWarning[] }) {
  const { t } = useTranslation('trade')
  if (warnings.length === 0) return null
  return (
    <section className={styles.warnings} aria-label={t('importDrops')}>
      <p className={styles.title}>{t('importDrops')}</p>
      <ul className={styles.list} tabIndex={0}>
        {warnings.map(({ cue, lost }, index) => (
          <li key={index}>
            <span className={styles.cue}>
              {cue === null ? t('wholeFile') : t('cueNumber', { number: cue })}
            </span>
            <bdi lang="en">{lost}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
