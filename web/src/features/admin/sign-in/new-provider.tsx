import { sso } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { ConnectionFields } from './connection-fields.tsx'

/** The rest is set on the page of the provider. */
export function NewProvider({ studio, onClose }: { studio: string; onClose: () => void }) {
  const { t } = useTranslation('sso')
  const navigate = useNavigate()
  const create = useEndpointMutation(sso.createProvider, {
    silent: true,
    onSuccess: ({ _id: provider }) =>
      void navigate({
        to: '/administration/studios/$id/sign-in/$provider',
        params: { id: studio, provider },
      }),
  })
  const [draft, write] = useDraft({ name: '', issuer: '', clientId: '', clientSecret: '' })
  const { clientSecret, ...rest } = draft
  return (
    <Form
      label={t('provider.add')}
      saveLabel={t('provider.add')}
      error={create.error}
      isSaving={create.isPending}
      onCancel={onClose}
      onSave={() =>
        create.mutate({
          params: { id: studio },
          body: { ...rest, ...(clientSecret && { clientSecret }) },
        })
      }
    >
      <ConnectionFields
        draft={draft}
        hasClientSecret={false}
        fieldError={fieldErrorsOf(create.error)}
        write={write}
      />
    </Form>
  )
}
