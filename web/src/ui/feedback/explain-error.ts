import { ApiError } from '@reelay/client'
import { t } from '../../i18n/i18n.ts'

type Explanation = { title: string; advice: string; isPermanent?: boolean }

/** `isPermanent`: a retry cannot succeed. Messages of the API are in English. */
export function explainError(error: Error): Explanation {
  if (error instanceof ApiError) return explainErrorResponse(error)
  if (error.name === 'TimeoutError')
    return { title: t('error.timeout'), advice: t('error.timeoutHint') }
  if (error.name === 'Unplayable') return { title: t('error.unplayable'), advice: error.message }
  return { title: t('error.unreachable'), advice: t('error.unreachableHint') }
}

function explainErrorResponse({
  status,
  code,
  message,
  problem: { requestId },
}: ApiError): Explanation {
  if (code === 'record.in-use')
    return { title: t('error.inUse'), advice: `${message} ${t('error.inUseHint')}` }
  if (code === 'twofactor.required')
    return { title: t('error.twoFactor'), advice: t('error.twoFactorHint'), isPermanent: true }
  if (code === 'session.verification-required')
    return { title: t('error.unverified'), advice: t('error.unverifiedHint') }
  if (status === 404) return { title: t('error.notFound'), advice: message, isPermanent: true }
  if (status === 403) return { title: t('error.forbidden'), advice: message, isPermanent: true }
  if (status === 429 || status === 503)
    return { title: t('error.busy'), advice: `${message} ${t('error.busyHint')}` }
  if (status < 500) return { title: t('error.rejected'), advice: message }
  return {
    title: t('error.serverError'),
    advice:
      typeof requestId === 'string'
        ? t('error.serverErrorHintWithRequest', { request: requestId })
        : t('error.serverErrorHint'),
  }
}
