import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { countFindings } from './checks.ts'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { useEditor } from '../editor-context.ts'
import { shortcutLabel } from '../shortcuts/shortcuts.ts'
import { CheckReport } from './check-report.tsx'
import { SpellingNote } from '../spelling/spelling-note.tsx'
import { useFindingText } from './finding-text.ts'
import { useFixAll } from './use-fix-all.ts'
import styles from './checks.module.css'

/** Further findings appear as the first ones are fixed. */
const MAX_SHOWN = 300

/** All findings by line; pressing one selects its line. */
export function CheckResults({ onSelect }: { onSelect?: () => void }) {
  const { t } = useTranslation('checks')
  const { lines, findings, selected, select, readOnly } = useEditor()
  const [severity, setSeverity] = useState<'error' | 'warning' | null>(null)
  const choose = (id: string) => {
    select(id, true)
    onSelect?.()
  }
  const textOf = useFindingText()
  const fixAll = useFixAll()
  const { errors, warnings } = countFindings(findings)
  const all = lines.flatMap((line) =>
    (findings.get(line._id) ?? []).map((finding) => ({ line, finding })),
  )
  const shown = all.filter(({ finding }) => !severity || finding.severity === severity)
  const fixable = all.filter(({ finding }) => finding.fix).length
  if (all.length === 0)
    return (
      <>
        <p className={styles.hint}>{t('none')}</p>
        <SpellingNote />
        <CheckReport />
      </>
    )
  return (
    <section aria-label={t('title')}>
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
        <FindingNavigation />
        {fixable > 0 && !readOnly && (
          <Button size="compact-sm" variant="default" onClick={fixAll}>
            {t('fixAll', { count: fixable })}
          </Button>
        )}
      </div>
      <ul className={styles.results}>
        {shown.slice(0, MAX_SHOWN).map(({ line, finding }) => (
          <li key={`${line._id} ${finding.rule}`}>
            <button
              type="button"
              className={styles.result}
              aria-current={line._id === selected}
              onClick={() => choose(line._id)}
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
      <SpellingNote />
      <CheckReport />
    </section>
  )
}

/** To the previous and next line with a finding, as the shortcuts do. */
function FindingNavigation() {
  const { t } = useTranslation('checks')
  const { actions } = useEditor()
  return (
    <span className={styles.navigation}>
      <button
        type="button"
        className={styles.filter}
        title={shortcutLabel('previousFinding')}
        onClick={() => actions.selectFinding(-1)}
      >
        {t('previous')}
      </button>
      <button
        type="button"
        className={styles.filter}
        title={shortcutLabel('nextFinding')}
        onClick={() => actions.selectFinding(1)}
      >
        {t('next')}
      </button>
    </span>
  )
}
