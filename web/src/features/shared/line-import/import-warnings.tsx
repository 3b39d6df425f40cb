import type { lines } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import styles from './import-warnings.module.css'

type Props = { warnings: readonly lines.ImportWarning[]; of?: 'import' | 'export' }

/** What an import or an export drops or repairs. The texts come from the reader or the writer. */
export function ImportWarnings({ warnings, of = 'import' }: Props) {
  const { t } = useTranslation('trade')
  if (warnings.length === 0) return null
  const title = of === 'import' ? t('importDrops') : t('exportDrops')
  return (
    <section className={styles.warnings} aria-label={title}>
      <p className={styles.title}>{title}</p>
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
