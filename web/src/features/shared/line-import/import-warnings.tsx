import type { lines } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import styles from './import-warnings.module.css'

type Warning = lines.ExportWarning & Partial<lines.ImportWarning>
type Props = { warnings: readonly Warning[]; of?: 'import' | 'export' }

/**
 * What an import or an export drops or repairs, with the cue and the place in the file. The texts come
 * from the reader or the writer.
 */
export function ImportWarnings({ warnings, of = 'import' }: Props) {
  const { t } = useTranslation('trade')
  if (warnings.length === 0) return null
  const title = of === 'import' ? t('importDrops') : t('exportDrops')
  return (
    <section className={styles.warnings} aria-label={title}>
      <p className={styles.title}>{title}</p>
      <ul className={styles.list} tabIndex={0}>
        {warnings.map((warning, index) => (
          <WarningItem key={index} {...warning} />
        ))}
      </ul>
    </section>
  )
}

function WarningItem({ cue, lost, line, column, startTime, text }: Warning) {
  const { t } = useTranslation('trade')
  return (
    <li>
      <span className={styles.cue}>
        {cue === null ? t('wholeFile') : t('cueNumber', { number: cue })}
        {startTime && <bdi>{startTime}</bdi>}
        {line && column && <span>{t('placeInFile', { line, column })}</span>}
      </span>
      <bdi lang="en">{lost}</bdi>
      {text && (
        <bdi className={styles.text} dir="auto">
          {text}
        </bdi>
      )}
    </li>
  )
}
