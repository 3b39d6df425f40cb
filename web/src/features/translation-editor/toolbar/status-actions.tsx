import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useHasRight } from '../../shared/current-user.ts'
import { useIsNarrow } from '../../../ui/layout/use-is-narrow.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { useEditor } from '../editor-context.ts'
import type { Window } from '../dialogs/dialogs.tsx'
import styles from './status-actions.module.css'

/** The next step that this person may take with it. */
export function Deciding({
  translation: { _id: id, status },
  open,
}: {
  translation: translations.Translation
  open: (window: Window) => void
}) {
  const { t } = useTranslation('translate')
  const { lines } = useEditor()
  const isNarrow = useIsNarrow()
  const [mayWrite, mayApprove] = [
    useHasRight('translation.write'),
    useHasRight('translation.approve'),
  ]
  const approve = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: () => showToast(t('decide.approved')),
  })
  if ((status === 'incomplete' || status === 'rejected') && mayWrite) {
    const why = lines.length === 0 ? t('why.empty') : undefined
    return (
      <Button
        size="sm"
        onClick={() => {
          if (!why) open('handIn')
        }}
        aria-disabled={Boolean(why)}
        data-disabled={why ? true : undefined}
        aria-label={t('decide.handIn')}
        title={why}
      >
        {t(isNarrow ? 'decide.handInNow' : 'decide.handIn')}
      </Button>
    )
  }
  if (status === 'submitted' && mayApprove)
    return (
      <span className={styles.both}>
        <Button size="sm" variant="default" onClick={() => open('reject')}>
          {t('decide.reject')}
        </Button>
        <Button
          size="sm"
          onClick={() => approve.mutate({ params: { id }, body: { status: 'approved' } })}
          loading={approve.isPending}
        >
          {t('decide.approve')}
        </Button>
      </span>
    )
  if (status === 'approved' && mayApprove)
    return (
      <Button size="sm" variant="default" onClick={() => open('reopen')}>
        {t('decide.reopen')}
      </Button>
    )
  return null
}
