import { useState } from 'react'
import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import styles from './dialogs.module.css'

type Props = {
  translation: translations.Translation
  to: 'rejected' | 'incomplete'
  close: () => void
}

/** Both need a reason, which the translator sees. */
export function RejectOrReopenForm({ translation: { _id: id }, to, close }: Props) {
  const { t } = useTranslation(['translation-editor', 'common'])
  const [reason, setReason] = useState('')
  const changeStatus = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: () => {
      close()
      showToast(t(to === 'rejected' ? 'status.rejected' : 'status.reopened'))
    },
  })
  const hasReason = reason.trim() !== ''
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (hasReason)
          changeStatus.mutate({ params: { id }, body: { status: to, reason: reason.trim() } })
      }}
    >
      <label className={styles.label}>
        {t('status.reason')}
        <textarea
          className={styles.textarea}
          rows={4}
          value={reason}
          dir="auto"
          required
          autoFocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
      {!hasReason && <p className={styles.secondary}>{t('status.reasonHint')}</p>}
      <div className={styles.actions}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" disabled={!hasReason} loading={changeStatus.isPending}>
          {t(to === 'rejected' ? 'status.reject' : 'status.reopen')}
        </Button>
      </div>
    </form>
  )
}
