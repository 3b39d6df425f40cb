import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { useIsNarrow } from '../../../ui/layout/use-is-narrow.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { countFindings } from '../checks/checks.ts'
import { useEditor } from '../editor-context.ts'
import type { EditorPanel } from '../dialogs/dialogs.tsx'
import styles from './status-actions.module.css'

/** The status change that this person may make next. */
export function StatusActions({
  translation: { _id: id, status },
  open,
}: {
  translation: translations.Translation
  open: (panel: EditorPanel) => void
}) {
  const { t } = useTranslation('translation-editor')
  const { lines, findings, readOnly } = useEditor()
  const isNarrow = useIsNarrow()
  const [mayWrite, mayApprove] = [
    useHasPermission('translation.write'),
    useHasPermission('translation.approve'),
  ]
  const approve = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: () => showToast(t('status.approved')),
  })
  if ((status === 'incomplete' || status === 'rejected') && mayWrite && !readOnly) {
    const disabledReason = lines.length === 0 ? t('disabled.empty') : undefined
    return (
      <Button
        size="sm"
        onClick={() => {
          if (!disabledReason) open('submit')
        }}
        aria-disabled={Boolean(disabledReason)}
        data-disabled={disabledReason ? true : undefined}
        aria-label={t('status.submitForApproval')}
        title={disabledReason}
      >
        {t(isNarrow ? 'status.submit' : 'status.submitForApproval')}
      </Button>
    )
  }
  if (status === 'submitted' && mayApprove) {
    const { errors } = countFindings(findings)
    return (
      <span className={styles.buttons}>
        <Button size="sm" variant="default" onClick={() => open('reject')}>
          {t('status.reject')}
        </Button>
        <Button
          size="sm"
          onClick={() => {
            if (!errors) approve.mutate({ params: { id }, body: { status: 'approved' } })
          }}
          aria-disabled={errors > 0}
          data-disabled={errors > 0 ? true : undefined}
          title={errors > 0 ? t('status.errorsBeforeApproval', { count: errors }) : undefined}
          loading={approve.isPending}
        >
          {t('status.approve')}
        </Button>
      </span>
    )
  }
  if (status === 'approved' && mayApprove)
    return (
      <Button size="sm" variant="default" onClick={() => open('reopen')}>
        {t('status.reopen')}
      </Button>
    )
  return null
}
