import { Button } from '@mantine/core'
import type { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { orphanedDrafts } from '../model/edited-track.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { useEditor } from '../editor-context.ts'
import { useScriptChanges } from '../use-script-changes.ts'
import type { EditorPanel } from '../dialogs/dialogs.tsx'
import styles from './notices.module.css'

/** What to know before editing: the status, script changes and drafts of removed lines. */
export function Notices({
  translation,
  open,
}: {
  translation: translations.Translation
  open: (panel: EditorPanel) => void
}) {
  const { t } = useTranslation('translation-editor')
  const { status, reason } = translation
  return (
    <div className={styles.notices}>
      {status === 'submitted' && (
        <p className={styles.notice} data-tone="accent">
          {t('notice.submitted')}
        </p>
      )}
      {status === 'approved' && (
        <p className={styles.notice} data-tone="good">
          {t('notice.approved')}
        </p>
      )}
      {status === 'rejected' && (
        <p className={styles.notice} data-tone="bad">
          {reason ? (
            <>
              {t('notice.rejectedReason')} <q dir="auto">{reason}</q>
            </>
          ) : (
            t('notice.rejected')
          )}
        </p>
      )}
      {status === 'incomplete' && reason && (
        <p className={styles.notice} data-tone="bad">
          {t('notice.reopenedReason')} <q dir="auto">{reason}</q>
        </p>
      )}
      <ScriptChanged open={open} />
      <OrphanedDrafts />
    </div>
  )
}

/** Without lines, the list itself offers those of the script. */
function ScriptChanged({ open }: { open: (panel: EditorPanel) => void }) {
  const { t } = useTranslation('translation-editor')
  const { lines } = useEditor()
  const changes = useScriptChanges()
  if (!changes || (lines.length === 0 && changes.conflicts.length === 0)) return null
  return (
    <div className={styles.notice} data-tone="warning">
      <span>
        {t('merge.offer', {
          count: changes.lines + changes.removed + changes.conflicts.length,
        })}
      </span>
      <Button size="xs" variant="default" onClick={() => open('merge')}>
        {t('merge.review')}
      </Button>
    </div>
  )
}

/** Drafts of lines that somebody else removed are kept until the user decides. */
function OrphanedDrafts() {
  const { t } = useTranslation('translation-editor')
  const { state, store, readOnly } = useEditor()
  const addAgain = async (line: string) => {
    const {
      base: { _id, number: _number, version: _version, ...base },
      fields,
    } = state.track.drafts.get(line)!
    await store.addLine({ ...base, ...fields })
    store.discardDraft(line)
  }
  return orphanedDrafts(state.track).map(({ line, base, fields }) => (
    <div key={line} className={styles.notice} data-tone="bad">
      <span>
        {t('orphan', { number: base.number })}{' '}
        <q dir="auto">
          <RichText html={fields.text ?? base.text} />
        </q>
      </span>
      <span className={styles.actions}>
        {!readOnly && (
          <Button size="xs" variant="default" onClick={() => void addAgain(line)}>
            {t('orphanAdd')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => store.discardDraft(line)}>
          {t('orphanDiscard')}
        </Button>
      </span>
    </div>
  ))
}
