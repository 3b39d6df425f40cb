import { NativeSelect } from '@mantine/core'
import { webhooks } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'

type Props = {
  value: webhooks.WebhookFormat
  onChange: (format: webhooks.WebhookFormat) => void
}

/** Whether the URL gets our own JSON, or messages for a channel of Slack or Teams. */
export function FormatField({ value, onChange }: Props) {
  const { t } = useTranslation('webhooks')
  return (
    <NativeSelect
      label={t('format')}
      description={t(`formatHint.${value}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      data={webhooks.WEBHOOK_FORMATS.map((format) => ({
        value: format,
        label: t(`formats.${format}`),
      }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as webhooks.WebhookFormat)}
    />
  )
}
