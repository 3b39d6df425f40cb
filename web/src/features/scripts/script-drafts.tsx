import { Button } from '@mantine/core'
import { lines, machinedrafts, scripts } from '@reelay/api/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { invalidatePaths, useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useService } from '../../api/service-context.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { DraftRun, isActive } from '../shared/draft-run.tsx'

type TranscriptionProps = { script: scripts.Script; onClose: () => void }

/** Writes the script from the sound of the film. */
export function ScriptTranscription({ script, onClose }: TranscriptionProps) {
  const { t } = useTranslation('scripts')
  const params = { id: script._id }
  const query = useEndpointQuery(
    machinedrafts.getScriptDrafts,
    { params },
    { pollWhile: ({ runs }) => isActive(runs[0]), staleTime: 0 },
  )
  const options = { invalidates: ['/scripts'], silent: true }
  const start = useEndpointMutation(machinedrafts.transcribeScript, options)
  const stop = useEndpointMutation(machinedrafts.cancelTranscription, options)
  const queryClient = useQueryClient()
  const close = () => {
    invalidatePaths(queryClient, ['/scripts'])
    onClose()
  }
  return (
    <Dialog title={t('transcribe.title')} onClose={close}>
      <DraftRun
        query={query}
        notes={(host) => [host ? t('transcribe.sends', { host }) : t('transcribe.off')]}
        describe={({ status, total, seconds, fromProvider }) => ({
          text:
            status === 'done'
              ? t('transcribe.done', { count: fromProvider })
              : t(`transcribe.status.${status}`),
          value: total ? seconds / total : 0,
        })}
        start={{
          ...start,
          label: t('transcribe.start'),
          isDone: (run) => run?.status === 'done',
          run: () => start.mutate({ params }),
        }}
        stop={{ ...stop, label: t('transcribe.stop'), run: () => stop.mutate({ params }) }}
        onClose={close}
      />
    </Dialog>
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
