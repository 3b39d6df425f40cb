import { ApiError } from '@reelay/client'
import { t } from '../../i18n/i18n.ts'

type Explanation = { title: string; advice: string; isPermanent?: boolean }

/**
 * What an error means to the person who meets it. `hopeless`: to try again would change nothing.
 * The service's own sentences are English.
 */
export function explainError(error: Error): Explanation {
  if (error instanceof ApiError) return explainErrorResponse(error)
  if (error.name === 'TimeoutError')
    return { title: t('trouble.slow'), advice: t('trouble.slowAdvice') }
  if (error.name === 'Unplayable') return { title: t('trouble.unplayable'), advice: error.message }
  return { title: t('trouble.away'), advice: t('trouble.awayAdvice') }
}

function explainErrorResponse({
  status,
  code,
  message,
  problem: { requestId },
}: ApiError): Explanation {
  if (code === 'record.in-use')
    return { title: t('trouble.inUse'), advice: `${message} ${t('trouble.inUseAdvice')}` }
  if (status === 404) return { title: t('trouble.notFound'), advice: message, isPermanent: true }
  if (status === 403) return { title: t('trouble.notYours'), advice: message, isPermanent: true }
  if (status === 429 || status === 503)
    return { title: t('trouble.busy'), advice: `${message} ${t('trouble.busyAdvice')}` }
  if (status < 500) return { title: t('trouble.refused'), advice: message }
  return {
    title: t('trouble.broken'),
    advice:
      typeof requestId === 'string'
        ? t('trouble.brokenAdviceWithRequest', { request: requestId })
        : t('trouble.brokenAdvice'),
  }
}
