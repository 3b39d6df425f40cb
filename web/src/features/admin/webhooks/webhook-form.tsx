import { TextInput } from '@mantine/core'
import { webhooks } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { changedIn, takenBack, useDraft } from '../../../ui/fields/draft.ts'
import { faultsOf } from '../../../ui/fields/faults.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { YesNo } from '../../../ui/fields/ticks.tsx'
import { tell } from '../../../ui/feedback/toasts.tsx'
import { TypeTicks } from './type-ticks.tsx'

export function WebhookForm({
  webhook: { _id: id, url, types, active },
}: {
  webhook: webhooks.Webhook
}) {
  const { t } = useTranslation(['webhooks', 'admin', 'common'])
  const change = useEndpointMutation(webhooks.changeWebhook, { quiet: true })
  const takeBack = useEndpointMutation(webhooks.changeWebhook)
  const before = { url, types, active }
  const [draft, write, meanwhile, saved] = useDraft(before)
  const fault = faultsOf(change.error)
  const save = async () => {
    const changes = changedIn(before, draft)
    if (Object.keys(changes).length === 0) return tell(t('admin:kept.same'))
    await change.actAsync({ params: { id }, body: changes })
    saved()
    tell(t('changed'), {
      act: {
        name: t('common:undo'),
        run: () => takeBack.act({ params: { id }, body: takenBack(before, changes) }),
      },
    })
  }
  return (
    <Form
      label={t('change')}
      error={change.error}
      isSaving={change.isPending}
      meanwhile={meanwhile}
      onSave={() => void save().catch(() => {})}
    >
      <YesNo
        name={t('active')}
        note={t('activeNote')}
        isOn={draft.active}
        onChange={(isOn) => write({ active: isOn })}
      />
      <TextInput
        type="url"
        label={t('url')}
        description={t('urlChangeNote')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={2000}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={draft.url}
        error={fault('/url')}
        onChange={({ currentTarget }) => write({ url: currentTarget.value })}
      />
      <TypeTicks
        chosen={draft.types}
        error={fault('/types')}
        onChange={(chosen) => write({ types: chosen })}
      />
    </Form>
  )
}
