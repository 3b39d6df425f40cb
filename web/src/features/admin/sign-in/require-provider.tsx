import type { sso } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { useProviderChange } from './use-provider-change.ts'

/** Only a provider that has worked can be required, so that nobody is locked out. */
export function RequireProvider({ provider }: { provider: sso.IdentityProvider }) {
  const { t } = useTranslation('sso')
  const { save, error, isSaving } = useProviderChange(provider)
  const [draft, write, concurrentChange, saved] = useDraft({ required: provider.required })
  const { tested, domains } = provider
  const missing = !tested
    ? t('require.testFirst')
    : domains.some(({ verified }) => verified)
      ? undefined
      : t('require.verifyFirst')
  return (
    <Form
      label={t('require.title')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() => save(draft, saved)}
    >
      <Checkbox
        name={t('require.name')}
        note={t('require.hint')}
        isOn={draft.required}
        disabledReason={provider.required ? undefined : missing}
        onChange={(isOn) => write({ required: isOn })}
      />
    </Form>
  )
}
