import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { countFindings } from './checks.ts'
import { StatusTag } from '../../../ui/text/tag.tsx'
import { useEditor } from '../editor-context.ts'
import { useFindingText } from './finding-text.ts'
import { useFixAll } from './use-fix-all.ts'
import styles from '../suggestions/suggestions.module.css'

/** More than anybody reads in one go; with the first ones mended the next come up. */
const MAX_SHOWN = 300

/** Everything that the checks say, line by line; to press one is to go there. */
export function CheckResults({ onGo }: { onGo?: () => void }) {
  const { t } = useTranslation('checks')
  const { lines, findings, select, readOnly } = useEditor()
  const [only, setOnly] = useState<'error' | 'warning' | null>(null)
  const textOf = useFindingText()
  const fixAll = useFixAll()
  const { errors, warnings } = countFindings(findings)
  const all = lines.flatMap((line) =>
    (findings.get(line._id) ?? []).map((finding) => ({ line, finding })),
  )
  const shown = all.filter(({ finding }) => !only || finding.severity === only)
  const fixable = all.filter(({ finding }) => finding.fix).length
  if (all.length === 0) return <p className={styles.lesson}>{t('none')}</p>
  return (
    <>
      <div className={styles.filters} role="group" aria-label={t('show')}>
        <button
          type="button"
          className={styles.filter}
          aria-pressed={only === 'error'}
          onClick={() => setOnly(only === 'error' ? null : 'error')}
        >
          {t('errors', { count: errors })}
        </button>
        <button
          type="button"
          className={styles.filter}
          aria-pressed={only === 'warning'}
          onClick={() => setOnly(only === 'warning' ? null : 'warning')}
        >
          {t('warnings', { count: warnings })}
        </button>
      </div>
      <ul className={styles.rules}>
        {shown.slice(0, MAX_SHOWN).map(({ line, finding }) => (
          <li key={`${line._id} ${finding.rule}`}>
            <button
              type="button"
              className={styles.found}
              onClick={() => {
                select(line._id, true)
                onGo?.()
              }}
            >
              <span className={styles.foundLine}>{line.number}</span>
              <StatusTag
                tone={finding.severity === 'error' ? 'bad' : 'wait'}
                done={finding.severity === 'error'}
              >
                {textOf(finding)}
              </StatusTag>
            </button>
          </li>
        ))}
      </ul>
      {shown.length > MAX_SHOWN && (
        <p className={styles.lesson}>{t('more', { count: shown.length - MAX_SHOWN })}</p>
      )}
      {fixable > 0 && !readOnly && (
        <Button className={styles.all} size="sm" variant="default" onClick={fixAll}>
          {t('fixAll', { count: fixable })}
        </Button>
      )}
    </>
  )
}
