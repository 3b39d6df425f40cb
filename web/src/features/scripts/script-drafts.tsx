import { Button } from '@mantine/core'
import { lines, machinedrafts, scripts } from '@reelay/api/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { invalidatePaths, useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useService } from '../../api/service-context.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import styles from './scripts.module.css'

const isActive = (run: machinedrafts.DraftRun | undefined) =>
  run?.status === 'waiting' || run?.status === 'running'

/** Says what is sent to whom, writes the script from the sound of the film, and shows how far it is. */
export function ScriptTranscription({
  script,
  onClose,
}: {
  script: scripts.Script
  onClose: () => void
}) {
  const { t } = useTranslation(['scripts', 'common'])
  return (
    <Dialog title={t('transcribe.title')} onClose={onClose}>
      <Transcription script={script} onClose={onClose} />
    </Dialog>
  )
}

function Transcription({ script, onClose }: { script: scripts.Script; onClose: () => void }) {
  const { t } = useTranslation(['scripts', 'common'])
  const params = { id: script._id }
  const query = useEndpointQuery(
    machinedrafts.getScriptDrafts,
    { params },
    { pollWhile: ({ runs }) => isActive(runs[0]), staleTime: 0 },
  )
  const options = { invalidates: ['/scripts'], silent: true }
  const start = useEndpointMutation(machinedrafts.transcribeScript, options)
  const cancel = useEndpointMutation(machinedrafts.cancelTranscription, options)
  const queryClient = useQueryClient()
  if (query.error) return <ErrorAlert error={query.error} />
  if (!query.data) return <PendingRows rows={3} />
  const {
    provider,
    runs: [run],
  } = query.data
  const error = start.error ?? cancel.error
  const close = () => {
    invalidatePaths(queryClient, ['/scripts'])
    onClose()
  }
  return (
    <div className={styles.editor}>
      <p role="status">
        {provider ? t('transcribe.sends', { host: provider.host }) : t('transcribe.off')}
      </p>
      {run && <RunState run={run} />}
      {error && <ErrorAlert error={error} />}
      <div className={styles.actions}>
        <span className={styles.gap} />
        <Button variant="default" onClick={close}>
          {t('common:close')}
        </Button>
        {isActive(run) ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params })}
          >
            {t('transcribe.stop')}
          </Button>
        ) : (
          provider &&
          run?.status !== 'done' && (
            <Button loading={start.isPending} onClick={() => start.mutate({ params })}>
              {t('transcribe.start')}
            </Button>
          )
        )}
      </div>
    </div>
  )
}

function RunState({ run }: { run: machinedrafts.DraftRun }) {
  const { t } = useTranslation('scripts')
  const { status, total, seconds, fromProvider, reason } = run
  const text = t(`transcribe.status.${status}`)
  return (
    <div role="status">
      <p>{status === 'done' ? t('transcribe.done', { count: fromProvider }) : text}</p>
      {isActive(run) && (
        <ProgressBar label={text} value={total ? Math.min(1, seconds / total) : 0} />
      )}
      {reason && <p dir="auto">{reason.message}</p>}
    </div>
  )
}

/** Lines that a machine heard and nobody has confirmed. Saving them in the editor confirms them too. */
export function UnconfirmedLines({
  script,
  stored,
}: {
  script: scripts.Script
  stored: readonly lines.Line[]
}) {
  const { t } = useTranslation('scripts')
  const { call } = useService()
  const queryClient = useQueryClient()
  const unconfirmed = stored.filter(({ machine }) => machine)
  const confirm = useMutation({
    mutationFn: async () => {
      const size = lines.MAX_LINES_PER_WRITE
      for (let at = 0; at < unconfirmed.length; at += size)
        await call(scripts.scriptLines.edit, {
          params: { id: script._id },
          body: {
            kind: 'write',
            lines: unconfirmed
              .slice(at, at + size)
              .map(({ _id, version }) => ({ _id, version, machine: false, custom: true })),
          },
        })
    },
    onSuccess: () => showToast(t('unconfirmed.done', { count: unconfirmed.length })),
    onSettled: () => invalidatePaths(queryClient, ['/scripts']),
  })
  if (unconfirmed.length === 0) return null
  return (
    <>
      <p role="status">{t('unconfirmed.note', { count: unconfirmed.length })}</p>
      {confirm.error && <ErrorAlert error={confirm.error} />}
      <div>
        <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('unconfirmed.confirm', { count: unconfirmed.length })}
        </Button>
      </div>
    </>
  )
}
