import { Button } from '@mantine/core'
import { shares } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { DateTime } from '../../ui/text/date-time.tsx'
import styles from './recipients.module.css'

/** Who opened the link, what they decided, and a new link for those who lost theirs. */
export function Recipients({ share }: { share: shares.Share }) {
  const { t } = useTranslation('shares')
  const isOpened = share.recipients.some(({ opens }) => opens > 0)
  const resend = useEndpointMutation(shares.sendShareLink, {
    onSuccess: () => showToast(t('resent')),
  })
  return (
    <ul className={styles.recipients}>
      {share.recipients.map((recipient, index) => (
        <li key={recipient._id}>
          <bdi className={styles.name}>
            {recipient.email ?? (recipient.name || t(index === 0 ? 'openLink' : 'guest'))}
          </bdi>
          {isOpened && (
            <span className={styles.note}>
              {recipient.lastOpened === null ? (
                t('notOpened')
              ) : (
                <>
                  {t('lastOpened')} <DateTime at={recipient.lastOpened} />
                </>
              )}
            </span>
          )}
          {recipient.decision && (
            <span>
              {t(`decisions.${recipient.decision}`)}
              {recipient.comment && `: ${recipient.comment}`}
            </span>
          )}
          {recipient.email !== null && share.$state === 'active' && (
            <Button
              size="xs"
              variant="default"
              loading={resend.isPending}
              onClick={() =>
                resend.mutate({ params: { id: share._id }, body: { recipient: recipient._id } })
              }
            >
              {t('sendNewLink')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
