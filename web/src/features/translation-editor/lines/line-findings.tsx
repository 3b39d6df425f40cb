import { useTranslation } from '../../../i18n/i18n.ts'
import { fixFor, type Finding } from '../checks/checks.ts'
import type { EditorLine } from '../model/draft.ts'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { useEditor } from '../editor-context.ts'
import { useFindingText } from '../checks/finding-text.ts'
import { shortcutLabel } from '../shortcuts/shortcuts.ts'
import { SpellingFinding } from '../spelling/spelling-finding.tsx'
import styles from './line-editor.module.css'

/** The findings of the line with their fixes. The first fix has a shortcut. */
export function LineFindings({
  line,
  findings = [],
}: {
  line: EditorLine
  findings: readonly Finding[] | undefined
}) {
  const { t } = useTranslation('translation-editor')
  const { actions, readOnly } = useEditor()
  const textOf = useFindingText()
  const first = fixFor(findings)
  if (findings.length === 0) return null
  return (
    <ul className={styles.findings} aria-label={t('line.findings')}>
      {findings.map((finding) => (
        <li key={finding.rule} className={styles.finding}>
          {finding.words ? (
            <div className={styles.words}>
              {finding.words.map((word) => (
                <SpellingFinding key={word.word} line={line} word={word} />
              ))}
            </div>
          ) : (
            <StatusTag
              tone={finding.severity === 'error' ? 'bad' : 'warning'}
              done={finding.severity === 'error'}
            >
              {textOf(finding)}
            </StatusTag>
          )}
          {finding.rule === 'MACHINE' && !readOnly && (
            <button
              type="button"
              className={styles.smallButton}
              onClick={() => actions.confirm([line._id])}
            >
              {t('line.confirm')}
              <kbd dir="ltr">{shortcutLabel('confirm')}</kbd>
            </button>
          )}
          {finding.fix && !readOnly && (
            <button
              type="button"
              className={styles.smallButton}
              onClick={() => actions.fix(line._id, finding)}
            >
              {t('line.fix')}
              {finding === first && <kbd dir="ltr">{shortcutLabel('fix')}</kbd>}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
