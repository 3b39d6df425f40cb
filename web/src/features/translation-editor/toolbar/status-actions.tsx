import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { useIsNarrow } from '../../../ui/layout/use-is-narrow.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { useEditor } from '../editor-context.ts'
import type { EditorPanel } from '../dialogs/dialogs.tsx'
import styles from './status-actions.module.css'

/** The next step that this person may take with it. */
export function StatusActions({
  translation: { _id: id, status },
  open,
}: {
  translation: translations.Translation
  open: (window: EditorPanel) => void
}) {
  const { t } = useTranslation('translation-editor')
  const { lines } = useEditor()
  const isNarrow = useIsNarrow()
  const [mayWrite, mayApprove] = [
    useHasPermission('translation.write'),
    useHasPermission('translation.approve'),
  ]
  const approve = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: () => showToast(t('status.approved')),
  })
  if ((status === 'incomplete' || status === 'rejected') && mayWrite) {
    const why = lines.length === 0 ? t('disabled.empty') : undefined
    return (
      <Button
        size="sm"
        onClick={() => {
          if (!why) open('handIn')
        }}
        aria-disabled={Boolean(why)}
        data-disabled={why ? true : undefined}
        aria-label={t('status.submitForApproval')}
        title={why}
      >
        {t(isNarrow ? 'status.submit' : 'status.submitForApproval')}
      </Button>
    )
  }
  if (status === 'submitted' && mayApprove)
    return (
      <span className={styles.both}>
        <Button size="sm" variant="default" onClick={() => open('reject')}>
          {t('status.reject')}
        </Button>
        <Button
          size="sm"
          onClick={() => approve.mutate({ params: { id }, body: { status: 'approved' } })}
          loading={approve.isPending}
        >
          {t('status.approve')}
        </Button>
      </span>
    )
  if (status === 'approved' && mayApprove)
    return (
      <Button size="sm" variant="default" onClick={() => open('reopen')}>
        {t('status.reopen')}
      </Button>
    )
  return null
}
