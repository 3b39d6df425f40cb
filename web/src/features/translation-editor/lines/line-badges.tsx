import type { comments as commentTypes } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Finding } from '../checks/checks.ts'
import { isUnconfirmed, type EditorLineDraft, type EditorLine } from '../model/draft.ts'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { isOpenThread } from '../comments/use-line-comments.ts'
import styles from './lines.module.css'

/** Conflicts, findings and the note of a line; empty for most. */
export function LineBadges({
  line,
  findings,
  draft,
  comments,
}: {
  line: EditorLine
  findings: readonly Finding[] | undefined
  draft: EditorLineDraft | undefined
  comments: readonly commentTypes.LineComment[] | undefined
}) {
  const { t } = useTranslation(['translation-editor', 'checks'])
  // Unconfirmed lines have a mark of their own.
  const others = findings?.filter(({ rule }) => rule !== 'MACHINE') ?? []
  const worst =
    others.find(({ severity }) => severity === 'error') ??
    others.find(({ rule }) => rule !== 'UNTRANSLATED')
  const isOnlyUntranslated = worst?.rule === 'UNTRANSLATED'
  const open = comments?.filter(isOpenThread) ?? []
  const hasSuggestion = open.some(({ suggestion }) => suggestion !== null)
  return (
    <>
      {draft?.theirs && <StatusTag tone="bad">{t('badge.conflict')}</StatusTag>}
      {draft?.rejected !== undefined && <StatusTag tone="bad">{t('badge.rejected')}</StatusTag>}
      {hasSuggestion && <StatusTag tone="accent">{t('comments.suggestion')}</StatusTag>}
      {!hasSuggestion && open.length > 0 && (
        <StatusTag tone="info">{t('comments.count', { count: open.length })}</StatusTag>
      )}
      {line.kind && line.kind !== 'dialogue' && (
        <StatusTag tone="neutral">{t(`kind.${line.kind}`)}</StatusTag>
      )}
      {line.stale && <StatusTag tone="warning">{t('badge.stale')}</StatusTag>}
      {isUnconfirmed(line) && (
        <StatusTag tone="neutral" done={false}>
          {t('badge.machine')}
        </StatusTag>
      )}
      {worst && !isOnlyUntranslated && (
        <StatusTag
          tone={worst.severity === 'error' ? 'bad' : 'warning'}
          done={worst.severity === 'error'}
        >{`${t(`checks:short.${worst.rule}`)}${others.length > 1 ? ` +${others.length - 1}` : ''}`}</StatusTag>
      )}
      {line.note && (
        <span className={styles.note} dir="auto">
          {line.note}
        </span>
      )}
    </>
  )
}
