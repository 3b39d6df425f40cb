import type { webhooks } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { StatusTag, type Tone } from '../../../ui/text/status-tag.tsx'

type WebhookStateName = 'off' | 'inactive' | 'failing' | 'on'

export const webhookState = ({ active, asleep, failures }: webhooks.Webhook): WebhookStateName =>
  !active ? 'off' : asleep ? 'inactive' : failures > 0 ? 'failing' : 'on'

const TONES: Record<WebhookStateName, Tone> = {
  off: 'neutral',
  inactive: 'bad',
  failing: 'warning',
  on: 'good',
}

export function WebhookState({ webhook }: { webhook: webhooks.Webhook }) {
  const { t } = useTranslation('webhooks')
  const state = webhookState(webhook)
  return (
    <StatusTag tone={TONES[state]} done={state !== 'off'}>
      {t(`states.${state}`)}
    </StatusTag>
  )
}
