import { Button } from '@mantine/core'
import { parseTimecode } from '@reelay/subtitles'
import { useTranslation } from '../../../i18n/i18n.ts'
import { conflictingFields, type EditorLineDraft } from '../model/draft.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { languageTag } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import styles from './conflict.module.css'

/** Shows the other version of a line that two people changed. Nothing is sent until resolved. */
export function Conflict({ draft }: { draft: EditorLineDraft }) {
  const { t } = useTranslation('translation-editor')
  const { store, rules, clock, select } = useEditor()
  const fields = conflictingFields(draft)
  const theirs = draft.theirs!
  const resolve = (keep: 'mine' | 'theirs') => {
    store.resolveConflict(draft.line, keep)
    select(draft.line, true)
  }
  return (
    <div className={styles.conflict} role="group" aria-label={t('conflict.title')}>
      <p className={styles.title}>{t('conflict.title')}</p>
      {fields.includes('text') && (
        <p className={styles.theirs}>
          <span>{t('conflict.theirs')}</span>{' '}
          <span dir="auto" lang={languageTag(rules.language)}>
            <RichText html={theirs.text || '–'} />
          </span>
        </p>
      )}
      {(fields.includes('startTime') || fields.includes('stopTime')) && (
        <p className={styles.theirs}>
          <span>{t('conflict.theirs')}</span>{' '}
          <span dir="ltr">
            {clock.formatCue(parseTimecode(theirs.startTime))} –{' '}
            {clock.formatCue(parseTimecode(theirs.stopTime))}
          </span>
        </p>
      )}
      {fields.includes('note') && (
        <p className={styles.theirs}>
          <span>{t('conflict.theirs')}</span> <span dir="auto">{theirs.note || '–'}</span>
        </p>
      )}
      <p className={styles.advice}>{t('conflict.advice')}</p>
      <div className={styles.actions}>
        <Button size="xs" onClick={() => resolve('mine')}>
          {t('conflict.keepMine')}
        </Button>
        <Button size="xs" variant="default" onClick={() => resolve('theirs')}>
          {t('conflict.takeTheirs')}
        </Button>
      </div>
    </div>
  )
}
