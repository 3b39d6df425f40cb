import { PasswordInput } from '@mantine/core'
import { userRules } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useTranslation } from '../../i18n/i18n.ts'

/** Always shows the password rule, not only after an error. */
export function NewPasswordField({
  label,
  error,
  size,
}: {
  label?: string
  error: string | undefined
  size?: 'md'
}) {
  const { t } = useTranslation('credentials')
  return (
    <PasswordInput
      label={label ?? t('password.label')}
      description={t('password.rule', { minLength: userRules.MIN_PASSWORD_LENGTH })}
      name="password"
      autoComplete="new-password"
      required
      withAsterisk={false}
      error={error}
      size={size}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
    />
  )
}

/** Checks a password with the API's rule. Returns the error in the user's language. */
export function usePasswordError(): (password: string, email?: string) => string | undefined {
  const { t } = useTranslation('credentials')
  return (password, email) => {
    const weakness = userRules.passwordWeakness(password, email)
    return weakness && t(`password.${weakness}`, { minLength: userRules.MIN_PASSWORD_LENGTH })
  }
}

/** The API also rejects a password that contains the email address, which the form may not know. */
export const isWeakPassword = (error: Error | null): boolean =>
  error instanceof ApiError && error.problem.code === 'password.weak'
