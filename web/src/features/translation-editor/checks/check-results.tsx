import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { countFindings } from './checks.ts'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { useEditor } from '../editor-context.ts'
import { useFindingText } from './finding-text.ts'
import { useFixAll } from './use-fix-all.ts'
import styles from './checks.module.css'

/** Further findings appear as the first ones are fixed. */
const MAX_SHOWN = 300

/** All findings by line; pressing one selects its line. */
export function CheckResults({ onSelect }: { onSelect?: () => void }) {
  const { t } = useTranslation('checks')
  const { lines, findings, select, readOnly } = useEditor()
  const [severity, setSeverity] = useState<'error' | 'warning' | null>(null)
  const textOf = useFindingText()
  const fixAll = useFixAll()
  const { errors, warnings } = countFindings(findings)
  const all = lines.flatMap((line) =>
    (findings.get(line._id) ?? []).map((finding) => ({ line, finding })),
  )
  const shown = all.filter(({ finding }) => !severity || finding.severity === severity)
  const fixable = all.filter(({ finding }) => finding.fix).length
  if (all.length === 0) return <p className={styles.hint}>{t('none')}</p>
  return (
    <>
      <div className={styles.filters} role="group" aria-label={t('show')}>
        <button
          type="button"
          className={styles.filter}
          aria-pressed={severity === 'error'}
          onClick={() => setSeverity(severity === 'error' ? null : 'error')}
        >
          {t('errors', { count: errors })}
        </button>
        <button
          type="button"
          className={styles.filter}
          aria-pressed={severity === 'warning'}
          onClick={() => setSeverity(severity === 'warning' ? null : 'warning')}
        >
          {t('warnings', { count: warnings })}
        </button>
      </div>
      <ul className={styles.results}>
        {shown.slice(0, MAX_SHOWN).map(({ line, finding }) => (
          <li key={`${line._id} ${finding.rule}`}>
            <button
              type="button"
              className={styles.result}
              onClick={() => {
                select(line._id, true)
                onSelect?.()
              }}
            >
              <span className={styles.resultLine}>{line.number}</span>
              <StatusTag
                tone={finding.severity === 'error' ? 'bad' : 'warning'}
                done={finding.severity === 'error'}
              >
                {textOf(finding)}
              </StatusTag>
            </button>
          </li>
        ))}
      </ul>
      {shown.length > MAX_SHOWN && (
        <p className={styles.hint}>{t('more', { count: shown.length - MAX_SHOWN })}</p>
      )}
      {fixable > 0 && !readOnly && (
        <Button className={styles.fixAll} size="sm" variant="default" onClick={fixAll}>
          {t('fixAll', { count: fixable })}
        </Button>
      )}
    </>
  )
}
