import type { lines } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import styles from './line-import.module.css'

/** How many lines there will be, and the first of them. */
export function ImportedResult({ imported }: { imported: lines.ImportResult }) {
  const { t } = useTranslation('translation-editor')
  const { read, lines: total, changed, added, removed, result } = imported
  const addedIds = new Set(added.map(({ _id }) => _id))
  return (
    <>
      <p role="status">
        {t('import.summary', {
          read: formatNumber(read),
          lines: formatNumber(total),
          added: formatNumber(added.length),
          changed: formatNumber(changed),
          removed: formatNumber(removed),
        })}
      </p>
      <ol className={styles.result} aria-label={t('import.result')} tabIndex={0}>
        {result.map(({ _id, number, startTime, text, source }) => (
          <li key={_id}>
            <span className={styles.number}>{formatNumber(number)}</span>
            <span className={styles.hint} dir="ltr">
              {startTime}
            </span>
            <span dir="auto">
              <RichText html={text || source} />
            </span>
            {addedIds.has(_id) && <StatusTag tone="info">{t('import.new')}</StatusTag>}
          </li>
        ))}
      </ol>
      {total > result.length && (
        <p className={styles.hint}>{t('import.more', { count: total - result.length })}</p>
      )}
    </>
  )
}
