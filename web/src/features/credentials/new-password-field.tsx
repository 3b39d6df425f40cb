import { PasswordInput } from '@mantine/core'
import { userRules } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useTranslation } from '../../i18n/i18n.ts'

/** Shows the password rule before there is an error. */
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
      description={t('password.rule', { least: userRules.MIN_PASSWORD_LENGTH })}
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

/** Applies the rule of the API and translates the result. */
export function usePasswordError(): (password: string, email?: string) => string | undefined {
  const { t } = useTranslation('credentials')
  return (password, email) => {
    const weakness = userRules.passwordWeakness(password, email)
    return weakness && t(`password.${weakness}`, { least: userRules.MIN_PASSWORD_LENGTH })
  }
}

/** Without the email, the form cannot check whether the password contains it; the API does. */
export const isWeakPassword = (error: Error | null): boolean =>
  error instanceof ApiError && error.problem.code === 'password.weak'
