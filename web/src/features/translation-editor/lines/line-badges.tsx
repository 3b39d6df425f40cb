import { useTranslation } from '../../../i18n/i18n.ts'
import type { Finding } from '../checks/checks.ts'
import type { Draft, Line } from '../model/draft.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import styles from './lines.module.css'

/** What there is to know of a line at a glance; nothing for most. */
export function LineMarks({
  line,
  findings,
  draft,
}: {
  line: Line
  findings: readonly Finding[] | undefined
  draft: Draft | undefined
}) {
  const { t } = useTranslation(['translate', 'checks'])
  const worst =
    findings?.find(({ severity }) => severity === 'error') ??
    findings?.find(({ rule }) => rule !== 'UNTRANSLATED')
  const isOnlyUnsaid = worst?.rule === 'UNTRANSLATED'
  const others = (findings?.length ?? 0) - 1
  return (
    <>
      {draft?.theirs && <Tag tone="bad">{t('mark.conflict')}</Tag>}
      {draft?.refused !== undefined && <Tag tone="bad">{t('mark.refused')}</Tag>}
      {line.stale && <Tag tone="wait">{t('mark.stale')}</Tag>}
      {line.machine && (
        <Tag tone="quiet" done={false}>
          {t('mark.machine')}
        </Tag>
      )}
      {worst && !isOnlyUnsaid && (
        <Tag
          tone={worst.severity === 'error' ? 'bad' : 'wait'}
          done={worst.severity === 'error'}
        >{`${t(`checks:short.${worst.rule}`)}${others > 0 ? ` +${others}` : ''}`}</Tag>
      )}
      {line.note && (
        <span className={styles.note} dir="auto">
          {line.note}
        </span>
      )}
    </>
  )
}
