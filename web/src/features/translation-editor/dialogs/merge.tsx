import { useState } from 'react'
import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { useMergeScript } from '../use-script-changes.ts'
import styles from './dialogs.module.css'

type Choices = Record<string, 'ours' | 'theirs'>

/** Shows what a new script version changes, and lets the user resolve conflicts. */
export function ScriptMerge({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation(['translation-editor', 'common'])
  const { data, error, refetch } = useEndpointQuery(translations.getMerge, { params: { id } })
  const [choices, setChoices] = useState<Choices>({})
  const { merge, isPending } = useMergeScript(close)
  if (!data)
    return error ? (
      <ErrorAlert error={error} onRetry={() => void refetch()} />
    ) : (
      <PendingRows rows={3} />
    )
  const unresolved = data.conflicts.filter(({ line }) => !choices[line]).length
  return (
    <>
      <p>{t('merge.summary', { lines: data.lines, removed: data.removed })}</p>
      <Changes changes={data.changes} count={data.lines + data.removed} />
      {data.conflicts.map((conflict) => (
        <fieldset key={conflict.line} className={styles.choice}>
          <legend>{t(`merge.kind.${conflict.kind}`)}</legend>
          {(['ours', 'theirs'] as const).map((side) => {
            const line = side === 'ours' ? conflict.translation : conflict.script
            return (
              <label key={side}>
                <input
                  type="radio"
                  name={conflict.line}
                  checked={choices[conflict.line] === side}
                  onChange={() => setChoices({ ...choices, [conflict.line]: side })}
                />
                <span>
                  <strong>{t(`merge.${side}`)}</strong>
                  {line ? (
                    <>
                      <span className={styles.secondary} dir="ltr">
                        {' '}
                        {line.startTime} – {line.stopTime}{' '}
                      </span>
                      <span dir="auto">
                        <RichText html={line.text || line.source} />
                      </span>
                    </>
                  ) : (
                    <span className={styles.secondary}> {t('merge.noLine')}</span>
                  )}
                </span>
              </label>
            )
          })}
        </fieldset>
      ))}
      {unresolved > 0 && (
        <p className={styles.secondary} role="status">
          {t('merge.open', { count: unresolved })}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button disabled={unresolved > 0} loading={isPending} onClick={() => merge(choices)}>
          {t('merge.apply')}
        </Button>
      </div>
    </>
  )
}

type ChangesProps = { changes: translations.ScriptMergePreview['changes']; count: number }

function Changes({ changes, count }: ChangesProps) {
  const { t } = useTranslation('translation-editor')
  if (changes.length === 0) return null
  return (
    <>
      <ul className={styles.changes} aria-label={t('merge.title')} tabIndex={0}>
        {changes.map(({ kind, startTime, stopTime, source }) => (
          <li key={`${kind} ${startTime} ${source}`}>
            <StatusTag tone={kind === 'removed' ? 'warning' : 'info'}>
              {t(`merge.change.${kind}`)}
            </StatusTag>
            <span className={styles.secondary} dir="ltr">
              {startTime} – {stopTime}
            </span>
            <span dir="auto">
              <RichText html={source} />
            </span>
          </li>
        ))}
      </ul>
      {count > changes.length && (
        <p className={styles.secondary}>{t('merge.more', { count: count - changes.length })}</p>
      )}
    </>
  )
}
