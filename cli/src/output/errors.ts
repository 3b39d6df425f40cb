// Maps an error to an exit code and to the message on stderr.
import { ApiError } from '@reelay/client'
import { CliError, type ExitReason } from './exit-codes.ts'
import { sanitizeText } from './text-width.ts'

const REASON_BY_STATUS: Record<number, ExitReason> = {
  401: 'notSignedIn',
  403: 'forbidden',
  404: 'notFound',
  429: 'unavailable',
}

export function exitReasonFor(error: unknown): ExitReason {
  if (error instanceof CliError) return error.reason
  if (error instanceof ApiError)
    return REASON_BY_STATUS[error.status] ?? (error.status >= 500 ? 'unavailable' : 'rejected')
  return isNetworkError(error) ? 'unavailable' : 'internalError'
}

/** With `--json` the service's problem document is printed as it is. */
export function formatError(error: unknown, words: readonly string[]): string | undefined {
  if (exitReasonFor(error) === 'internalError' && !(error instanceof CliError))
    return error instanceof Error ? error.stack : String(error)
  if (error instanceof ApiError && words.some((word) => word === '--json' || word === '--jsonl'))
    return JSON.stringify(error.problem)
  const message = messageFor(error as Error, words)
  return message && `reelay: ${message}`
}

function messageFor(error: Error, words: readonly string[]): string {
  if (isNetworkError(error))
    return 'The service does not respond. Check its address, and that it is running.'
  if (!(error instanceof ApiError))
    return error.message
      .split('\n')
      .map((line) => `${/^ */.exec(line)![0]}${sanitizeText(line)}`)
      .join('\n')
  const hint =
    error.status === 401 && !words.includes('login') ? ' To sign in again, run: reelay login' : ''
  const fields = error.errors
    .map(({ pointer, message }) => `\n  ${sanitizeText(pointer)} ${sanitizeText(message)}`)
    .join('')
  return `${sanitizeText(error.message)} (${sanitizeText(error.code)})${hint}${fields}`
}

/** `fetch` could not connect, or the response took too long. */
const isNetworkError = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof TypeError && error.message === 'fetch failed') ||
    error.name === 'TimeoutError')
