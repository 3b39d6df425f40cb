import { PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { FieldErrors } from '../../../ui/fields/field-errors.ts'

type ConnectionDraft = { name: string; issuer: string; clientId: string; clientSecret: string }
type Props = {
  draft: ConnectionDraft
  hasClientSecret: boolean
  fieldError: FieldErrors
  write: (change: Partial<ConnectionDraft>) => void
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
const plainText = { dir: 'ltr', autoComplete: 'off', spellCheck: false } as const

/** The API never returns the secret, so an empty field keeps it. */
export function ConnectionFields({ draft, hasClientSecret, fieldError, write }: Props) {
  const { t } = useTranslation(['sso', 'credentials'])
  return (
    <>
      <TextInput
        label={t('sso:field.name')}
        description={t('sso:field.nameHint')}
        inputWrapperOrder={ORDER}
        required
        maxLength={300}
        dir="auto"
        autoComplete="off"
        value={draft.name}
        error={fieldError('/name')}
        onChange={({ currentTarget }) => write({ name: currentTarget.value })}
      />
      <TextInput
        {...plainText}
        type="url"
        label={t('sso:field.issuer')}
        description={t('sso:field.issuerHint')}
        inputWrapperOrder={ORDER}
        required
        maxLength={1000}
        placeholder="https://example.okta.com"
        value={draft.issuer}
        error={fieldError('/issuer')}
        onChange={({ currentTarget }) => write({ issuer: currentTarget.value })}
      />
      <TextInput
        {...plainText}
        label={t('sso:field.clientId')}
        required
        maxLength={500}
        value={draft.clientId}
        error={fieldError('/clientId')}
        onChange={({ currentTarget }) => write({ clientId: currentTarget.value })}
      />
      <PasswordInput
        {...plainText}
        autoComplete="new-password"
        label={t('sso:field.clientSecret')}
        description={t(hasClientSecret ? 'sso:field.secretStored' : 'sso:field.secretHint')}
        inputWrapperOrder={ORDER}
        maxLength={1000}
        value={draft.clientSecret}
        error={fieldError('/clientSecret')}
        onChange={({ currentTarget }) => write({ clientSecret: currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': t('credentials:password.show'), tabIndex: 0 }}
      />
    </>
  )
}
