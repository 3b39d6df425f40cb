import { Button, TextInput } from '@mantine/core'
import { webhooks } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useStudios } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { Secret } from './secret.tsx'
import { FormatField } from './format-field.tsx'
import { EventTypesField, type EventType } from './event-types-field.tsx'
import styles from './webhooks.module.css'

type NewWebhookDraft = {
  url: string
  types: EventType[]
  format: webhooks.WebhookFormat
  studio: string
}

/** After creation the dialog shows the secret. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const studios = useStudios()
  const navigate = useNavigate()
  const create = useEndpointMutation(webhooks.createWebhook, { silent: true })
  const [draft, write] = useDraft<NewWebhookDraft>({
    url: '',
    types: [],
    format: 'reelay',
    studio: '',
  })
  const fieldError = fieldErrorsOf(create.error)
  const studio = draft.studio || studios.options[0]?.value || ''
  const created = create.data
  if (created) {
    return (
      <div className={styles.created}>
        <Secret secret={created.secret} />
        <div>
          <Button
            onClick={() =>
              void navigate({ to: '/administration/webhooks/$id', params: { id: created._id } })
            }
          >
            {t('continue')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <Form
      label={t('add')}
      saveLabel={t('create')}
      error={create.error}
      isSaving={create.isPending}
      onCancel={onClose}
      onSave={() => create.mutate({ body: { ...draft, studio } })}
    >
      <TextInput
        type="url"
        label={t('url')}
        description={t('urlHint')}
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
      <Select
        label={t('studio')}
        value={studio}
        options={studios.options}
        onChange={(value) => write({ studio: value ?? '' })}
      />
      <FormatField value={draft.format} onChange={(format) => write({ format })} />
      <EventTypesField
        chosen={draft.types}
        error={fieldError('/types')}
        onChange={(types) => write({ types })}
      />
    </Form>
  )
}
