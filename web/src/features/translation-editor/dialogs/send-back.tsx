import { useState } from 'react'
import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import styles from './dialogs.module.css'

type Parts = {
  translation: translations.Translation
  to: 'rejected' | 'incomplete'
  close: () => void
}

/** A step back needs a reason, which whoever translates will read. */
export function Reasoned({ translation: { _id: id }, to, close }: Parts) {
  const { t } = useTranslation(['translate', 'common'])
  const [reason, setReason] = useState('')
  const move = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: () => {
      close()
      showToast(t(to === 'rejected' ? 'decide.rejected' : 'decide.reopened'))
    },
  })
  const isSaid = reason.trim() !== ''
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isSaid) move.mutate({ params: { id }, body: { status: to, reason: reason.trim() } })
      }}
    >
      <label className={styles.label}>
        {t('decide.reason')}
        <textarea
          className={styles.area}
          rows={4}
          value={reason}
          dir="auto"
          required
          autoFocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
      {!isSaid && <p className={styles.lesser}>{t('decide.reasonNeeded')}</p>}
      <div className={styles.acts}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" disabled={!isSaid} loading={move.isPending}>
          {t(to === 'rejected' ? 'decide.reject' : 'decide.reopen')}
        </Button>
      </div>
    </form>
  )
}
