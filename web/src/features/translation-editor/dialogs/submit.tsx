import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useService } from '../../../api/service-context.ts'
import { checkAll, countFindings } from '../checks/checks.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { isUnconfirmed } from '../model/draft.ts'
import { useEditor } from '../editor-context.ts'
import styles from './dialogs.module.css'

/** Errors prevent submitting and link to the checks; warnings do not. */
export function SubmitForm({
  translation: { _id: id, status },
  close,
  showChecks,
}: {
  translation: translations.Translation
  close: () => void
  showChecks: () => void
}) {
  const { t } = useTranslation(['translation-editor', 'checks', 'common'])
  const { call } = useService()
  const { lines, rules, state, store } = useEditor()
  const { errors, warnings } = countFindings(checkAll(lines, rules))
  const unconfirmed = lines.filter(isUnconfirmed).length
  const unsaved = state.track.drafts.size
  const changeStatus = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
    silent: true,
    onSuccess: () => {
      close()
      showToast(t('status.submitted'))
    },
  })
  const submit = async () => {
    await store.flush()
    if (store.getState().track.drafts.size) return
    // A rejected translation cannot be submitted in one step.
    if (status === 'rejected')
      await call(translations.changeTranslation, { params: { id }, body: { status: 'incomplete' } })
    changeStatus.mutate({ params: { id }, body: { status: 'submitted' } })
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
      {unconfirmed > 0 && <p role="status">{t('unconfirmed', { count: unconfirmed })}</p>}
      {!errors && <p className={styles.secondary}>{t('status.submitHint')}</p>}
      {unsaved > 0 && (
        <p className={styles.secondary} role="status">
          {t('status.notSent', { count: unsaved })}
        </p>
      )}
      {changeStatus.error && <ErrorAlert error={changeStatus.error} />}
      <div className={styles.actions}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        {errors ? (
          <Button
            onClick={() => {
              close()
              showChecks()
            }}
          >
            {t('status.showErrors')}
          </Button>
        ) : (
          <Button onClick={() => void submit()} loading={changeStatus.isPending}>
            {t('status.submit')}
          </Button>
        )}
      </div>
    </>
  )
}
