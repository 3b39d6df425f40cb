import { useState } from 'react'
import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { useEditor } from '../editor-context.ts'
import styles from './dialogs.module.css'

type Choices = Record<string, 'ours' | 'theirs'>

/**
 * The script has changed since: what comes with it, and, where both sides changed the same, which
 * of the two stands.
 */
export function ScriptMerge({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation(['translation-editor', 'common'])
  const { store } = useEditor()
  const { data, error, refetch } = useEndpointQuery(translations.getMerge, { params: { id } })
  const [settle, setSettle] = useState<Choices>({})
  const merge = useEndpointMutation(translations.mergeScript, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: (changed) => {
      store.mergeReply(changed)
      void store.pull()
      close()
      showToast(t('merge.done', { count: changed.lines.length + changed.removed.length }))
    },
  })
  if (!data)
    return error ? (
      <ErrorAlert error={error} onRetry={() => void refetch()} />
    ) : (
      <PendingRows rows={3} />
    )
  const open = data.conflicts.filter(({ line }) => !settle[line]).length
  return (
    <>
      <p>{t('merge.summary', { lines: data.lines, removed: data.removed })}</p>
      {data.conflicts.map((conflict) => (
        <fieldset key={conflict.line} className={styles.choice}>
          <legend>{t(`merge.kind.${conflict.kind}`)}</legend>
          {(['ours', 'theirs'] as const).map((whose) => {
            const line = whose === 'ours' ? conflict.translation : conflict.script
            return (
              <label key={whose}>
                <input
                  type="radio"
                  name={conflict.line}
                  checked={settle[conflict.line] === whose}
                  onChange={() => setSettle({ ...settle, [conflict.line]: whose })}
                />
                <span>
                  <strong>{t(`merge.${whose}`)}</strong>
                  {line ? (
                    <>
                      <span className={styles.lesser} dir="ltr">
                        {' '}
                        {line.startTime} – {line.stopTime}{' '}
                      </span>
                      <span dir="auto">
                        <RichText html={line.text || line.source} />
                      </span>
                    </>
                  ) : (
                    <span className={styles.lesser}> {t('merge.noLine')}</span>
                  )}
                </span>
              </label>
            )
          })}
        </fieldset>
      ))}
      {open > 0 && (
        <p className={styles.lesser} role="status">
          {t('merge.open', { count: open })}
        </p>
      )}
      <div className={styles.acts}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button
          disabled={open > 0}
          loading={merge.isPending}
          onClick={() =>
            void store.flush().then(() => merge.mutate({ params: { id }, body: { settle } }))
          }
        >
          {t('merge.apply')}
        </Button>
      </div>
    </>
  )
}
