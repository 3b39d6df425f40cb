import { Button } from '@mantine/core'
import { machinedrafts } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import styles from './drafts.module.css'

/** Sends one word or a second of silence to the provider. */
export function DraftProviderTest({
  studio,
  task,
}: {
  studio: string
  task: machinedrafts.DraftTask
}) {
  const { t } = useTranslation('drafts')
  const check = useEndpointMutation(machinedrafts.testDraftProvider, {
    silent: true,
    invalidates: [],
  })
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{t(`test.hint.${task}`)}</p>
      <div className={styles.actions}>
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() => check.mutate({ params: { id: studio, task } })}
        >
          {t('test.start')}
        </Button>
      </div>
      {check.error && <ErrorAlert error={check.error} />}
      <div role="status">
        {check.data && (
          <>
            <StatusTag tone={check.data.ok ? 'good' : 'bad'}>
              {t(check.data.ok ? 'test.ok' : 'test.failed')}
            </StatusTag>
            <p className={styles.note} dir="auto">
              {check.data.answer ?? check.data.problem}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
