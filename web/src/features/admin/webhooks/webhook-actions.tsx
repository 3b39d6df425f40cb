import { useState } from 'react'
import { Button } from '@mantine/core'
import { webhooks } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { confirmed } from '../../../ui/feedback/confirm.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { Secret } from './secret.tsx'
import styles from './webhooks.module.css'

/** Buttons to ping, renew the secret and remove. */
export function WebhookActions({ webhook }: { webhook: webhooks.Webhook }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const navigate = useNavigate()
  const [isRenewing, setRenewing] = useState(false)
  const ping = useEndpointMutation(webhooks.pingWebhook, {
    onSuccess: () => showToast(t('pinged')),
  })
  const remove = useEndpointMutation(webhooks.removeWebhook, {
    onSuccess: () => showToast(t('removed')),
  })
  const params = { id: webhook._id }
  const isInactive = !webhook.active || webhook.asleep
  const confirmRemoval = async () => {
    const title = t('common:removeThis', { name: webhook.url })
    if (!(await confirmed({ title, note: t('removeHint'), action: t('common:remove') }))) return
    await remove.mutateAsync({ params })
    await navigate({ to: '/administration/webhooks' })
  }
  return (
    <div className={styles.actions}>
      <Button
        size="sm"
        disabled={isInactive}
        loading={ping.isPending}
        onClick={() => ping.mutate({ params })}
      >
        {t('ping')}
      </Button>
      <Button size="sm" variant="default" onClick={() => setRenewing(true)}>
        {t('renew')}
      </Button>
      <Button
        size="sm"
        variant="default"
        loading={remove.isPending}
        onClick={() => void confirmRemoval().catch(() => {})}
      >
        {t('common:remove')}
      </Button>
      {isInactive && (
        <span className={styles.note}>{t(webhook.active ? 'inactivePing' : 'offPing')}</span>
      )}
      {isRenewing && (
        <Dialog size="middle" title={t('renew')} onClose={() => setRenewing(false)}>
          <NewSecret id={webhook._id} />
        </Dialog>
      )}
    </div>
  )
}

/** Asks for confirmation, because the change cannot be undone and the secret is shown only once. */
function NewSecret({ id }: { id: string }) {
  const { t } = useTranslation('webhooks')
  const renew = useEndpointMutation(webhooks.renewSecret, { silent: true })
  if (renew.data) return <Secret secret={renew.data.secret} />
  return (
    <div className={styles.created}>
      <p>{t('renewHint')}</p>
      {renew.error && <ErrorAlert error={renew.error} />}
      <div>
        <Button loading={renew.isPending} onClick={() => renew.mutate({ params: { id } })}>
          {t('renewNow')}
        </Button>
      </div>
    </div>
  )
}
