import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useService } from '../../../api/service-context.ts'
import { checkAll, countFindings } from '../checks/checks.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { useEditor } from '../editor-context.ts'
import styles from './dialogs.module.css'

/** With what the checks say: errors lead to their lines, warnings go with it. */
export function SubmitForm({
  translation: { _id: id, status },
  close,
  toChecks,
}: {
  translation: translations.Translation
  close: () => void
  toChecks: () => void
}) {
  const { t } = useTranslation(['translation-editor', 'checks', 'common'])
  const { call } = useService()
  const { lines, rules, state, store } = useEditor()
  const { errors, warnings } = countFindings(checkAll(lines, rules))
  const kept = state.track.drafts.size
  const submit = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
    silent: true,
    onSuccess: () => {
      close()
      showToast(t('status.submitted'))
    },
  })
  const handIn = async () => {
    await store.flush()
    if (store.getState().track.drafts.size) return
    // What came back is taken up first; the service knows no way from there to here in one step.
    if (status === 'rejected')
      await call(translations.changeTranslation, { params: { id }, body: { status: 'incomplete' } })
    submit.mutate({ params: { id }, body: { status: 'submitted' } })
  }
  return (
    <>
      <p>
        {errors
          ? t('status.errors', { count: errors })
          : warnings
            ? t('status.warnings', { count: warnings })
            : t('status.noFindings')}
      </p>
      {!errors && <p className={styles.lesser}>{t('status.submitHint')}</p>}
      {kept > 0 && (
        <p className={styles.lesser} role="status">
          {t('status.notSent', { count: kept })}
        </p>
      )}
      {submit.error && <ErrorAlert error={submit.error} />}
      <div className={styles.acts}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        {errors ? (
          <Button
            onClick={() => {
              close()
              toChecks()
            }}
          >
            {t('status.showErrors')}
          </Button>
        ) : (
          <Button onClick={() => void handIn()} loading={submit.isPending}>
            {t('status.submit')}
          </Button>
        )}
      </div>
    </>
  )
}
