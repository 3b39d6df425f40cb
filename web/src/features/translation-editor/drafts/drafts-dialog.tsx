import { Button } from '@mantine/core'
import { machinedrafts } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import styles from '../dialogs/dialogs.module.css'

const isActive = (run: machinedrafts.DraftRun | undefined) =>
  run?.status === 'waiting' || run?.status === 'running'

/** Says what is sent to whom, starts a run, and shows how far it is. */
export function DraftsDialog({ close }: { close: () => void }) {
  const { t } = useTranslation(['drafts', 'common'])
  const { store, translation, lines } = useEditor()
  const params = { id: translation._id }
  const query = useEndpointQuery(
    machinedrafts.getTranslationDrafts,
    { params },
    { pollWhile: ({ runs }) => isActive(runs[0]), staleTime: 0 },
  )
  const options = { invalidates: ['/translations/:id/drafts'], silent: true }
  const start = useEndpointMutation(machinedrafts.draftTranslation, options)
  const cancel = useEndpointMutation(machinedrafts.cancelTranslationDraft, {
    ...options,
    onSuccess: () => void store.pull(),
  })
  if (query.error) return <ErrorAlert error={query.error} />
  if (!query.data) return <PendingRows rows={3} />
  const {
    provider,
    runs: [run],
  } = query.data
  const empty = lines.filter(({ text, source }) => !text && source).length
  const begin = async () => {
    // Texts that are still on their way would count as empty.
    await store.flush()
    start.mutate({ params })
  }
  return (
    <div className={styles.form}>
      {provider ? <p>{t('sends', { host: provider.host })}</p> : <p role="status">{t('off')}</p>}
      <p className={styles.secondary}>{t('order')}</p>
      {run && <RunState run={run} />}
      {(start.error ?? cancel.error) && <ErrorAlert error={(start.error ?? cancel.error)!} />}
      <div className={styles.actions}>
        <Button variant="default" onClick={close}>
          {t('common:close')}
        </Button>
        {isActive(run) ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params })}
          >
            {t('cancel')}
          </Button>
        ) : (
          provider && (
            <Button disabled={empty === 0} loading={start.isPending} onClick={() => void begin()}>
              {empty === 0 ? t('nothing') : t('start', { count: empty })}
            </Button>
          )
        )}
      </div>
    </div>
  )
}

function RunState({ run }: { run: machinedrafts.DraftRun }) {
  const { t } = useTranslation('drafts')
  const { status, total, fromMemory, fromGlossary, fromProvider, skipped, reason } = run
  const drafted = fromMemory + fromGlossary + fromProvider
  const text = t('progress', {
    done: formatNumber(drafted),
    total: formatNumber(total),
    count: total,
  })
  return (
    <div role="status">
      <p>{isActive(run) ? text : t(`ended.${status}`, { count: drafted })}</p>
      {isActive(run) && (
        <ProgressBar label={text} value={total ? Math.min(1, (drafted + skipped) / total) : 0} />
      )}
      {reason && <p dir="auto">{reason.message}</p>}
      <p className={styles.secondary}>
        {t('origins', {
          memory: formatNumber(fromMemory),
          glossary: formatNumber(fromGlossary),
          provider: formatNumber(fromProvider),
          characters: formatNumber(run.characters),
        })}
      </p>
    </div>
  )
}
