import { ApiError } from '@reelay/client'
import type { TFunction } from '../../i18n/i18n.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { isCancelled } from '../credentials/passkey.ts'
import { requiresCode } from './use-sign-in.ts'

type T = TFunction<['sign-in', 'credentials']>

/** The message for a failed sign-in. */
export function signInError(t: T, error: Error | null): string | undefined {
  if (!error) return undefined
  if (isCancelled(error)) return t('sign-in:passkey.cancelled')
  if (error.name === 'TokenGiven') return t('sign-in:tokenUsed')
  if (error.name === 'HttpsNeeded') return t('sign-in:sso.httpsNeeded')
  if (!(error instanceof ApiError)) return explainError(error).advice
  if (requiresCode(error)) return t('sign-in:wrongCode')
  if (error.status === 401) return t('sign-in:wrongCredentials')
  if (error.status === 429)
    return t('sign-in:tooManyAttempts', {
      count: Math.ceil(Number(error.headers.get('retry-after') ?? 60) / 60),
    })
  return byCode(t, error)
}

function byCode(t: T, error: ApiError): string {
  switch (error.problem.code) {
    case 'sso.required':
      return t('sign-in:sso.passwordRefused')
    case 'invitation.expired':
      return t('sign-in:invalidInvitation')
    case 'password-reset.expired':
      return t('sign-in:invalidResetLink')
    case 'password.weak':
      return t('credentials:password.email')
    case 'twofactor.code-invalid':
      return t('credentials:twoFactor.wrongCode')
    default:
      return explainError(error).advice
  }
}

export const passkeyError = (t: T, error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 401
    ? t('sign-in:passkey.unknown')
    : signInError(t, error)
