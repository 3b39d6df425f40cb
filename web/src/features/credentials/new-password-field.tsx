import { PasswordInput } from '@mantine/core'
import { userRules } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useTranslation } from '../../i18n/i18n.ts'

/**
 * The field of a form in which somebody chooses a password: what it must be stands there before
 * anything is wrong.
 */
export function NewPassword({
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

/** By the rule the service goes by, in the reader's language. */
export function usePasswordFault(): (password: string, email?: string) => string | undefined {
  const { t } = useTranslation('credentials')
  return (password, email) => {
    const weakness = userRules.passwordWeakness(password, email)
    return weakness && t(`password.${weakness}`, { least: userRules.MIN_PASSWORD_LENGTH })
  }
}

/**
 * Where the e-mail was not known here, that it stands in the password is all that was left to find.
 */
export const isWeak = (error: Error | null): boolean =>
  error instanceof ApiError && error.problem.code === 'password.weak'
