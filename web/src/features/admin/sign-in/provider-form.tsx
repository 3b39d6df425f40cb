import type { sso } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { TagsField } from '../../../ui/fields/tags-field.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { useProviderChange } from './use-provider-change.ts'

export function ProviderForm({ provider }: { provider: sso.IdentityProvider }) {
  const { t } = useTranslation('sso')
  const { save, error, isSaving } = useProviderChange(provider)
  const { name, issuer, clientId, scopes, active, trustsEmail, checksSecondFactor } = provider
  const [draft, write, concurrentChange, saved] = useDraft({
    name,
    issuer,
    clientId,
    clientSecret: '',
    scopes,
    active,
    trustsEmail,
    checksSecondFactor,
  })
  const { clientSecret, ...rest } = draft
  return (
    <Form
      label={t('connection')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() =>
        save({ ...rest, ...(clientSecret && { clientSecret }) }, () => {
          saved()
          write({ clientSecret: '' })
        })
      }
    >
      <ConnectionFields
        draft={draft}
        hasClientSecret={provider.hasClientSecret}
        fieldError={fieldErrorsOf(error)}
        write={write}
      />
      <TagsField
        label={t('field.scopes')}
        value={draft.scopes}
        onChange={(chosen) => write({ scopes: chosen })}
      />
      <div>
        <Checkbox
          name={t('field.active')}
          note={t('field.activeHint')}
          isOn={draft.active}
          onChange={(isOn) => write({ active: isOn })}
        />
        <Checkbox
          name={t('field.trustsEmail')}
          note={t('field.trustsEmailHint')}
          isOn={draft.trustsEmail}
          onChange={(isOn) => write({ trustsEmail: isOn })}
        />
        <Checkbox
          name={t('field.checksSecondFactor')}
          note={t('field.checksSecondFactorHint')}
          isOn={draft.checksSecondFactor}
          onChange={(isOn) => write({ checksSecondFactor: isOn })}
        />
      </div>
    </Form>
  )
}
