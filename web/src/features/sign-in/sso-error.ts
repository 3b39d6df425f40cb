import { ApiError } from '@reelay/client'
import type { TFunction } from '../../i18n/i18n.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { signInError } from './sign-in-error.ts'

/** The codes of the API without their `sso.`. */
const REFUSALS = [
  'email-required',
  'email-unverified',
  'domain-unverified',
  'account-not-found',
  'account-suspended',
  'not-member',
  'link-required',
  'identity-changed',
  'identity-in-use',
  'identity-mismatch',
  'sign-in-too-old',
  'password-required',
  'second-factor-required',
] as const

/** Why the API refused somebody whom the provider has signed in. */
export function ssoError(
  t: TFunction<['sign-in', 'credentials']>,
  error: Error,
  provider: string,
): string | undefined {
  if (error.name === 'SsoExpired') return t('sign-in:sso.failure.expired')
  if (!(error instanceof ApiError)) return explainError(error).advice
  if (error.code === 'sso.expired') return t('sign-in:sso.failure.expired')
  if (error.status === 401) return t('sign-in:reason.expired')
  const refusal = REFUSALS.find((name) => error.code === `sso.${name}`)
  return refusal ? t(`sign-in:sso.refused.${refusal}`, { provider }) : signInError(t, error)
}
