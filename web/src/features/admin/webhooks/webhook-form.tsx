import { TextInput } from '@mantine/core'
import { webhooks } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { changedFields, previousValues, useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { FormatField } from './format-field.tsx'
import { EventTypesField } from './event-types-field.tsx'

export function WebhookForm({
  webhook: { _id: id, url, types, format, active },
}: {
  webhook: webhooks.Webhook
}) {
  const { t } = useTranslation(['webhooks', 'admin', 'common'])
  const change = useEndpointMutation(webhooks.changeWebhook, { silent: true })
  const takeBack = useEndpointMutation(webhooks.changeWebhook)
  const before = { url, types, format, active }
  const [draft, write, concurrentChange, saved] = useDraft(before)
  const fieldError = fieldErrorsOf(change.error)
  const save = async () => {
    const changes = changedFields(before, draft)
    if (Object.keys(changes).length === 0) return showToast(t('admin:saved.unchanged'))
    await change.mutateAsync({ params: { id }, body: changes })
    saved()
    showToast(t('updated'), {
      action: {
        name: t('common:undo'),
        run: () => takeBack.mutate({ params: { id }, body: previousValues(before, changes) }),
      },
    })
  }
  return (
    <Form
      label={t('edit')}
      error={change.error}
      isSaving={change.isPending}
      concurrentChange={concurrentChange}
      onSave={() => void save().catch(() => {})}
    >
      <Checkbox
        name={t('active')}
        note={t('activeHint')}
        isOn={draft.active}
        onChange={(isOn) => write({ active: isOn })}
      />
      <TextInput
        type="url"
        label={t('url')}
        description={t('urlChangeHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={2000}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={draft.url}
        error={fieldError('/url')}
        onChange={({ currentTarget }) => write({ url: currentTarget.value })}
      />
      <FormatField value={draft.format} onChange={(chosen) => write({ format: chosen })} />
      <EventTypesField
        chosen={draft.types}
        error={fieldError('/types')}
        onChange={(chosen) => write({ types: chosen })}
      />
    </Form>
  )
}
